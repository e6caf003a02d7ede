"""What is news to owners: every change of how a club stands, and nothing that is as it was."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from billing.domain.entitlement import Fetched
from billing.domain.news import News, Phase, Standing, is_renewed, news_between, standing, standing_untold

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)
YEAR = Fetched("sub_1", "active", "year", NOW - 10 * DAY, NOW + 355 * DAY, None, 2499)

T, E, A, G, P = Phase.TRIAL, Phase.ENDING, Phase.ACTIVE, Phase.GRACE, Phase.PAUSED
BY_HAND = {
    (T, T): None,
    (T, E): News.TRIAL_ENDS,
    (T, A): News.SUBSCRIBED,
    (T, G): News.FAILED,
    (T, P): News.PAUSED,
    (E, T): None,
    (E, E): None,
    (E, A): News.SUBSCRIBED,
    (E, G): News.FAILED,
    (E, P): News.PAUSED,
    (A, T): News.ENDED,
    (A, E): News.ENDED,
    (A, A): None,
    (A, G): News.FAILED,
    (A, P): News.PAUSED,
    (G, T): News.ENDED,
    (G, E): News.ENDED,
    (G, A): News.PAID,
    (G, G): None,
    (G, P): News.PAUSED,
    (P, T): None,
    (P, E): None,
    (P, A): News.SUBSCRIBED,
    (P, G): News.FAILED,
    (P, P): None,
}


@pytest.mark.parametrize(("before", "after"), [(before, after) for before in Phase for after in Phase])
def test_each_change_is_one_news(before: Phase, after: Phase) -> None:
    told = BY_HAND[before, after]
    assert news_between(Standing(before), Standing(after)) == ([] if told is None else [told])


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((A, "year", False), (A, "year", True), [News.CANCELLED]),
        ((A, "year", True), (A, "year", True), []),
        ((A, "year", True), (A, "year", False), [News.RESUMED]),
        ((A, "year", True), (P, "", None), [News.PAUSED]),
        ((A, "year", True), (P, "year", True), [News.PAUSED]),
        ((P, "year", True), (P, "", None), []),
        ((T, "", None), (A, "month", False), [News.SUBSCRIBED]),
        ((T, "", None), (A, "month", True), [News.CANCELLED, News.SUBSCRIBED]),
        ((A, "year", False), (A, "month", False), [News.INTERVAL]),
        ((G, "month", False), (G, "month", True), [News.CANCELLED]),
        ((G, "month", True), (A, "month", False), [News.RESUMED, News.PAID]),
        ((P, "year", False), (A, "year", False), [News.PAID]),
        ((P, "", None), (A, "year", False), [News.SUBSCRIBED]),
    ],
)
def test_cancelling_and_the_interval_are_news_too(
    before: tuple[Phase, str, bool | None], after: tuple[Phase, str, bool | None], told: list[News]
) -> None:
    assert news_between(Standing(*before), Standing(*after)) == told


@pytest.mark.parametrize(
    ("trial_ends_in", "fetched", "stands"),
    [
        (7.01, None, Standing(T)),
        (7, None, Standing(E)),
        (0, None, Standing(P)),
        (20, YEAR, Standing(A, "year", False)),
        (-1, replace(YEAR, cancel_at=NOW + DAY), Standing(A, "year", True)),
        (-1, replace(YEAR, cancel_at=NOW), Standing(P, "year", True)),
        (-1, replace(YEAR, status="past_due"), Standing(G, "year", False)),
        (-1, replace(YEAR, status="unpaid"), Standing(P, "year", False)),
        (-1, replace(YEAR, status="canceled"), Standing(P)),
        (3, replace(YEAR, status="incomplete"), Standing(E)),
    ],
)
def test_how_a_club_stands(trial_ends_in: float, fetched: Fetched | None, stands: Standing) -> None:
    assert standing(NOW + trial_ends_in * DAY, fetched, NOW) == stands


def test_that_a_trial_ends_is_news_to_those_who_were_never_told_anything() -> None:
    assert standing_untold(NOW + DAY, None, NOW) == Standing(T)
    assert standing_untold(NOW - DAY, None, NOW) == Standing(P)


def test_a_renewal_is_the_next_period_of_the_same_subscription() -> None:
    later = replace(YEAR, period_start=YEAR.period_end, period_end=YEAR.period_end + 365 * DAY)
    assert is_renewed(YEAR, later)
    assert [is_renewed(None, later), is_renewed(YEAR, None), is_renewed(YEAR, YEAR)] == [False] * 3
    assert not is_renewed(YEAR, replace(later, id="sub_2"))
    assert not is_renewed(YEAR, replace(YEAR, period_end=YEAR.period_end + DAY))
    assert not is_renewed(replace(YEAR, status="canceled"), later)
