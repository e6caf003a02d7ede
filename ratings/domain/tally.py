"""What the ladder shows of each player, folded from the changes of the events: the content of a Standing row, and of checkpoints."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from operator import add, attrgetter
from typing import NamedTuple, TypeAlias

from ratings.domain.rating import pick
from ratings.domain.timeline import EventChanges, EventId, PlayerId, PlayerState, Position

_NEVER = -(1 << 62)  # the peak of somebody of whom no event has ended
_COUNT = 21  # bits for each of the games counted, won, drawn and lost in a lifetime

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

    `place` events started before it, of which those in `in_flight` have not ended and the last to end did so on `ended_on`. `tallies` has
    everybody of whom an event has ended, `entered` those who have only appeared in what is in flight. Who brought a rating and has not
    appeared is in neither.
    """

    position: Position
    place: int
    ended_on: date | None
    in_flight: tuple[EventId, ...]
    tallies: Mapping[PlayerId, Tally]
    entered: Mapping[PlayerId, PlayerState]

    @property
    def event_id(self) -> EventId:
        """The event before which it stands."""
        return self.position[2]

    def states(self) -> dict[PlayerId, PlayerState]:
        """What everybody of it brings into an event."""
        return {player: PlayerState(row.rating, row.games) for player, row in self.tallies.items()} | dict(self.entered)


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
    running = _Running(before, by_start)
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
        checkpoints.append(running.checkpoint(position, place, until, in_flight.values()))
    for changes in by_end[ended:]:
        running.add(changes)
    return Fold(dict(running.tallies()), checkpoints)


_Last: TypeAlias = tuple[int, EventId | None, date | None]
"""last_change, last_event, last_played of a Tally."""


class _Running:
    """The columns of the tallies while events end. `counts` are games counted, won, drawn and lost, packed in one number."""

    def __init__(self, before: Mapping[PlayerId, Tally], by_start: Sequence[EventChanges]) -> None:
        self.brought = {player for player, row in before.items() if row.last_event is None}
        self.ratings: dict[PlayerId, int] = {}
        self.counts: dict[PlayerId, int] = {}
        for changes in by_start:
            if not self.ratings.keys() >= set(changes.players):
                for player, rating, games in zip(changes.players, changes.before, changes.games_before, strict=True):
                    self.ratings.setdefault(player, rating)
                    self.counts.setdefault(player, games)
        self.peaks = dict.fromkeys(self.ratings, _NEVER)
        self.last: dict[PlayerId, EventChanges | _Last] = {}
        for player, row in before.items():
            self.ratings[player], self.peaks[player] = row.rating, row.peak
            self.counts[player] = _packed((row.games, row.wins, row.draws, row.losses))
            self.last[player] = (row.last_change, row.last_event, row.last_played)

    def add(self, changes: EventChanges) -> None:
        """The event ends."""
        players = changes.players
        if changes.starts == changes.ends:  # nothing ended in between
            after = tuple(map(add, changes.before, changes.change))
        else:
            after = tuple(map(add, pick(self.ratings, players), changes.change))
        self.ratings.update(zip(players, after, strict=True))
        self.peaks.update(zip(players, map(max, pick(self.peaks, players), after), strict=True))
        played = map(_PACKED.__getitem__, zip(changes.counted_games, changes.wins, changes.draws, changes.losses, strict=True))
        self.counts.update(zip(players, map(add, pick(self.counts, players), played), strict=True))
        if all(map(any, zip(changes.wins, changes.draws, changes.losses, strict=True))):
            self.last.update(dict.fromkeys(players, changes))
        else:
            self._note_last(changes)

    def _note_last(self, changes: EventChanges) -> None:
        """Who only was present keeps the event before, if there is one in which a game was played."""
        for player, *played in zip(changes.players, changes.wins, changes.draws, changes.losses, strict=True):
            if any(played):
                self.last[player] = changes
            elif self._last_of(player)[2] is None:
                self.last[player] = (0, changes.event_id, None)

    def _last_of(self, player: PlayerId) -> _Last:
        last = self.last.get(player, (0, None, None))
        if isinstance(last, EventChanges):
            return last.change[last.players.index(player)], last.event_id, last.ends[0]
        return last

    def tallies(self) -> Iterator[tuple[PlayerId, Tally]]:
        """Everybody of whom an event has ended, or who brought a rating."""
        for player, peak in self.peaks.items():
            if peak != _NEVER:
                counts = self.counts[player]
                won, drawn, lost = counts >> _COUNT & _MOST, counts >> 2 * _COUNT & _MOST, counts >> 3 * _COUNT
                yield player, Tally(self.ratings[player], counts & _MOST, won, drawn, lost, *self._last_of(player), peak)

    def checkpoint(self, position: Position, place: int, ended_on: date | None, in_flight: Collection[EventChanges]) -> Checkpoint:
        """As everybody stands now."""
        appeared = {player for changes in in_flight for player in changes.players}
        absent = self.brought.difference(appeared)
        tallies = {player: row for player, row in self.tallies() if row.last_event is not None or player not in absent}
        entered = {player: PlayerState(self.ratings[player], self.counts[player] & _MOST) for player in appeared if player not in tallies}
        return Checkpoint(position, place, ended_on, tuple(sorted(changes.event_id for changes in in_flight)), tallies, entered)


_MOST = (1 << _COUNT) - 1


def _packed(counts: tuple[int, int, int, int]) -> int:
    games, won, drawn, lost = counts
    return games | won << _COUNT | drawn << 2 * _COUNT | lost << 3 * _COUNT


class _Packed(dict[tuple[int, int, int, int], int]):
    """The counts of one event as one number; there are few, and they come again and again."""

    def __missing__(self, counts: tuple[int, int, int, int]) -> int:
        self[counts] = packed = _packed(counts)
        return packed


_PACKED = _Packed()
