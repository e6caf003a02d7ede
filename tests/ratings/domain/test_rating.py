"""The quick sums of an event are the plain ones."""

from datetime import date
from itertools import repeat
from operator import add

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.domain.elo import LIMIT, ONE, change_in_tenths
from ratings.domain.rating import _changes, plain_sums, quick_sums, sums_of
from ratings.domain.records import packed
from ratings.domain.rules import Rules
from ratings.domain.timeline import RatedEvent

PLAYERS = range(6)
pairs = st.permutations(PLAYERS).map(lambda order: order[:2])
games = st.lists(st.tuples(pairs, st.integers(0, 2)).map(lambda game: (*game[0], game[1])), max_size=40)
rules = st.builds(
    Rules, k_new=st.integers(0, 200), k_established=st.integers(0, 200), new_games=st.integers(0, 9), provisional_games=st.integers(0, 9)
)
ratings = st.lists(st.integers(5000, 26_000), min_size=6, max_size=6)
numbers = st.lists(st.integers(0, 12), min_size=6, max_size=6)


def event_of(games: list[tuple[int, int, int]], players: int) -> RatedEvent:
    place = (date(2026, 3, 1), 0, 1)
    return RatedEvent.between(1, place, place, tuple(range(players)), games)


@settings(max_examples=300, deadline=None)
@given(games, ratings, numbers, rules)
def test_quick_and_plain_are_equal(games: list[tuple[int, int, int]], before: list[int], played: list[int], rules: Rules) -> None:
    event = event_of(games, len(PLAYERS))
    sums = quick_sums(event, before, played, rules)
    assert sums == plain_sums(event, before, played, rules)
    assert tuple(map(add, sums.record, sums.uncounted or repeat(0))) == event.played


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 200), st.integers(-20 * ONE, 20 * ONE))
def test_a_change_is_rounded_half_away_from_zero_for_every_k(k: int, surplus: int) -> None:
    assert _changes(k, [surplus]) == [change_in_tenths(k, surplus)]


@pytest.mark.parametrize("k", [0, 1, 3, 10, 15, 20, 25, 30, 32, 40, 64, 200])
def test_a_tie_is_rounded_away_from_zero(k: int) -> None:
    ties = [sign * (tenths * ONE // 10 + ONE // 20) // k if k else 0 for tenths in range(7) for sign in (1, -1)]
    assert _changes(k, ties) == [change_in_tenths(k, tie) for tie in ties]


def test_what_the_quick_one_cannot_do_is_done_plainly() -> None:
    far = [0, LIMIT + 5000]
    assert sums_of(event_of([(0, 1, 2)], 2), far, [30, 30], Rules()).change == (200, -200)
    often = sums_of(event_of([(0, 1, 2)] * 3000, 2), [12000, 12000], [30, 30], Rules())
    assert often.record == (packed(3000, 0, 0), packed(0, 0, 3000))
    assert often.change == (300_000, -300_000)
