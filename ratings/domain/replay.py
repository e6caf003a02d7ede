"""The replay: one sweep over the timeline that derives every rating change from the rated events.

An event takes the state of its players at its start and adds its changes at its end; between the two it is frozen,
and events may overlap. The timeline is ordered by (date, order, publication, start before end), and by event id should
two events ever share a position, so the order in which events are handed in never matters (RULES section 1).
"""

from collections.abc import Callable, Iterable, Mapping
from heapq import heapify, heappop, heappush
from operator import add, attrgetter
from typing import TypeAlias

from ratings.domain.collector import without_collector
from ratings.domain.errors import InvalidTimeline
from ratings.domain.rating import pick, sums_of
from ratings.domain.records import GAMES
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventChanges, EventId, PlayerId, PlayerState, Position, RatedEvent

ALGORITHM = 4  # raise it whenever the same events may give other figures: every club's ladder is then stale and built anew

_REPORT = 1000  # events

_UnderWay: TypeAlias = list[tuple[Position, EventId, EventChanges]]
"""Events that have started and not ended, as a heap by their ends."""

_start = attrgetter("starts", "event_id")


def replay(
    events: Iterable[RatedEvent],
    state_before: Mapping[PlayerId, tuple[int, int]],
    start_ratings: Mapping[PlayerId, int],
    rulebook: RuleBook,
    in_flight: Iterable[EventChanges] = (),
    report: Callable[[int], None] = lambda rated: None,
) -> list[EventChanges]:
    """The changes of every event of `events`, in the order in which the events start.

    From scratch: all rated events, and in `state_before` (rating in tenths, rated games) only those who brought both from elsewhere. From a
    position on: the events that start at or after it, `state_before` also of everybody who appears in an event that started earlier (see
    `state_at`), and `in_flight`, the known changes of events that started earlier and end at or after it: they are
    added at their end and not computed again.

    A player whom `state_before` does not know enters at the start of their first event, with the rating of
    `start_ratings` if there is one, else with the start rating of the rules of that event, and 0 games in any case.

    `report` is told from time to time how many events are rated.

    Raises InvalidTimeline: an event twice, or ending before it starts.
    """
    with without_collector():
        return _sweep(events, _Running(state_before), start_ratings, rulebook, in_flight, report)


def _sweep(
    events: Iterable[RatedEvent],
    ladder: "_Running",
    start_ratings: Mapping[PlayerId, int],
    rulebook: RuleBook,
    in_flight: Iterable[EventChanges],
    report: Callable[[int], None],
) -> list[EventChanges]:
    under_way: _UnderWay = [(changes.ends, changes.event_id, changes) for changes in in_flight]
    heapify(under_way)
    results: list[EventChanges] = []
    for event in _in_order(events, under_way):
        starts = event.starts
        while under_way and under_way[0][0] < starts:
            ladder.add(heappop(under_way)[2])
        changes = ladder.rate(event, start_ratings, rulebook.on(starts[0]))
        results.append(changes)
        if not len(results) % _REPORT:
            report(len(results))
        heappush(under_way, (event.ends, event.event_id, changes))
    return results


class _Running:
    """Ratings and numbers of games while the replay goes through time."""

    __slots__ = ("games", "ratings")

    def __init__(self, states: Mapping[PlayerId, tuple[int, int]]) -> None:
        self.ratings = {player: rating for player, (rating, _) in states.items()}
        self.games = {player: games for player, (_, games) in states.items()}

    def rate(self, event: RatedEvent, start_ratings: Mapping[PlayerId, int], rules: Rules) -> EventChanges:
        """The event starts: its changes from what everybody has now. Who is new to the ladder enters it."""
        players = event.players
        try:
            before = pick(self.ratings, players)
        except KeyError:
            self._enter(players, start_ratings, rules)
            before = pick(self.ratings, players)
        games_before = pick(self.games, players)
        return EventChanges(
            event.event_id, event.starts, event.ends, players, before, games_before, *sums_of(event, before, games_before, rules)
        )

    def _enter(self, players: Iterable[PlayerId], start_ratings: Mapping[PlayerId, int], rules: Rules) -> None:
        for player in players:
            if player not in self.ratings:
                self.ratings[player] = start_ratings.get(player, rules.start)
                self.games[player] = 0

    def add(self, changes: EventChanges) -> None:
        """The event ends."""
        players, now, played = changes.players, changes.before, changes.games_before
        if changes.starts != changes.ends:  # others may have ended in between
            now, played = pick(self.ratings, players), pick(self.games, players)
        self.ratings.update(zip(players, map(add, now, changes.change), strict=True))
        self.games.update(zip(players, map(add, played, map(GAMES.__getitem__, changes.record)), strict=True))


def _in_order(events: Iterable[RatedEvent], in_flight: _UnderWay) -> list[RatedEvent]:
    """The events by their starts.

    Raises InvalidTimeline.
    """
    in_order = sorted(events, key=_start)
    seen = {event_id for _, event_id, _ in in_flight}
    for event in in_order:
        if event.event_id in seen:
            raise InvalidTimeline(f"Event {event.event_id} stands in the timeline twice.", event=event.event_id)
        if event.ends < event.starts:
            raise InvalidTimeline(f"Event {event.event_id} ends before it starts.", event=event.event_id)
        seen.add(event.event_id)
    return in_order


def state_at(
    position: Position, history: Iterable[EventChanges], before: Mapping[PlayerId, PlayerState] | None = None
) -> tuple[dict[PlayerId, PlayerState], list[EventChanges]]:
    """State just before `position`, and what is in flight there: the last two things that `replay` asks for.

    `before` is the state from which `history` goes on: those who brought a rating from elsewhere, and at a checkpoint everybody
    who had appeared by then. `history` holds the changes of (at least) every event that starts between there and `position`, and
    of what was in flight there; later ones are passed over.
    """
    states = dict(before or {})
    started = sorted((c for c in history if c.starts < position), key=lambda c: (c.starts, c.event_id))
    for changes in started:
        for player, rating, games in zip(changes.players, changes.before, changes.games_before, strict=True):
            states.setdefault(player, PlayerState(rating, games))
    for changes in started:
        if changes.ends < position:
            _add(states, changes)
    return states, [changes for changes in started if changes.ends >= position]


def _add(states: dict[PlayerId, PlayerState], changes: EventChanges) -> None:
    """Add the changes of an event that ends to the states."""
    for player, change, games in zip(changes.players, changes.change, changes.counted_games, strict=True):
        rating, played = states[player]
        states[player] = PlayerState(rating + change, played + games)
