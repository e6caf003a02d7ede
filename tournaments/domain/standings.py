"""The table of an event: who stands where, with how many points, and by which tie-breaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from tournaments.domain import tiebreaks
from tournaments.domain.record import EntryRecord, EventFormat, RoundRecord
from tournaments.domain.score_sheets import ScoreSheets, SheetLine, score_sheets
from tournaments.domain.tiebreaks import Edition, Pairings

_FIXED = frozenset({EventFormat.ROUND_ROBIN, EventFormat.DOUBLE_ROUND_ROBIN, EventFormat.SCHEVENINGEN})
_Key = int | Fraction | tuple[Decimal, ...]


class TieBreak(StrEnum):
    """The tie-breaks that a table shows, by FIDE code."""

    BUCHHOLZ_CUT_1 = "BH/C1"
    BUCHHOLZ = "BH"
    SONNEBORN_BERGER = "SB"


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """One tie-break of one player, in whole points as printed (9.25)."""

    code: TieBreak
    value: Decimal


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player of the table. `points` in half-points; everything else counts games.

    `wins`, `draws` and `losses` and the colours are of games played over the board: byes and forfeits are in the
    points alone.
    """

    place: int
    number: int
    points: int
    wins: int
    draws: int
    losses: int
    whites: int
    blacks: int
    tie_breaks: tuple[TieBreakValue, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows in their order. `as_published` says that the places are those of the source."""

    rows: tuple[StandingRow, ...]
    as_published: bool


def standings(
    entries: Sequence[EntryRecord],
    rounds: Sequence[RoundRecord],
    event_format: EventFormat,
    *,
    edition: Edition = Edition.MARCH_2026,
) -> Standings:
    """The table after `rounds`.

    Places are the published ones where every entry has one and they fit the points (`_ranks_hold`). Otherwise, in this
    order: points; direct encounter where all who are tied have met; Sonneborn-Berger where the pairings are determined
    beforehand (round robin, Scheveningen), else Buchholz cut 1 and Buchholz. In a knockout the round in which a player
    was first beaten decides alone, and nothing is counted from points. Who is equal in everything shares the place, and
    stands in the order of pairing numbers.
    """
    sheets = score_sheets((entry.number for entry in entries), rounds)
    pairings = Pairings.FIXED if event_format in _FIXED else Pairings.SWISS
    is_knockout = event_format is EventFormat.KNOCKOUT
    values = {entry.number: () if is_knockout else _tie_breaks(sheets, entry.number, pairings, edition) for entry in entries}
    as_published = _ranks_hold(entries, sheets, event_format)
    published = sorted((entry.rank or 0, entry.number) for entry in entries)
    placed = published if as_published else _places(_by_survival(sheets) if is_knockout else _ranked(sheets, values, pairings))
    rows = tuple(_row(place, number, sheets, values[number]) for place, number in placed)
    return Standings(rows, as_published)


def _ranks_hold(entries: Sequence[EntryRecord], sheets: ScoreSheets, event_format: EventFormat) -> bool:
    """True if the published ranks are complete and make sense.

    Each is one more than the number of better ones (so shared ranks are fine), and nobody has more points than
    somebody ranked above, except in a knockout, where the place says how far a player came.
    """
    ranks = sorted(entry.rank or 0 for entry in entries)
    if not ranks or any(rank != ranks.index(rank) + 1 for rank in ranks):
        return False
    if event_format is EventFormat.KNOCKOUT:
        return True
    points = [sheets.points[e.number] for e in sorted(entries, key=lambda e: (e.rank or 0, -sheets.points[e.number]))]
    return points == sorted(points, reverse=True)


def _tie_breaks(sheets: ScoreSheets, number: int, pairings: Pairings, edition: Edition) -> tuple[TieBreakValue, ...]:
    """The tie-breaks of one player in the order in which they decide."""
    if pairings is Pairings.FIXED:
        quarters = tiebreaks.sonneborn_berger(sheets, number, pairings, edition=edition)
        return (TieBreakValue(TieBreak.SONNEBORN_BERGER, Decimal(quarters) / 4),)
    cut = tiebreaks.buchholz(sheets, number, cut=1, edition=edition)
    whole = tiebreaks.buchholz(sheets, number, edition=edition)
    return (
        TieBreakValue(TieBreak.BUCHHOLZ_CUT_1, Decimal(cut) / 2),
        TieBreakValue(TieBreak.BUCHHOLZ, Decimal(whole) / 2),
    )


def _ranked(sheets: ScoreSheets, values: Mapping[int, tuple[TieBreakValue, ...]], pairings: Pairings) -> list[list[int]]:
    """The players in groups, best first, whoever is equal in everything in one group."""
    ranked: list[list[int]] = []
    for tied in _split(sorted(sheets.points), sheets.points.__getitem__):
        for still_tied in _by_direct_encounter(sheets, tied, pairings):
            ranked += _split(still_tied, lambda number: tuple(value.value for value in values[number]))
    return ranked


def _by_survival(sheets: ScoreSheets) -> list[list[int]]:
    """The players of a knockout in groups, best first: the later beaten, and of these the less often (a match for third place)."""
    return _split(sorted(sheets.points), lambda number: _survival(sheets, number))


def _survival(sheets: ScoreSheets, number: int) -> tuple[Decimal, ...]:
    """(round of the first lost match, minus the number of them); who never lost one is in until the last round, or left after theirs."""
    played = sorted({line.round for line in sheets.lines[number]})
    beaten = [each for each in played if _is_beaten(sheets, number, each)]
    if beaten:
        return Decimal(beaten[0]), Decimal(-len(beaten))
    stayed = bool(played) and played[-1] == sheets.rounds
    return Decimal(sheets.rounds + 1 if stayed else max(played, default=0)), Decimal(0)


def _is_beaten(sheets: ScoreSheets, number: int, round_number: int) -> bool:
    """True if the opponents of a round took more points of it, over all its games, than the player did."""
    mine = [line for line in sheets.lines[number] if line.round == round_number]
    opponents = {line.opponent for line in mine if line.opponent is not None}
    theirs = [line for each in opponents for line in sheets.lines[each] if line.round == round_number and line.opponent == number]
    return sum(line.points for line in theirs) > sum(line.points for line in mine)


def _by_direct_encounter(sheets: ScoreSheets, tied: list[int], pairings: Pairings) -> list[list[int]]:
    """The tied in groups by C.07 Art. 6, applied again to those who are still equal; untouched if not all have met."""
    if len(tied) == 1:
        return [tied]
    sums = tiebreaks.direct_encounter(sheets, tied, pairings)
    groups = _split(tied, sums.__getitem__) if sums else [tied]
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in _by_direct_encounter(sheets, group, pairings)]


def _split(numbers: Iterable[int], key: Callable[[int], _Key]) -> list[list[int]]:
    """Groups of equal key, highest key first, in the given order within a group."""
    ordered = sorted(numbers, key=key, reverse=True)  # stable, in reverse too
    return [list(group) for _, group in groupby(ordered, key=key)]


def _places(ranked: Iterable[list[int]]) -> list[tuple[int, int]]:
    """(place, number) in order: who shares a place takes as many as they are."""
    placed: list[tuple[int, int]] = []
    for group in ranked:
        place = len(placed) + 1
        placed += [(place, number) for number in group]
    return placed


def _row(place: int, number: int, sheets: ScoreSheets, tie_breaks: tuple[TieBreakValue, ...]) -> StandingRow:
    """One row of the table."""
    played: list[SheetLine] = [line for line in sheets.lines[number] if line.result.is_played]
    return StandingRow(
        place=place,
        number=number,
        points=sheets.points[number],
        wins=sum(line.points == 2 for line in played),
        draws=sum(line.points == 1 for line in played),
        losses=sum(line.points == 0 for line in played),
        whites=sum(line.is_white is True for line in played),
        blacks=sum(line.is_white is False for line in played),
        tie_breaks=tie_breaks,
    )
