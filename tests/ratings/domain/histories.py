"""Random histories of a club, small and dense: overlaps, equal dates, rule changes, players about to be established."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

from hypothesis import strategies as st

from ratings.domain.records import unpacked
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventChanges, PlayerId, PlayerState, Position, RatedEvent
from tests.ratings import reference

FIRST_DAY = date(2026, 1, 1)
PLAYERS = range(1, 9)


class Played(NamedTuple):
    """An event by the ids of its players."""

    event_id: int
    starts: Position
    ends: Position
    games: list[tuple[PlayerId, PlayerId, int]]
    players: list[PlayerId]

    def rated(self) -> RatedEvent:
        return RatedEvent.of(*self)


@dataclass(frozen=True)
class History:
    """One club: its events in no particular order, its rules, its known starting ratings."""

    events: list[Played]
    rulebook: RuleBook
    start_ratings: dict[PlayerId, int]
    brought: dict[PlayerId, PlayerState] = field(default_factory=dict)


days = st.integers(0, 5).map(lambda days: FIRST_DAY + timedelta(days=days))
games = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS), st.integers(0, 2)).filter(lambda g: g[0] != g[1]),
    max_size=14,
)
rules = st.builds(
    Rules,
    start=st.integers(8000, 16_000),
    k_new=st.integers(1, 60),
    k_established=st.integers(1, 40),
    new_games=st.integers(0, 12),
    provisional_games=st.integers(0, 6),
)
states = st.builds(PlayerState, rating=st.integers(5000, 26_000), games=st.integers(0, 30))
rulebooks = st.builds(RuleBook, beginning=rules, later=st.dictionaries(days, rules, max_size=2))


@st.composite
def events(draw: st.DrawFn, number: int) -> Played:
    """One event; `number` is its publication number, so positions differ."""
    first, last = sorted([draw(days), draw(days)])
    orders = [draw(st.integers(0, 2)), draw(st.integers(0, 2))]
    if first == last:
        orders.sort()
    return Played(
        event_id=100 - number,
        starts=(first, orders[0], number),
        ends=(last, orders[1], number),
        games=draw(games),
        players=draw(st.lists(st.sampled_from(PLAYERS), max_size=3)),
    )


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Up to nine events of up to eight players, handed over in a random order."""
    numbers = range(1, draw(st.integers(1, 9)) + 1)
    known = draw(st.dictionaries(st.sampled_from(PLAYERS), st.integers(5000, 26_000), max_size=3))
    listed = draw(st.permutations([draw(events(number)) for number in numbers]))
    came = draw(st.dictionaries(st.sampled_from(PLAYERS), states, max_size=3))
    return History(listed, draw(rulebooks), known, came)


positions: st.SearchStrategy[Position] = st.tuples(days, st.integers(0, 3), st.integers(0, 10))


def reference_ladder(history: History) -> reference.Ladder:
    """The same history by the plain implementation."""
    return reference.ladder(
        [
            {
                "id": event.event_id,
                "starts": event.starts,
                "ends": event.ends,
                "games": list(event.games),
                "players": list(event.players),
            }
            for event in history.events
        ],
        [(None, settings(history.rulebook.beginning))] + [(since, settings(later)) for since, later in history.rulebook.later.items()],
        history.start_ratings,
        {player: (state.rating, state.games) for player, state in history.brought.items()},
    )


def settings(rules: Rules) -> reference.Settings:
    """The settings as the plain implementation wants them."""
    names = ("start", "k_new", "k_established", "new_games", "provisional_games")
    return {name: getattr(rules, name) for name in names}


def as_rows(changes: list[EventChanges]) -> reference.Ladder:
    """The result of the replay in the shape of the plain implementation."""
    return {event.event_id: {player: _row(event, at) for at, player in enumerate(event.players)} for event in changes}


def _row(event: EventChanges, at: int) -> reference.Row:
    wins, draws, losses = unpacked(event.played[at])
    return {
        "before": event.before[at],
        "games_before": event.games_before[at],
        "change": event.change[at],
        "counted": event.counted_games[at],
        "score": event.score[at],
        "wins": wins,
        "draws": draws,
        "losses": losses,
    }
