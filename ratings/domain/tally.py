"""What the ladder shows of each player, folded from the changes of the events: the content of a Standing row, and of checkpoints."""

from datetime import date
from typing import NamedTuple

from ratings.domain.records import packed, unpacked
from ratings.domain.timeline import EventId, PlayerId, Position

_NEVER = -(1 << 62)  # the peak of somebody of whom no event has ended


class Tally(NamedTuple):
    """One player after all events that have been folded in.

    `rating`, `last_change` and `peak` are tenths. `games` counts the games that the ladder counted for this player,
    `wins`, `draws` and `losses` all rated games played, so their sum may be greater. `last_event` is the event that
    ended last among those in which the player played a rated game, `last_change` its change and `last_played` the date
    on which it ended: an evening of byes and Armageddon games is no part of the ladder. Without any such event they are
    those of the last one in which the player has a row, 0 and None; all three say nothing (0, None, None) of somebody whose
    rating was brought from elsewhere and who has no row yet. `peak` is the highest rating brought or held after an event,
    provisional or not.
    """

    rating: int
    games: int
    wins: int
    draws: int
    losses: int
    last_change: int
    last_event: EventId | None
    last_played: date | None
    peak: int


class Checkpoint(NamedTuple):
    """Everybody just before the event that starts at `position`, to go on from there without what came before.

    `place` events started before it, of which those in `in_flight` have not ended and the last to end did so on `ended_on`. The rest are
    parallel tuples, one element a person, by ascending id. All of whom an event has ended have the figures of a `Tally`, its wins, draws
    and losses packed in `record`; those who have only appeared in what is in flight have None for peak and what they brought there for
    rating and games. Who brought a rating and has not appeared is not in it.
    """

    position: Position
    place: int
    ended_on: date | None
    in_flight: tuple[EventId, ...]
    players: tuple[PlayerId, ...]
    rating: tuple[int, ...]
    games: tuple[int, ...]
    record: tuple[int, ...]
    last_change: tuple[int, ...]
    last_event: tuple[EventId | None, ...]
    last_played: tuple[date | None, ...]
    peak: tuple[int | None, ...]

    @property
    def event_id(self) -> EventId:
        """The event before which it stands."""
        return self.position[2]

    def tallies(self) -> dict[PlayerId, Tally]:
        """Everybody of whom an event has ended, or who brought a rating."""
        figures = zip(self.rating, self.games, self.record, self.last_change, self.last_event, self.last_played, self.peak, strict=True)
        return {
            player: Tally(rating, games, *unpacked(record), change, event, day, peak)
            for player, (rating, games, record, change, event, day, peak) in zip(self.players, figures, strict=True)
            if peak is not None
        }


def brought(rating: int, games: int) -> Tally:
    """Where somebody stands who came with a rating and that many games from elsewhere, before any event here."""
    return Tally(rating, games, wins=0, draws=0, losses=0, last_change=0, last_event=None, last_played=None, peak=rating)


class Row:
    """One person's tally while events end; `record` is packed, `last` the event and the date of `Tally.last_event` and `last_played`."""

    __slots__ = ("games", "last", "last_change", "peak", "rating", "record")

    def __init__(self, rating: int, games: int) -> None:
        self.rating, self.games, self.record = rating, games, 0
        self.last_change, self.peak = 0, _NEVER
        self.last: tuple[EventId | None, date | None] = (None, None)

    @classmethod
    def of(cls, tally: Tally) -> "Row":
        row = cls(tally.rating, tally.games)
        row.record = packed(tally.wins, tally.draws, tally.losses)
        row.last_change, row.peak, row.last = tally.last_change, tally.peak, (tally.last_event, tally.last_played)
        return row

    def tally(self) -> Tally:
        return Tally(self.rating, self.games, *unpacked(self.record), self.last_change, *self.last, self.peak)

    def figures(self) -> tuple[int, int, int, int, EventId | None, date | None, int | None]:
        """The columns of a `Checkpoint`; no event of somebody without a peak has ended."""
        return (self.rating, self.games, self.record, self.last_change, *self.last, None if self.peak == _NEVER else self.peak)
