"""What the ladder shows of each player, folded from the changes of the events: the content of a Standing row, and of checkpoints."""

from collections.abc import Iterable, Mapping
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

from ratings.domain.rating import pick
from ratings.domain.records import GAMES, packed, unpacked
from ratings.domain.timeline import EventChanges, EventId, PlayerId, PlayerState, Position

_NEVER = -(1 << 62)  # the peak of somebody of whom no event has ended

_start = attrgetter("starts", "event_id")
_end = attrgetter("ends", "event_id")


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

    def states(self) -> dict[PlayerId, PlayerState]:
        """What everybody of it brings into an event."""
        return dict(zip(self.players, map(PlayerState, self.rating, self.games), strict=True))

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


def tally(history: Iterable[EventChanges], before: Mapping[PlayerId, Tally] | None = None) -> dict[PlayerId, Tally]:
    """Fold the changes of `history` into one Tally a player, in the order in which the events end.

    `before` holds the tallies of those whose rating was brought from elsewhere (`brought`), and of an earlier part of the history if every
    event of that ended before the first event of this one ends. Without an earlier part the history must be complete.
    The order of `history` does not matter.
    """
    return fold(history, before or {}).tallies


class Fold(NamedTuple):
    """The tallies after a history, and the checkpoints that were asked for on the way."""

    tallies: dict[PlayerId, Tally]
    checkpoints: list[Checkpoint]


def fold(
    history: Iterable[EventChanges],
    before: Mapping[PlayerId, Tally],
    places: Iterable[int] = (),
    first_place: int = 0,
    ended_on: date | None = None,
) -> Fold:
    """As `tally`, with a checkpoint before each event of `places`.

    A place counts events by their starts, from `first_place`, that of the first of `history`. Going on from a checkpoint, what was in
    flight there stands right before the rest, so that `first_place` is the checkpoint's place less their number, and `ended_on` is its own.
    """
    by_start = sorted(history, key=_start)
    running = _Running(before)
    by_end = sorted(by_start, key=_end)
    started = ended = 0
    in_flight: dict[EventId, EventChanges] = {}
    checkpoints: list[Checkpoint] = []
    for place in sorted(places):
        position = by_start[place - first_place].starts
        in_flight.update((changes.event_id, changes) for changes in by_start[started : place - first_place])
        started = place - first_place
        while by_end[ended].ends < position:
            running.add(by_end[ended])
            del in_flight[by_end[ended].event_id]
            ended += 1
        until = by_end[ended - 1].ends[0] if ended else ended_on
        checkpoints.append(running.checkpoint(position, place, until, in_flight))
    for changes in by_end[ended:]:
        running.add(changes)
    return Fold(running.tallies(), checkpoints)


class _Row:
    """One person's tally while events end; `record` is packed, `last` the event and the date of `Tally.last_event` and `last_played`."""

    __slots__ = ("games", "last", "last_change", "peak", "rating", "record")

    def __init__(self, rating: int, games: int) -> None:
        self.rating, self.games, self.record = rating, games, 0
        self.last_change, self.peak = 0, _NEVER
        self.last: tuple[EventId | None, date | None] = (None, None)

    @classmethod
    def of(cls, tally: Tally) -> "_Row":
        row = cls(tally.rating, tally.games)
        row.record = packed(tally.wins, tally.draws, tally.losses)
        row.last_change, row.peak, row.last = tally.last_change, tally.peak, (tally.last_event, tally.last_played)
        return row

    def tally(self) -> Tally:
        return Tally(self.rating, self.games, *unpacked(self.record), self.last_change, *self.last, self.peak)


class _Running:
    """Everybody of whom an event has ended, or who brought a rating."""

    def __init__(self, before: Mapping[PlayerId, Tally]) -> None:
        self.rows = {player: _Row.of(tally) for player, tally in before.items()}

    def add(self, changes: EventChanges) -> None:
        """The event ends."""
        if not self.rows.keys() >= set(changes.players):
            self._enter(changes)
        rows = pick(self.rows, changes.players)
        # Whether others may have ended since it started.
        now = changes.before if changes.starts == changes.ends else [row.rating for row in rows]
        played = (changes.event_id, changes.ends[0])
        figures = zip(rows, now, changes.change, changes.record, changes.played, strict=True)
        for row, before, change, record, games in figures:
            row.rating = rating = before + change
            if rating > row.peak:
                row.peak = rating
            if games:
                row.games += GAMES[record]
                row.record += games
                row.last_change, row.last = change, played
            elif row.last[1] is None:  # who only was present keeps the event before, if there is one in which a game was played
                row.last = (changes.event_id, None)

    def _enter(self, changes: EventChanges) -> None:
        """Who is new here brought the same rating and games into every event that started before this one ended."""
        for player, rating, games in zip(changes.players, changes.before, changes.games_before, strict=True):
            if player not in self.rows:
                self.rows[player] = _Row(rating, games)

    def tallies(self) -> dict[PlayerId, Tally]:
        """As everybody stands now."""
        return {player: row.tally() for player, row in self.rows.items()}

    def checkpoint(self, position: Position, place: int, ended_on: date | None, in_flight: Mapping[EventId, EventChanges]) -> Checkpoint:
        """As everybody stands now."""
        entered: dict[PlayerId, tuple[int, int]] = {}
        for changes in in_flight.values():
            entered.update(zip(changes.players, zip(changes.before, changes.games_before, strict=True), strict=True))
        columns: dict[PlayerId, tuple[Any, ...]] = {
            player: (row.rating, row.games, row.record, row.last_change, *row.last, row.peak)
            for player, row in self.rows.items()
            if row.last[0] is not None or player in entered
        }
        for player in entered.keys() - columns.keys():
            columns[player] = (*entered[player], 0, 0, None, None, None)
        players = tuple(sorted(columns))
        figures = zip(*pick(columns, players), strict=True) if players else [()] * 7
        return Checkpoint(position, place, ended_on, tuple(sorted(in_flight)), players, *figures)
