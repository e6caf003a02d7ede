"""Ladder settings: the guide's defaults, their ranges, and which hold on a day."""

from datetime import date
from typing import Any

import pytest

from ratings.domain.errors import InvalidRules, RatingError
from ratings.domain.rules import RuleBook, Rules


def test_defaults_are_the_guides_figures() -> None:
    assert Rules() == Rules(start=12_000, k_new=40, k_established=20, new_games=20, provisional_games=5)


def test_k_and_status_change_at_the_thresholds() -> None:
    rules = Rules()
    assert [rules.k_for(games) for games in (0, 19, 20, 21)] == [40, 40, 20, 20]
    assert [rules.is_provisional(games) for games in (0, 4, 5, 6)] == [True, True, False, False]


def test_a_threshold_of_zero_switches_it_off() -> None:
    rules = Rules(new_games=0, provisional_games=0)
    assert (rules.k_for(0), rules.is_provisional(0)) == (20, False)


@pytest.mark.parametrize(
    ("settings", "field", "message"),
    [
        ({"start": 999}, "start", "start must be from 1000 to 40000, not 999."),
        ({"start": 40_001}, "start", "start must be from 1000 to 40000, not 40001."),
        ({"k_new": -1}, "k_new", "k_new must be from 0 to 200, not -1."),
        ({"k_established": 201}, "k_established", "k_established must be from 0 to 200, not 201."),
        ({"new_games": -1}, "new_games", "new_games must be from 0 to 32767, not -1."),
        ({"provisional_games": 2.5}, "provisional_games", "provisional_games must be a whole number, not 2.5."),
        ({"k_new": True}, "k_new", "k_new must be a whole number, not True."),
    ],
)
def test_a_wrong_setting_is_named(settings: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules(**settings)
    assert (str(caught.value), caught.value.params["field"], caught.value.code) == (message, field, "invalid_rules")
    assert isinstance(caught.value, RatingError)


def test_rules_hold_from_their_date_on() -> None:
    first, spring, summer = Rules(), Rules(k_established=24), Rules(k_established=16)
    book = RuleBook(first, {date(2026, 6, 1): summer, date(2026, 3, 1): spring})
    days = [
        date(1999, 1, 1),
        date(2026, 2, 28),
        date(2026, 3, 1),
        date(2026, 5, 31),
        date(2026, 6, 1),
        date(2030, 1, 1),
    ]
    assert [book.on(day) for day in days] == [first, first, spring, spring, summer, summer]


def test_a_book_without_dates_holds_always() -> None:
    assert RuleBook().on(date(2026, 1, 1)) == Rules()
    assert RuleBook(later={date(2026, 1, 1): Rules()}) == RuleBook(later={date(2026, 1, 1): Rules()})
