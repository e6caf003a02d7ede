"""The crosstable of an event: every player's rounds, one row a player, in the order of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.domain.record import RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.domain.score_sheets import ScoreSheets, SheetLine, score_sheets
from tournaments.domain.standings import StandingRow

_PLAYED_TEXT = {2: "1", 1: "½", 0: "0"}
FORFEIT_WIN, FORFEIT_LOSS = "+", "−"
NOT_YET = "*"


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One game or bye of a player. `points` and `cumulative` (after this line) in half-points.

    `opponent` is a pairing number and `opponent_place` the opponent's place in the standings; they and `is_white` are
    None for a bye. `text` is what is printed of the result: 1 ½ 0, + or − for a forfeit, * before it is played, and
    "" for a bye, whose word the template finds by `result`.
    """

    opponent: int | None
    opponent_place: int | None
    is_white: bool | None
    result: ResultKind
    text: str
    points: int
    cumulative: int


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One player: `rounds` has one element a round, with no cell (not paired), one, or several (a knockout match)."""

    place: int
    number: int
    points: int
    rounds: tuple[tuple[CrosstableCell, ...], ...]


def crosstable(rows: Sequence[StandingRow], rounds: Sequence[RoundRecord]) -> tuple[CrosstableRow, ...]:
    """The crosstable of `rounds` for the players of the standings `rows`, in their order."""
    sheets = score_sheets((row.number for row in rows), rounds)
    places = {row.number: row.place for row in rows}
    return tuple(CrosstableRow(row.place, row.number, row.points, _rounds(sheets, row.number, places)) for row in rows)


def _rounds(sheets: ScoreSheets, number: int, places: dict[int, int]) -> tuple[tuple[CrosstableCell, ...], ...]:
    """The cells of one player by round."""
    rounds: list[list[CrosstableCell]] = [[] for _ in range(sheets.rounds)]
    cumulative = 0
    for line in sheets.lines[number]:
        cumulative += line.points
        place = places[line.opponent] if line.opponent is not None else None
        cell = CrosstableCell(line.opponent, place, line.is_white, line.result, _text(line), line.points, cumulative)
        rounds[line.round - 1].append(cell)
    return tuple(tuple(cells) for cells in rounds)


def _text(line: SheetLine) -> str:
    """What is printed of a result."""
    if line.result is ResultKind.PENDING:
        return NOT_YET
    if line.result.is_forfeit:
        return FORFEIT_WIN if line.points else FORFEIT_LOSS
    return "" if line.result.is_bye else _PLAYED_TEXT[line.points]
