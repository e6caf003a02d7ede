"""What the ladder shows of a player, folded from the changes."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.domain.replay import tally
from ratings.domain.rules import RuleBook
from ratings.domain.tally import Tally
from ratings.domain.timeline import RatedEvent
from tests.ratings.domain.histories import History, histories
from tests.ratings.domain.replaying import changes_of


def test_a_season_of_two_evenings() -> None:
    first = RatedEvent.of(8, (date(2026, 3, 1), 0, 1), (date(2026, 3, 1), 0, 1), [(1, 2, 2), (2, 1, 1)])
    second = RatedEvent.of(4, (date(2026, 3, 8), 0, 2), (date(2026, 3, 9), 0, 2), [(1, 2, 0)], players=[3])
    third = RatedEvent.of(5, (date(2026, 3, 15), 0, 3), (date(2026, 3, 15), 0, 3), [], players=[1])
    assert tally(changes_of([third, second, first], {}, {}, RuleBook())) == {
        1: Tally(11_977, 3, 1, 1, 1, -223, 4, date(2026, 3, 9), 12_200),
        2: Tally(12_023, 3, 1, 1, 1, 223, 4, date(2026, 3, 9), 12_023),
        3: Tally(12_000, 0, 0, 0, 0, 0, 4, None, 12_000),
    }


def test_change_and_date_belong_to_one_event() -> None:
    """A later evening in which nothing was rated (byes, Armageddon) changes neither, however many there are."""
    played = RatedEvent.of(7, (date(2026, 3, 8), 0, 1), (date(2026, 3, 8), 0, 1), [(1, 2, 2)])
    byes = [RatedEvent.of(10 + day, (date(2026, 3, day), 0, 2), (date(2026, 3, day), 0, 2), [], players=[1, 3]) for day in (1, 15, 22)]
    found = tally(changes_of([played, *byes], {}, {}, RuleBook()))
    assert {player: (t.last_event, t.last_change, t.last_played) for player, t in found.items()} == {
        1: (7, 200, date(2026, 3, 8)),
        2: (7, -200, date(2026, 3, 8)),
        3: (32, 0, None),
    }


def test_a_game_that_did_not_count_stands_in_the_record() -> None:
    event = RatedEvent.of(1, (date(2026, 3, 1), 0, 1), (date(2026, 3, 1), 0, 1), [(1, 2, 0)])
    found = tally(changes_of([event], {1: (14_000, 9)}, {}, RuleBook()))
    assert found[1] == Tally(14_000, 9, 0, 0, 1, 0, 1, date(2026, 3, 1), 14_000)


@settings(max_examples=100, deadline=None)
@given(histories())
def test_rating_and_games_are_those_of_the_replay(history: History) -> None:
    changes = changes_of([event.rated() for event in history.events], {}, history.start_ratings, history.rulebook)
    found = tally(changes)
    sums: dict[int, tuple[int, int]] = {}
    for event in changes:
        for player, before, games, *added in zip(
            event.players, event.before, event.games_before, event.change, event.counted_games, strict=True
        ):
            rating, played = sums.get(player, (before, games))
            sums[player] = (rating + added[0], played + added[1])
    assert {player: (t.rating, t.games) for player, t in found.items()} == sums
    assert all(t.wins + t.draws + t.losses >= t.games and t.peak >= t.rating for t in found.values())


@settings(max_examples=100, deadline=None)
@given(histories(), st.integers(0, 9))
def test_folding_on_from_a_checkpoint_equals_folding_all(history: History, cut: int) -> None:
    changes = changes_of([event.rated() for event in history.events], {}, history.start_ratings, history.rulebook)
    by_end = sorted(changes, key=lambda c: (c.ends, c.event_id))
    assert tally(by_end[cut:], tally(by_end[:cut])) == tally(changes)
