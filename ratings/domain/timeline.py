"""Where events stand in time, and what they bring to the replay and take from it.

Plain tuples and lists, because the replay runs over every game that a club ever played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, TypeAlias

PlayerId: TypeAlias = int
EventId: TypeAlias = int
Position: TypeAlias = tuple[date, int, int]
"""(the club's local date, order within the date, publication number): total, since the last is the club's own count."""

Game: TypeAlias = tuple[PlayerId, PlayerId, int]
"""(white, black, White's half-points 0 | 1 | 2)."""


class PlayerState(NamedTuple):
    """What a player brings into an event: rating in tenths, number of rated games."""

    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """One event that the ladder counts.

    `games` holds rated games only (`ResultKind.is_rated`) between two known, different persons; the same pair may
    stand in it several times. `players` adds those who appear in the event without such a game (byes, forfeits): they
    get a row with change 0 and games 0. Whoever is in `games` need not be named in `players`.
    """

    event_id: EventId
    starts: Position
    ends: Position
    games: Sequence[Game]
    players: Sequence[PlayerId] = ()


@dataclass(frozen=True, slots=True)
class EventChanges:
    """What one event does to the ladder: parallel tuples, one element a player, by ascending player id.

    `before` and `games_before` are the frozen state from before the event; `change` (tenths) and `counted_games` are
    added when it ends. `score` is in half-points, of the counted games only. `wins`, `draws` and `losses` are the
    player's record over all games of `RatedEvent.games`, also those that the ladder does not count for this player
    because the opponent was provisional: they were played, and they belong to the lifetime record.
    """

    event_id: EventId
    starts: Position
    ends: Position
    players: tuple[PlayerId, ...]
    before: tuple[int, ...]
    games_before: tuple[int, ...]
    change: tuple[int, ...]
    counted_games: tuple[int, ...]
    score: tuple[int, ...]
    wins: tuple[int, ...]
    draws: tuple[int, ...]
    losses: tuple[int, ...]
