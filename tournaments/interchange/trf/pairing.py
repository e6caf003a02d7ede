"""From what each row says about a round to the boards of that round.

A TRF states every game twice, once in each player's row, and the two need not agree. Rules, always the same for the
same file, each with a warning (`docs/formats.md` tells them to the user):

1. A row that names itself, or a number that has no row, has nobody to play.
2. A bye letter (H F U Z) with an opponent is a bye.
3. Two rows that name each other are a board, whatever else they say.
4. A row whose opponent's row is blank in that round, or names nobody and fits (`-` to `+`, `0` to `1`, …), is a
   board; of several such rows the lowest number gets it. A blank row takes what the other leaves it, except that
   nobody wins by a forfeit that only the other row states.
5. Every other row that names an opponent has nobody to play: its opponent plays somebody else or has a bye.
6. Who has nobody to play keeps the points of the row as a bye, so that no game is rated that one row denies.
7. Two rows with one colour: the lower number keeps it. A colour in one row only holds. None at all: the lower number
   has White.
8. Two results that contradict each other: see `letters.settle`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.domain.results import ResultKind
from tournaments.interchange.remarks import Remarks
from tournaments.interchange.trf.columns import Cell
from tournaments.interchange.trf.letters import BYE_KINDS, COMPLEMENT, agree, bye_of, result_of, settle

_ABSENT = Cell(None, "", "", 0)


@dataclass(frozen=True, slots=True)
class Pair:
    """A board without its number; a bye has its player as `white`."""

    white: int
    black: int | None
    result: ResultKind


@dataclass(frozen=True, slots=True)
class RoundCells:
    """What all rows say about one round: cells of those that say something, the line of every number, and whether
    a number's points add up by its own row."""

    number: int
    cells: Mapping[int, Cell]
    lines: Mapping[int, int]
    adds_up: Callable[[int], bool]


def pair_round(stated: RoundCells, remarks: Remarks) -> list[Pair]:
    """The boards and byes of one round, every number exactly once, in no particular order."""
    opponents = {number: opponent for number in sorted(stated.cells) if (opponent := _opponent(number, stated, remarks))}
    boards = [(first, second) for first, second in opponents.items() if first < second and opponents.get(second) == first]
    taken = {number for board in boards for number in board}
    for number, opponent in opponents.items():
        if number not in taken and opponent not in taken and _agrees(number, opponent, opponents, stated):
            _warn(remarks, "pairing_in_one_row", number, stated, opponent=opponent)
            boards.append((min(number, opponent), max(number, opponent)))
            taken |= {number, opponent}
    pairs = [_board(first, second, stated, remarks) for first, second in boards]
    return pairs + [_bye(number, opponents.get(number), stated, remarks) for number in stated.lines if number not in taken]


def _opponent(number: int, stated: RoundCells, remarks: Remarks) -> int | None:
    """Rules 1 and 2."""
    cell = stated.cells[number]
    if cell.opponent is None:
        return None
    if cell.letter in BYE_KINDS:
        _warn(remarks, "bye_with_opponent", number, stated, opponent=cell.opponent, letter=cell.letter)
    elif cell.opponent == number:
        _warn(remarks, "plays_itself", number, stated)
    elif cell.opponent not in stated.lines:
        _warn(remarks, "opponent_unknown", number, stated, opponent=cell.opponent)
    else:
        return cell.opponent
    return None


def _agrees(number: int, opponent: int, opponents: Mapping[int, int], stated: RoundCells) -> bool:
    """Rule 4: whether the opponent's row leaves room for this board."""
    theirs = stated.cells.get(opponent, _ABSENT)
    if opponent in opponents or theirs.letter in BYE_KINDS:
        return False
    ours = stated.cells[number].letter
    return theirs.letter in ("", COMPLEMENT[ours]) or theirs.letter == ours == "-"


def _board(first: int, second: int, stated: RoundCells, remarks: Remarks) -> Pair:
    """One board of two numbers, `first` the lower. Rules 7 and 8."""
    letters = _letters(first, second, stated, remarks)
    is_game = "+" not in letters and "-" not in letters
    if _first_is_white(first, second, stated, remarks, is_game=is_game):
        return Pair(first, second, result_of(*letters))
    return Pair(second, first, result_of(*letters[::-1]))


def _letters(first: int, second: int, stated: RoundCells, remarks: Remarks) -> tuple[str, str]:
    ours, theirs = (stated.cells.get(number, _ABSENT) for number in (first, second))
    said = (
        ours.letter or (_left_by(theirs.letter) if ours.opponent is None else ""),
        theirs.letter or (_left_by(ours.letter) if theirs.opponent is None else ""),
    )
    if agree(*said):
        return said
    settled = settle(*said, stated.adds_up(first), stated.adds_up(second))
    says = {"said": _said(said[0]), "other_said": _said(said[1]), "kept": settled[0], "other_kept": settled[1]}
    _warn(remarks, "results_contradict", first, stated, opponent=second, other_line=stated.lines[second], **says)
    return settled


def _first_is_white(first: int, second: int, stated: RoundCells, remarks: Remarks, *, is_game: bool) -> bool:
    ours, theirs = (stated.cells.get(number, _ABSENT).colour for number in (first, second))
    if ours and ours == theirs:
        _warn(remarks, "colours_contradict", first, stated, opponent=second, other_line=stated.lines[second])
    elif is_game and not ours and not theirs:
        _warn(remarks, "colours_missing", first, stated, opponent=second)
    return ours == "w" or (not ours and theirs != "w")


def _bye(number: int, denied: int | None, stated: RoundCells, remarks: Remarks) -> Pair:
    """Rules 5 and 6."""
    cell = stated.cells.get(number, _ABSENT)
    kind = bye_of(cell.letter)
    if denied is not None:
        _warn(remarks, "opponent_disagrees", number, stated, opponent=denied, bye=kind.value)
    elif cell.opponent is None and cell.letter not in BYE_KINDS and cell.letter not in ("", "-"):
        _warn(remarks, "result_without_opponent", number, stated, letter=cell.letter, bye=kind.value)
    return Pair(number, None, kind)


def _warn(remarks: Remarks, code: str, number: int, stated: RoundCells, **params: str | int) -> None:
    column = stated.cells[number].column if number in stated.cells else None
    remarks.warn(code, stated.lines[number], column, number=number, round=stated.number, **params)


def _left_by(letter: str) -> str:
    """What a row that states nothing gets from the other row's letter (rule 4)."""
    return "-" if letter == "-" else COMPLEMENT[letter]


def _said(letter: str) -> str:
    return letter or "blank"
