"""What an administrator and an arbiter may type into the forms of the ladder, and what they are told if it is something else."""

from decimal import Decimal

import pytest
from django.utils.translation import override

from ratings.domain.rules import Rules
from ratings.forms import RulesForm, StartRatingForm, figures_of
from tests.ratings.answers import RULES
from tournaments.forms import DayField

LANGUAGES = ("en", "he", "ru")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "tenths"),
    [("1432.5", 14_325), ("1432,5", 14_325), ("1432", 14_320), (" 1 432,5 ", 14_325), ("1\N{NO-BREAK SPACE}432.5", 14_325), ("", None)],
)
def test_a_rating_is_typed_with_a_point_or_a_comma(language: str, typed: str, tenths: int | None) -> None:
    with override(language):
        form = StartRatingForm({"start_rating": typed})
        assert (form.errors, form.cleaned_data) == ({}, {"start_rating": tenths})
        rules = RulesForm(RULES | {"start": typed or "1200"})
        assert (rules.errors, rules.cleaned_data["start"] * 10) == ({}, tenths or 12_000)


HOW = "Write a rating such as 1432 or 1432.5: at most one decimal, after a point or a comma."
RANGE = "A rating is from 100 to 4000."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("strong", HOW),
        ("1432.55", HOW),
        ("1,432", HOW),
        ("1,432.5", HOW),
        ("-5", HOW),
        ("99.9", RANGE),
        ("4000.1", RANGE),
        ("0", RANGE),
    ],
)
def test_what_is_accepted_is_said(typed: str, told: str) -> None:
    assert StartRatingForm({"start_rating": typed}).errors == {"start_rating": [told]}


@pytest.mark.parametrize(("language", "shown"), [("en", "1432.5"), ("he", "1432.5"), ("ru", "1432,5")])
def test_a_rating_is_shown_as_the_language_writes_it_and_can_be_sent_back(language: str, shown: str) -> None:
    with override(language):
        field = RulesForm(initial=figures_of(Rules(start=14_325)))["start"]
        assert f'value="{shown}"' in str(field)
        assert RulesForm(RULES | {"start": shown}).is_valid()


def test_the_date_of_rules_is_needed_with_a_date_alone_and_says_so() -> None:
    field = RulesForm()["day"]
    assert (str(field.label), field.field.required, " required" in str(field)) == ("The date, if it is “from a date on”", True, False)
    assert RulesForm(RULES).errors == {}
    assert RulesForm(RULES | {"holds": "date"}).errors == {"day": ["You chose “from a date on”: say from which one."]}


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [("en", "1 Jan 1900", "31 Dec 2100"), ("he", "1 בינו׳ 1900", "31 בדצמ׳ 2100"), ("ru", "1 янв. 1900", "31 дек. 2100")],
)
@pytest.mark.parametrize("typed", ["0001-01-01", "2101-01-01"])
def test_a_day_outside_the_calendar_is_refused_in_the_language(language: str, first: str, last: str, typed: str) -> None:
    form = type("Form", (RulesForm,), {"day": DayField()})(RULES | {"holds": "date", "day": typed})
    with override(language):
        (told,) = form.errors["day"]
    assert (first in told, last in told, "1900-01-01" in told) == (True, True, False)


def test_a_rating_of_the_rules_is_exact() -> None:
    form = RulesForm(RULES | {"start": "1300,5"})
    assert form.is_valid()
    assert (form.cleaned_data["start"], form.rules.start, form.since) == (Decimal("1300.5"), 13_005, None)
