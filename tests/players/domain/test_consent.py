"""Which consent holds for a person, and how long."""

from datetime import UTC, date, datetime

import pytest

from players.domain.consent import NOTHING, ConsentTo, LastWord, consent_of_person, lapses_after

PAGES, EVENTS = frozenset({ConsentTo.CLUB_PAGES}), frozenset({ConsentTo.EVENTS})
TODAY, LATER = date(2026, 11, 30), date(2028, 11, 30)


def at(day: int) -> datetime:
    return datetime(2026, 11, day, tzinfo=UTC)


def test_it_holds_before_the_day_on_which_it_lapses() -> None:
    word = LastWord(at(1), date(2026, 12, 1), PAGES)
    assert consent_of_person([word], date(2026, 11, 30)) == PAGES
    assert consent_of_person([word], date(2026, 12, 1)) == NOTHING


def test_withdrawn_it_holds_no_more() -> None:
    assert consent_of_person([LastWord(at(1), LATER, PAGES | EVENTS, withdrawn_at=at(2))], TODAY) == NOTHING


def test_who_was_never_asked_has_given_none() -> None:
    assert consent_of_person([], TODAY) == NOTHING


@pytest.mark.parametrize(
    ("given", "withdrawn", "holds"),
    [(1, 2, NOTHING), (3, 2, PAGES), (2, 2, NOTHING)],
    ids=["before the withdrawal", "after it", "at the same moment: the stricter"],
)
def test_of_two_players_who_are_one_a_withdrawal_ends_what_was_given_before_it(
    given: int, withdrawn: int, holds: frozenset[ConsentTo]
) -> None:
    words = [LastWord(at(given), LATER, PAGES), LastWord(at(1), LATER, EVENTS, withdrawn_at=at(withdrawn))]
    assert consent_of_person(words, TODAY) == holds
    assert consent_of_person(words[::-1], TODAY) == holds


@pytest.mark.parametrize(
    ("later", "holds"), [(2, PAGES), (1, PAGES)], ids=["a parent who agrees to less is heard", "at the same moment: the stricter"]
)
def test_of_two_consents_the_later_counts(later: int, holds: frozenset[ConsentTo]) -> None:
    words = [LastWord(at(1), LATER, PAGES | EVENTS), LastWord(at(later), LATER, PAGES)]
    assert consent_of_person(words, TODAY) == holds
    assert consent_of_person(words[::-1], TODAY) == holds


def test_a_lapsed_one_takes_nothing_from_another() -> None:
    assert consent_of_person([LastWord(at(2), TODAY, EVENTS), LastWord(at(1), LATER, PAGES)], TODAY) == PAGES


@pytest.mark.parametrize(
    ("given", "lapses"),
    [
        (date(2026, 11, 30), date(2028, 11, 30)),
        (date(2026, 12, 31), date(2028, 12, 31)),
        (date(2028, 2, 29), date(2030, 2, 28)),
        (date(2026, 1, 1), date(2028, 1, 1)),
    ],
)
def test_it_lapses_after_24_months(given: date, lapses: date) -> None:
    assert lapses_after(given) == lapses
