"""Where events stand in time, and what they bring to the replay and take from it.

Plain tuples and lists, because the replay runs over every game that a club ever played.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from operator import add
from typing import NamedTuple, TypeAlias

from ratings.domain.errors import InvalidGame
from ratings.domain.records import GAMES, records_of, score_of

PlayerId: TypeAlias = int
EventId: TypeAlias = int
Position: TypeAlias = tuple[date, int, int]
"""(the club's local date, order within the date, publication number): total, since the last is the club's own count."""

Game: TypeAlias = tuple[int, int, int]
"""(White, Black, White's half-points 0 | 1 | 2), the two by their places among the players of the event."""


class PlayerState(NamedTuple):
    """What a player brings into an event: rating in tenths, number of rated games."""

    rating: int
    games: int


class RatedEvent(NamedTuple):
    """One event that the ladder counts.

    `players` is everybody who appears in it, by ascending id; who has no rated game (byes, forfeits) gets a row with change 0 and
    games 0. `white`, `black` and `points` are its games, one element each, by the places of the two in `players`, because a list is
    quicker to look into than a dictionary, and in columns, because these are made and dropped by the thousand. They are rated games only
    (`ResultKind.is_rated`) between two known, different persons; the same pair may stand in it several times. `played` is
    everybody's record in these games, packed (`ratings.domain.records`).
    """

    event_id: EventId
    starts: Position
    ends: Position
    players: tuple[PlayerId, ...]
    white: Sequence[int]
    black: Sequence[int]
    points: Sequence[int]
    played: tuple[int, ...]

    @classmethod
    def of(
        cls,
        event_id: EventId,
        starts: Position,
        ends: Position,
        games: Iterable[tuple[PlayerId, PlayerId, int]],
        players: Iterable[PlayerId] = (),
    ) -> "RatedEvent":
        """The event from games between players; `players` adds those who appear without such a game.

        Raises InvalidGame: somebody against themselves, or a score that is not 0, 1 or 2 half-points.
        """
        played = list(games)
        everybody = tuple(sorted({*players, *(player for white, black, _ in played for player in (white, black))}))
        place = {player: row for row, player in enumerate(everybody)}
        for white, black, points in played:
            if white == black or points not in (0, 1, 2):
                message = f"Event {event_id}: {white} against {black} with {points} half-points cannot be rated."
                raise InvalidGame(message, event=event_id)
        return cls.between(event_id, starts, ends, everybody, [(place[white], place[black], points) for white, black, points in played])

    @classmethod
    def between(
        cls, event_id: EventId, starts: Position, ends: Position, players: tuple[PlayerId, ...], games: Sequence[Game]
    ) -> "RatedEvent":
        """The event from games between places among `players`."""
        white, black, points = zip(*games, strict=True) if games else ((), (), ())
        return cls(event_id, starts, ends, players, white, black, points, records_of(white, black, points, len(players)))

    @property
    def games(self) -> list[Game]:
        """Its games one by one."""
        return list(zip(self.white, self.black, self.points, strict=True))


class EventChanges(NamedTuple):
    """What one event does to the ladder: parallel tuples, one element a player, by ascending player id.

    `before` and `games_before` are the frozen state from before the event; `change` (tenths) is added when it ends, and so is the number
    of games in `record`. `record` has the games that the ladder counts for the player; `uncounted` those of `RatedEvent.games` that it
    does not, because the opponent was provisional: they were played, and they belong to the lifetime record. It is empty if there are
    none in the whole event. Both are packed (`ratings.domain.records`).
    """

    event_id: EventId
    starts: Position
    ends: Position
    players: tuple[PlayerId, ...]
    before: tuple[int, ...]
    games_before: tuple[int, ...]
    change: tuple[int, ...]
    record: tuple[int, ...]
    uncounted: tuple[int, ...] = ()

    @property
    def counted_games(self) -> tuple[int, ...]:
        """The number of games that counted."""
        return tuple(map(GAMES.__getitem__, self.record))

    @property
    def score(self) -> tuple[int, ...]:
        """Half-points, of the counted games only."""
        return tuple(map(score_of, self.record))

    @property
    def played(self) -> tuple[int, ...]:
        """The packed record over all rated games, counted or not."""
        return tuple(map(add, self.record, self.uncounted)) if self.uncounted else self.record
