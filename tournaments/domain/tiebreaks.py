"""Tie-breaks by FIDE C.07: the edition in force from 1 March 2026, and that of August 2024 where it differs.

Every function is pure and answers for one player of some `ScoreSheets`. Units: half-points for BH, PS, KS and for
direct encounter, quarter-points for SB (half-points of the opponent × half-points taken), games for WON.

In a Swiss, unplayed rounds follow Article 16 and a player who is in no pairing of a round counts as having asked for
a zero-point bye in it. Where the pairings are determined beforehand (`Pairings.FIXED`), Article 15.2 holds: forfeits
count as games, and rounds without an opponent do not exist. A game still to be played counts for nothing.

Not handled: Article 6.3, direct encounter among players who have not all met (it answers None), the ratings
tie-breaks of Article 10, and provisions of the event's own rules (16.6).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from itertools import combinations

from tournaments.domain.results import ResultKind
from tournaments.domain.score_sheets import ScoreSheets, SheetLine

_DRAW = 1  # half-points


class Edition(StrEnum):
    """The text of C.07 by the date from which it holds."""

    AUGUST_2024 = "2024-08"
    MARCH_2026 = "2026-03"  # the dummy's score is capped (16.4)


class Pairings(Enum):
    """Whether the pairings depend on the results (Article 16) or were determined beforehand (15.2)."""

    SWISS = "swiss"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class _Element:
    """What one round brings: the opponent's or the dummy's score, and the points taken, both in half-points."""

    opponent_score: int
    points: int
    is_voluntary: bool


def adjusted_score(sheets: ScoreSheets, number: int, pairings: Pairings = Pairings.SWISS) -> int:
    """Half-points of a player as they count for the opponents' tie-breaks (16.3).

    A requested bye that no round of another kind follows counts as a draw.
    """
    if pairings is Pairings.FIXED:
        return sheets.points[number]
    total, only_voluntary_follow = 0, True
    for line in reversed(_with_absences(sheets, number)):
        total += _DRAW if only_voluntary_follow and line.is_requested_bye else line.points
        only_voluntary_follow = only_voluntary_follow and line.is_voluntary
    return total


def buchholz(sheets: ScoreSheets, number: int, *, cut: int = 0, median: int = 0, edition: Edition = Edition.MARCH_2026) -> int:
    """BH in half-points (8.1): the sum of the opponents' adjusted scores.

    `cut` = n is BH/Cn, less the n least significant values; `median` = n is BH/Mn, less also the n highest. Only for a
    Swiss: in a round robin it says nothing that the points do not say (and 15.2 bans it).
    """
    elements = _elements(sheets, number, Pairings.SWISS, edition)
    for _ in range(cut + median):
        _cut_lowest(elements, weighted=False)
    scores = sorted(element.opponent_score for element in elements)
    return sum(scores[: max(0, len(scores) - median)])


def sonneborn_berger(
    sheets: ScoreSheets,
    number: int,
    pairings: Pairings = Pairings.SWISS,
    *,
    cut: int = 0,
    edition: Edition = Edition.MARCH_2026,
) -> int:
    """SB in quarter-points (9.1): Σ opponent's adjusted score × points taken from them; `cut` = n is SB/Cn."""
    elements = _elements(sheets, number, pairings, edition)
    for _ in range(cut):
        _cut_lowest(elements, weighted=True)
    return sum(element.opponent_score * element.points for element in elements)


def games_won(sheets: ScoreSheets, number: int) -> int:
    """WON (7.2): games won over the board."""
    return sum(line.result.is_played and line.points == 2 for line in sheets.lines[number])


def progressive(sheets: ScoreSheets, number: int, *, cut: int = 0) -> int:
    """PS in half-points (7.5): the sum of the running scores after each round; `cut` = n leaves out the first n."""
    running = [0] * (sheets.rounds + 1)
    for line in sheets.lines[number]:
        running[line.round] += line.points
    for played in range(1, sheets.rounds + 1):
        running[played] += running[played - 1]
    return sum(running[1 + cut :])


def koya(sheets: ScoreSheets, number: int) -> int:
    """KS in half-points (9.2), for fixed pairings: points against those with at least half of the maximum.

    The maximum of an opponent is that of the rounds in which they had somebody to play.
    """
    return sum(
        line.points
        for line in sheets.lines[number]
        if line.opponent is not None
        and sheets.points[line.opponent] >= sum(other.opponent is not None for other in sheets.lines[line.opponent])
    )


def direct_encounter(sheets: ScoreSheets, tied: Collection[int], pairings: Pairings = Pairings.SWISS) -> dict[int, Fraction] | None:
    """DE (6): half-points of each of `tied` in the games among themselves; None unless all of them have met.

    A pair that met more than once counts with its average. Forfeits are no games here, except where the pairings were
    determined beforehand.
    """
    met: dict[tuple[int, int], list[int]] = {}
    among = frozenset(tied)
    for number in tied:
        for line in sheets.lines[number]:
            is_game = line.result.is_played or (pairings is Pairings.FIXED and line.result.is_forfeit)
            if is_game and line.opponent is not None and line.opponent in among:
                met.setdefault((number, line.opponent), []).append(line.points)
    if any(pair not in met for pair in combinations(tied, 2)):
        return None
    sums = dict.fromkeys(tied, Fraction(0))
    for (number, _), points in met.items():
        sums[number] += Fraction(sum(points), len(points))
    return sums


def _with_absences(sheets: ScoreSheets, number: int) -> list[SheetLine]:
    """The sheet in the order of rounds, with a zero-point bye for every round in which the player is not paired."""
    lines = list(sheets.lines[number])
    there = {line.round for line in lines}
    lines += [
        SheetLine(missing, None, None, ResultKind.ZERO_POINT_BYE, 0) for missing in range(1, sheets.rounds + 1) if missing not in there
    ]
    return sorted(lines, key=lambda line: line.round)


def _elements(sheets: ScoreSheets, number: int, pairings: Pairings, edition: Edition) -> list[_Element]:
    """What each round of the player brings; the sums and the cuts are made over these."""
    if pairings is Pairings.FIXED:
        return [
            _Element(sheets.points[line.opponent], line.points, is_voluntary=False)
            for line in sheets.lines[number]
            if line.opponent is not None and line.result is not ResultKind.PENDING
        ]
    return [
        _Element(_opponent_score(sheets, number, line, edition), line.points, line.is_voluntary)
        for line in _with_absences(sheets, number)
        if line.result is not ResultKind.PENDING
    ]


def _opponent_score(sheets: ScoreSheets, number: int, line: SheetLine, edition: Edition) -> int:
    """The opponent's adjusted score, or for an unplayed round that of the dummy (16.4)."""
    if line.opponent is not None and line.result.is_played:
        return adjusted_score(sheets, line.opponent)
    own = sheets.points[number]
    if edition is Edition.AUGUST_2024:
        return own
    if line.opponent is not None:
        return min(own, adjusted_score(sheets, line.opponent))
    return min(own, _DRAW * sheets.rounds)


def _cut_lowest(elements: list[_Element], *, weighted: bool) -> None:
    """Take out the least significant element (16.5), in place.

    Normally that of the opponent with the lowest score (among equals the lowest product). A voluntarily unplayed round
    goes first, the lowest of them, unless it is worth less than that element.
    """
    if not elements:
        return
    least = min(elements, key=_significance)
    voluntary = [element for element in elements if element.is_voluntary]
    if voluntary:
        unplayed = min(voluntary, key=lambda element: (_worth(element, weighted), *_significance(element)))
        if _worth(unplayed, weighted) >= _worth(least, weighted):
            least = unplayed
    elements.remove(least)


def _significance(element: _Element) -> tuple[int, int]:
    return element.opponent_score, element.opponent_score * element.points


def _worth(element: _Element, weighted: bool) -> int:
    return element.opponent_score * element.points if weighted else element.opponent_score


def modified_median(opponents: Sequence[int], wins: int, losses: int) -> int:
    """Modified median of the opponents' scores (RULES section 8; no FIDE code, all games taken as played).

    More wins than losses leaves out the lowest score, fewer the highest, equally many both.
    """
    scores = sorted(opponents)
    return sum(scores[int(wins >= losses) : len(scores) - int(losses >= wins)])
