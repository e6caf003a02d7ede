"""The replay: one sweep over the timeline that derives every rating change from the rated events.

An event takes the state of its players at its start and adds its changes at its end; between the two it is frozen,
and events may overlap. The timeline is ordered by (date, order, publication, start before end), and by event id should
two events ever share a position, so the order in which events are handed in never matters (RULES section 1).
"""

from collections.abc import Iterable, Mapping, Sequence

from ratings.domain.elo import EXPECTED, HALF, LIMIT, ONE, change_in_tenths
from ratings.domain.errors import InvalidGame, InvalidTimeline
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventChanges, EventId, PlayerId, PlayerState, Position, RatedEvent

ALGORITHM = 3  # raise it whenever the same events may give other figures: every club's ladder is then stale and built anew

_START, _END = 0, 1
_Key = tuple[Position, int, EventId]


def replay(
    events: Iterable[RatedEvent],
    state_before: Mapping[PlayerId, tuple[int, int]],
    start_ratings: Mapping[PlayerId, int],
    rulebook: RuleBook,
    in_flight: Iterable[EventChanges] = (),
) -> list[EventChanges]:
    """The changes of every event of `events`, in the order in which the events start.

    From scratch: all rated events, and in `state_before` (rating in tenths, rated games) only those who brought both from elsewhere. From a
    position on: the events that start at or after it, `state_before` also of everybody who appears in an event that started earlier (see
    `state_at`), and `in_flight`, the known changes of events that started earlier and end at or after it: they are
    added at their end and not computed again.

    A player whom `state_before` does not know enters at the start of their first event, with the rating of
    `start_ratings` if there is one, else with the start rating of the rules of that event, and 0 games in any case.

    Raises InvalidTimeline (an event twice, or ending before it starts) and InvalidGame.
    """
    states = {player: PlayerState(*state) for player, state in state_before.items()}
    pending: dict[EventId, EventChanges] = {}
    results: list[EventChanges] = []
    for (_, phase, event_id), item in _timeline(events, in_flight):
        if phase == _END:
            _add(states, pending.pop(event_id) if isinstance(item, RatedEvent) else item)
        elif isinstance(item, RatedEvent):
            rules = rulebook.on(item.starts[0])
            pending[event_id] = rate_event(item, states, start_ratings, rules)
            results.append(pending[event_id])
    return results


def rate_event(
    event: RatedEvent,
    states: dict[PlayerId, PlayerState],
    start_ratings: Mapping[PlayerId, int],
    rules: Rules,
) -> EventChanges:
    """The changes of one event from the frozen `states`; players who are new to the ladder are entered there."""
    players = _players_of(event)
    for player in players:
        if player not in states:
            states[player] = PlayerState(start_ratings.get(player, rules.start), 0)
    before = [states[player][0] for player in players]
    games_before = [states[player][1] for player in players]
    sums = _Sums(len(players))
    _sum_games(event, players, before, [rules.is_provisional(games) for games in games_before], sums)
    change = [change_in_tenths(rules.k_for(games), gain) for games, gain in zip(games_before, sums.surplus, strict=True)]
    return EventChanges(
        event_id=event.event_id,
        starts=event.starts,
        ends=event.ends,
        players=tuple(players),
        before=tuple(before),
        games_before=tuple(games_before),
        change=tuple(change),
        counted_games=tuple(sums.counted),
        score=tuple(sums.score),
        wins=tuple(sums.record[2]),
        draws=tuple(sums.record[1]),
        losses=tuple(sums.record[0]),
    )


class _Sums:
    """Running sums of one event, one element a player; `record` is indexed by half-points: losses, draws, wins."""

    __slots__ = ("counted", "record", "score", "surplus")

    def __init__(self, size: int) -> None:
        self.counted = [0] * size
        self.score = [0] * size
        self.surplus = [0] * size
        self.record = ([0] * size, [0] * size, [0] * size)


def _sum_games(event: RatedEvent, players: Sequence[PlayerId], before: list[int], provisional: list[bool], sums: _Sums) -> None:
    """Add every game of the event to `sums`: the inner loop of the whole ladder."""
    index = {player: row for row, player in enumerate(players)}
    counted, score, surplus, record = sums.counted, sums.score, sums.surplus, sums.record
    for white, black, points in event.games:
        if white == black or points not in (0, 1, 2):
            raise InvalidGame(
                f"Event {event.event_id}: {white} against {black} with {points} half-points cannot be rated.",
                event=event.event_id,
            )
        w, b = index[white], index[black]
        record[points][w] += 1
        record[2 - points][b] += 1
        difference = before[w] - before[b]
        if -LIMIT < difference < LIMIT:
            gain = points * HALF - EXPECTED[difference + LIMIT]
        else:
            gain = points * HALF - (ONE if difference > 0 else 0)
        if provisional[w] or not provisional[b]:
            counted[w] += 1
            score[w] += points
            surplus[w] += gain
        if provisional[b] or not provisional[w]:
            counted[b] += 1
            score[b] += 2 - points
            surplus[b] -= gain  # exact: the expected scores of a pair add up to one point


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
        for player, before, games in zip(changes.players, changes.before, changes.games_before, strict=True):
            states.setdefault(player, PlayerState(before, games))
    for changes in started:
        if changes.ends < position:
            _add(states, changes)
    return states, [changes for changes in started if changes.ends >= position]


def _timeline(events: Iterable[RatedEvent], in_flight: Iterable[EventChanges]) -> list[tuple[_Key, RatedEvent | EventChanges]]:
    """Every start and end in order; the ends only of what is in flight."""
    stops: list[tuple[_Key, RatedEvent | EventChanges]] = []
    seen: set[EventId] = set()
    items: list[RatedEvent | EventChanges] = [*events, *in_flight]
    for item in items:
        if item.event_id in seen:
            raise InvalidTimeline(f"Event {item.event_id} stands in the timeline twice.", event=item.event_id)
        if item.ends < item.starts:
            raise InvalidTimeline(f"Event {item.event_id} ends before it starts.", event=item.event_id)
        seen.add(item.event_id)
        stops.append(((item.ends, _END, item.event_id), item))
        if isinstance(item, RatedEvent):
            stops.append(((item.starts, _START, item.event_id), item))
    stops.sort(key=lambda stop: stop[0])
    return stops


def _add(states: dict[PlayerId, PlayerState], changes: EventChanges) -> None:
    """Add the changes of an event that ends to the running states."""
    for player, change, games in zip(changes.players, changes.change, changes.counted_games, strict=True):
        rating, played = states[player]
        states[player] = PlayerState(rating + change, played + games)


def _players_of(event: RatedEvent) -> Sequence[PlayerId]:
    """Everybody of the event, by ascending id."""
    players = set(event.players)
    for white, black, _ in event.games:
        players.add(white)
        players.add(black)
    return sorted(players)
