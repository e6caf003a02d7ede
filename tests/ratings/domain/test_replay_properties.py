"""The replay against the plain implementation, and the invariants that can be said in one sentence."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.domain.replay import Marks, Replayed, replay
from ratings.domain.tally import brought
from ratings.domain.timeline import EventChanges, Position
from tests.ratings.domain.histories import History, Played, as_rows, histories, positions, reference_ladder
from tests.ratings.domain.replaying import changes_of

thorough = settings(max_examples=300, deadline=None)
quick = settings(max_examples=100, deadline=None)


def from_scratch(history: History) -> list[EventChanges]:
    return changes_of([event.rated() for event in history.events], history.brought, history.start_ratings, history.rulebook)


@thorough
@given(histories())
def test_equals_the_plain_implementation(history: History) -> None:
    assert as_rows(from_scratch(history)) == reference_ladder(history)


@thorough
@given(histories(), st.randoms(use_true_random=False))
def test_order_of_events_and_boards_never_matters(history: History, chance: Random) -> None:
    shuffled = []
    for event in history.events:
        games, players = list(event.games), list(event.players)
        chance.shuffle(games)
        chance.shuffle(players)
        shuffled.append(Played(event.event_id, event.starts, event.ends, games, players))
    chance.shuffle(shuffled)
    assert from_scratch(History(shuffled, history.rulebook, history.start_ratings, history.brought)) == from_scratch(history)


@thorough
@given(histories(), st.data())
def test_replay_from_any_position_equals_from_scratch(history: History, data: st.DataObject) -> None:
    edges = sorted({edge for event in history.events for edge in (event.starts, event.ends)})
    position: Position = data.draw(st.sampled_from(edges) | positions)
    whole = from_scratch(history)
    known = [changes for changes in whole if changes.starts < position]
    tail = [event.rated() for event in history.events if event.starts >= position]
    assert changes_of([*known, *tail], history.brought, history.start_ratings, history.rulebook) == whole


@thorough
@given(histories(), st.data())
def test_replay_from_any_checkpoint_equals_from_scratch(history: History, data: st.DataObject) -> None:
    events, starts, rules = [event.rated() for event in history.events], history.start_ratings, history.rulebook
    came = {player: brought(*state) for player, state in history.brought.items()}
    place = data.draw(st.integers(0, len(events) - 1))
    whole = replay(events, came, starts, rules, Marks(range(len(events))))
    checkpoint = whole.checkpoints[place]
    in_flight = [changes for changes in whole.changes if changes.event_id in checkpoint.in_flight]
    tail = [event for event in events if event.starts >= checkpoint.position]
    first = place - len(in_flight)
    again = replay(
        [*in_flight, *tail], came | checkpoint.tallies(), starts, rules, Marks(range(place, len(events)), first, checkpoint.ended_on)
    )
    assert again == Replayed([*in_flight, *whole.changes[place:]], whole.tallies, whole.checkpoints[place:])


@quick
@given(histories())
def test_an_established_player_is_never_moved_by_newcomers(history: History) -> None:
    for event in from_scratch(history):
        rules = history.rulebook.on(event.starts[0])
        provisional = {player for player, games in zip(event.players, event.games_before, strict=True) if rules.is_provisional(games)}
        played = next(e for e in history.events if e.event_id == event.event_id).games
        for row, player in enumerate(event.players):
            opponents = {b if w == player else w for w, b, _ in played if player in (w, b)}
            if player not in provisional and opponents <= provisional:
                assert (event.change[row], event.counted_games[row], event.score[row]) == (0, 0, 0)
