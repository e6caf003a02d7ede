"""How much a read event looks like a published one."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.likeness import NEAR, Likeness, add_players, compare_headings

DAY = date(2026, 3, 2)
texts = st.text(min_size=1, max_size=30)
days = st.dates(date(2000, 1, 1), date(2050, 1, 1))
names = st.lists(st.sampled_from("ABCDEFGH"), max_size=8)


@given(texts, days, names, texts, days, names)
def test_it_is_the_same_from_either_side_and_stays_between_0_and_100(
    name: str, on: date, players: list[str], other: str, other_on: date, others: list[str]
) -> None:
    there = add_players(compare_headings(name, on, other, other_on), players, others)
    back = add_players(compare_headings(other, other_on, name, on), others, players)

    assert there == back
    assert 0 <= there.score <= 100


@given(texts, days, names)
def test_nothing_is_more_alike_than_the_event_itself(name: str, on: date, players: list[str]) -> None:
    assert add_players(compare_headings(name, on, name, on), players, players).score == (100 if players else 70)


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_further_away_the_less_alike(nearer: int, further: int) -> None:
    nearer, further = sorted((nearer, further))

    def score(away: int) -> int:
        return compare_headings("Open", DAY, "Open", DAY + timedelta(days=away)).score

    assert score(nearer) >= score(further)


@pytest.mark.parametrize(
    ("away", "score", "near"), [(0, 100, True), (1, 91, True), (2, 82, True), (3, 74, True), (4, 65, False), (7, 65, False)]
)
def test_figures_of_the_same_evening_on_another_day(away: int, score: int, near: bool) -> None:
    found = add_players(compare_headings("Open", DAY, "Open", DAY + timedelta(days=away)), ["A", "B"], ["B", "A"])

    assert (found.score, found.near) == (score, near)


def test_the_threshold_is_reached_and_not_passed() -> None:
    assert (Likeness(NEAR).near, Likeness(NEAR - 1).near) == (True, False)


NIGHT = "ABCDEFGHIJKLMN"


@pytest.mark.parametrize(
    ("case", "other", "away", "others", "near"),
    [
        ("one player changed", "Summer special", 0, "ABCDEFGHIJKLMX", True),
        ("nothing but the name", "Summer special", 0, NIGHT, True),
        ("six of ten", "Summer special", 0, "ABCDEFUVWX", True),
        ("five of ten", "Summer special", 0, "ABCDETUVWX", False),
        ("the same half of them before the late ones came", "Summer special", 0, "ABCDEFG", True),
        ("another group of the day", "Club evening B", 0, "OPQRSTUVWXYZ", False),
        ("the week after", "Club evening", 7, NIGHT, False),
        ("the day after, renamed", "Summer special", 1, NIGHT, False),
    ],
)
def test_the_same_people_on_the_same_day_are_asked_about_whatever_the_name(
    case: str, other: str, away: int, others: str, near: bool
) -> None:
    headings = compare_headings("Club evening", DAY, other, DAY + timedelta(days=away))

    assert (case, add_players(headings, NIGHT, others).near) == (case, near)
