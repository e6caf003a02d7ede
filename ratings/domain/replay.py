"""The replay: one sweep over the timeline that derives every rating change from the rated events, and where everybody stands after them.

An event takes the state of its players at its start and adds its changes at its end; between the two it is frozen,
and events may overlap. The timeline is ordered by (date, order, publication, start before end), and by event id should
two events ever share a position, so the order in which events are handed in never matters (RULES section 1).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date
from heapq import heappop, heappush
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from ratings.domain.collector import without_collector
from ratings.domain.errors import InvalidTimeline
from ratings.domain.rating import pick, sums_of
from ratings.domain.records import GAMES
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.tally import Checkpoint, Row, Tally
from ratings.domain.timeline import EventChanges, EventId, PlayerId, Position, RatedEvent

ALGORITHM = 4  # raise it whenever the same events may give other figures: every club's ladder is then stale and built anew

_REPORT = 1000  # events

Timeline: TypeAlias = Iterable[RatedEvent | EventChanges]
"""Events to be rated, and events whose changes are known and stand as they are."""

_start = attrgetter("starts", "event_id")


class Replayed(NamedTuple):
    """The changes of every event in the order in which the events start, everybody's tally after all, and checkpoints on the way."""

    changes: list[EventChanges]
    tallies: dict[PlayerId, Tally]
    checkpoints: list[Checkpoint]


class Marks(NamedTuple):
    """Before which events a checkpoint is wanted.

    A place counts events by their starts, from `first`, that of the first of the timeline. Going on from a checkpoint, what was in flight
    there stands right before the rest, so that `first` is the checkpoint's place less their number, and `ended_on` is its own.
    """

    places: Collection[int] = ()
    first: int = 0
    ended_on: date | None = None


NO_MARKS = Marks()


def replay(
    timeline: Timeline,
    before: Mapping[PlayerId, Tally],
    start_ratings: Mapping[PlayerId, int],
    rulebook: RuleBook,
    marks: Marks = NO_MARKS,
    report: Callable[[int], None] = lambda rated: None,
) -> Replayed:
    """Rate what is to be rated, and fold everything into one tally a player.

    From scratch: all rated events, and in `before` only those who brought a rating from elsewhere (`brought`). From a checkpoint on: its
    tallies besides, the changes of what was in flight there, and what starts at it or later. Events whose changes are known must start
    before those that are rated anew.

    A player whom nothing before knows enters at the start of their first event, with the rating of `start_ratings` if there is one,
    else with the start rating of the rules of that event, and 0 games in any case.

    `report` is told from time to time how many events are done.

    Raises InvalidTimeline: an event twice, or ending before it starts.
    """
    with without_collector():
        return _sweep(_in_order(timeline), _Ladder(before), start_ratings, rulebook, marks, report)


def tally(history: Iterable[EventChanges], before: Mapping[PlayerId, Tally] | None = None) -> dict[PlayerId, Tally]:
    """Fold the changes of `history` into one Tally a player, in the order in which the events end.

    `before` holds the tallies of those whose rating was brought from elsewhere (`brought`), and of an earlier part of the history if every
    event of that ended before the first event of this one ends. Without an earlier part the history must be complete.
    The order of `history` does not matter.
    """
    return replay(history, before or {}, {}, RuleBook()).tallies


def _sweep(
    in_order: list[RatedEvent | EventChanges],
    ladder: "_Ladder",
    start_ratings: Mapping[PlayerId, int],
    rulebook: RuleBook,
    marks: Marks,
    report: Callable[[int], None],
) -> Replayed:
    results: list[EventChanges] = []
    checkpoints: list[Checkpoint] = []
    wanted = set(marks.places)
    for place, event in enumerate(in_order, marks.first):
        starts = event.starts
        ladder.end_before(starts)
        if place in wanted:
            checkpoints.append(ladder.checkpoint(starts, place, marks.ended_on))
        changes = ladder.rate(event, start_ratings, rulebook.on(starts[0])) if isinstance(event, RatedEvent) else ladder.take(event)
        results.append(changes)
        if not len(results) % _REPORT:
            report(len(results))
    ladder.end_all()
    return Replayed(results, ladder.tallies(), checkpoints)


class _Ladder:
    """Everybody who has appeared or brought a rating, and the events that have not ended as a heap by their ends."""

    __slots__ = ("ended_on", "rows", "under_way")

    def __init__(self, before: Mapping[PlayerId, Tally]) -> None:
        self.rows = {player: Row.of(tally) for player, tally in before.items()}
        self.under_way: list[tuple[Position, EventId, EventChanges, tuple[Row, ...]]] = []
        self.ended_on: date | None = None

    def rate(self, event: RatedEvent, start_ratings: Mapping[PlayerId, int], rules: Rules) -> EventChanges:
        """The event starts: its changes from what everybody has now. Who is new to the ladder enters it."""
        players = event.players
        try:
            rows = pick(self.rows, players)
        except KeyError:
            self._enter((player, start_ratings.get(player, rules.start), 0) for player in players)
            rows = pick(self.rows, players)
        before, games = tuple([row.rating for row in rows]), tuple([row.games for row in rows])
        sums = sums_of(event, before, games, rules)
        changes = EventChanges(event.event_id, event.starts, event.ends, players, before, games, *sums)
        heappush(self.under_way, (event.ends, event.event_id, changes, rows))
        return changes

    def take(self, changes: EventChanges) -> EventChanges:
        """The event starts, and its changes are known."""
        try:
            rows = pick(self.rows, changes.players)
        except KeyError:
            self._enter(zip(changes.players, changes.before, changes.games_before, strict=True))
            rows = pick(self.rows, changes.players)
        heappush(self.under_way, (changes.ends, changes.event_id, changes, rows))
        return changes

    def _enter(self, players: Iterable[tuple[PlayerId, int, int]]) -> None:
        for player, rating, games in players:
            if player not in self.rows:
                self.rows[player] = Row(rating, games)

    def end_before(self, position: Position) -> None:
        """Everything ends that ends before it."""
        under_way = self.under_way
        while under_way and under_way[0][0] < position:
            self._end(*heappop(under_way)[2:])

    def end_all(self) -> None:
        """Everything ends."""
        while self.under_way:
            self._end(*heappop(self.under_way)[2:])

    def _end(self, changes: EventChanges, rows: tuple[Row, ...]) -> None:
        self.ended_on = ended_on = changes.ends[0]
        played = (changes.event_id, ended_on)
        for row, change, record, games in zip(rows, changes.change, changes.record, changes.played, strict=True):
            row.rating = rating = row.rating + change
            if rating > row.peak:
                row.peak = rating
            if games:
                row.games += GAMES[record]
                row.record += games
                row.last_change, row.last = change, played
            elif row.last[1] is None:  # who only was present keeps the event before, if there is one in which a game was played
                row.last = (changes.event_id, None)

    def tallies(self) -> dict[PlayerId, Tally]:
        """Everybody, when nothing is under way."""
        return {player: row.tally() for player, row in self.rows.items()}

    def checkpoint(self, position: Position, place: int, ended_on: date | None) -> Checkpoint:
        """As everybody stands now; `ended_on` if nothing has ended here."""
        in_flight = [changes for _, _, changes, _ in self.under_way]
        appeared = {player for changes in in_flight for player in changes.players}
        rows = {player: row.figures() for player, row in self.rows.items() if row.last[0] is not None or player in appeared}
        players = tuple(sorted(rows))
        columns: Iterator[tuple[object, ...]] = zip(*pick(rows, players), strict=True) if players else iter([()] * 7)
        ids = tuple(sorted(changes.event_id for changes in in_flight))
        return Checkpoint(position, place, self.ended_on or ended_on, ids, players, *columns)  # type: ignore[arg-type]


def _in_order(timeline: Timeline) -> list[RatedEvent | EventChanges]:
    """The events by their starts.

    Raises InvalidTimeline.
    """
    in_order = sorted(timeline, key=_start)
    seen: set[EventId] = set()
    for event in in_order:
        if event.event_id in seen:
            raise InvalidTimeline(f"Event {event.event_id} stands in the timeline twice.", event=event.event_id)
        if event.ends < event.starts:
            raise InvalidTimeline(f"Event {event.event_id} ends before it starts.", event=event.event_id)
        seen.add(event.event_id)
    return in_order
