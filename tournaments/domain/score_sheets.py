"""The event seen from each player: one line a round, from which points, tie-breaks and crosstable are read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.record import PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind

_REQUESTED_BYES = frozenset({ResultKind.HALF_POINT_BYE, ResultKind.ZERO_POINT_BYE})


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One pairing or bye from one player's side. `points` in half-points as awarded.

    `opponent` is the pairing number of the scheduled opponent, also where one of the two did not come; it and
    `is_white` are None for a bye.
    """

    round: int
    opponent: int | None
    is_white: bool | None
    result: ResultKind
    points: int

    @property
    def is_requested_bye(self) -> bool:
        """True for a half-point or zero-point bye: the player asked not to be paired, or is not there."""
        return self.result in _REQUESTED_BYES

    @property
    def is_forfeit_loss(self) -> bool:
        """True if the player was paired and did not come."""
        return self.result.is_forfeit and self.points == 0

    @property
    def is_voluntary(self) -> bool:
        """True for a voluntarily unplayed round (C.07 Art. 16.2.5): a requested bye or a forfeit loss."""
        return self.is_requested_bye or self.is_forfeit_loss


@dataclass(frozen=True, slots=True)
class ScoreSheets:
    """All score sheets of an event by pairing number; `rounds` is the number of the last round paired so far.

    A sheet has its lines in the order of rounds and boards. A player who is in no pairing of a round has no line for
    it; a round may give a player several lines (the games of a knockout match).
    """

    lines: Mapping[int, tuple[SheetLine, ...]]
    points: Mapping[int, int]
    rounds: int


def score_sheets(numbers: Iterable[int], rounds: Sequence[RoundRecord]) -> ScoreSheets:
    """Score sheets of the players `numbers`, who include everybody that `rounds` pairs (KeyError otherwise)."""
    lines: dict[int, list[SheetLine]] = {number: [] for number in numbers}
    for record in sorted(rounds, key=lambda record: record.number):
        for pairing in sorted(record.pairings, key=lambda pairing: pairing.board):
            for number, line in _both_sides(record.number, pairing):
                lines[number].append(line)
    points = {number: sum(line.points for line in sheet) for number, sheet in lines.items()}
    last = max((record.number for record in rounds), default=0)
    return ScoreSheets({number: tuple(sheet) for number, sheet in lines.items()}, points, last)


def _both_sides(round_number: int, pairing: PairingRecord) -> list[tuple[int, SheetLine]]:
    """The line of White and, unless it is a bye, that of Black."""
    white, black, result = pairing.white, pairing.black, pairing.result
    if black is None:
        return [(white, SheetLine(round_number, None, None, result, result.white_points))]
    return [
        (white, SheetLine(round_number, black, True, result, result.white_points)),
        (black, SheetLine(round_number, white, False, result, result.black_points)),
    ]
