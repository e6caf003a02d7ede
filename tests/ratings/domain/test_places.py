"""Where checkpoints stand."""

from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.places import EVERY, places_of


def test_a_short_history_has_none() -> None:
    assert [places_of(events) for events in (0, 1, EVERY)] == [[], [], []]


def test_there_is_one_every_26_events_and_further_back_fewer() -> None:
    assert places_of(27) == [26]
    assert places_of(26 * 20 + 1) == [26 * number for number in (4, 6, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20)]


@given(st.integers(1, 200_000))
def test_nowhere_are_more_events_read_than_twice_those_that_are_replayed(events: int) -> None:
    places = [0, *places_of(events)]
    gaps = zip(places, [*places[1:], events], strict=True)
    assert all(later - earlier <= max(EVERY, (events - later) // 2 + EVERY) for earlier, later in gaps)
    assert len(places) < 100
