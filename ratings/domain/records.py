"""Games won, drawn and lost in one integer: the replay adds them up in one step, and the database keeps them in one column.

20 bits each, the won ones lowest: a record is `wins + (draws << 20) + (losses << 40)`, and records are added by adding these numbers.
"""

from collections.abc import Iterable

_BITS = 20
_MOST = (1 << _BITS) - 1
WON, DRAWN, LOST = 1, 1 << _BITS, 1 << 2 * _BITS

# What a game gives by the half-points of White.
WHITE_RECORD = (LOST, DRAWN, WON)
BLACK_RECORD = (WON, DRAWN, LOST)


def records_of(white: Iterable[int], black: Iterable[int], points: Iterable[int], players: int) -> tuple[int, ...]:
    """The record of so many players in these games: White and Black by their places, and White's half-points."""
    records, of_white, of_black = [0] * players, WHITE_RECORD, BLACK_RECORD
    for one, other, scored in zip(white, black, points, strict=True):
        records[one] += of_white[scored]
        records[other] += of_black[scored]
    return tuple(records)


def packed(wins: int, draws: int, losses: int) -> int:
    """The record as one number; each of the three below 2²⁰."""
    return wins | draws << _BITS | losses << 2 * _BITS


def unpacked(record: int) -> tuple[int, int, int]:
    """Won, drawn, lost."""
    return record & _MOST, record >> _BITS & _MOST, record >> 2 * _BITS


def score_of(record: int) -> int:
    """Half-points."""
    wins, draws, _ = unpacked(record)
    return 2 * wins + draws


class _Games(dict[int, int]):
    """Number of games by record. Those of single events are few and come again and again: looking one up is quicker than unpacking it."""

    def __missing__(self, record: int) -> int:
        self[record] = games = sum(unpacked(record))
        return games


GAMES = _Games()
"""The number of games in the record of one event."""
