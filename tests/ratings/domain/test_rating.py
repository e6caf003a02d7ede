"""The quick sums of an event are the plain ones."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.domain.elo import LIMIT
from ratings.domain.rating import plain_sums, quick_sums, sums_of
from ratings.domain.rules import Rules

PLAYERS = range(6)
pairs = st.permutations(PLAYERS).map(lambda order: order[:2])
games = st.lists(st.tuples(pairs, st.integers(0, 2)).map(lambda game: (*game[0], game[1])), max_size=40)
rules = st.builds(
    Rules, k_new=st.integers(0, 200), k_established=st.integers(0, 200), new_games=st.integers(0, 9), provisional_games=st.integers(0, 9)
)
ratings = st.lists(st.integers(5000, 26_000), min_size=6, max_size=6)
numbers = st.lists(st.integers(0, 12), min_size=6, max_size=6)


@settings(max_examples=300, deadline=None)
@given(games, ratings, numbers, rules)
def test_quick_and_plain_are_equal(games: list[tuple[int, int, int]], before: list[int], played: list[int], rules: Rules) -> None:
    assert quick_sums(games, before, played, rules) == plain_sums(games, before, played, rules)


def test_what_the_quick_one_cannot_do_is_done_plainly() -> None:
    far = [0, LIMIT + 5000]
    assert sums_of([(0, 1, 2)], far, [30, 30], Rules()).change == (200, -200)
    often = [(0, 1, 2)] * 128
    assert sums_of(often, [12000, 12000], [30, 30], Rules()) == plain_sums(often, [12000, 12000], [30, 30], Rules())
    assert sums_of(often, [12000, 12000], [30, 30], Rules()).wins == (128, 0)
