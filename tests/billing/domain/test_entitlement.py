"""The state of a club from its trial and what Stripe told last, at every moment that matters."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from billing.domain.entitlement import (
    ALLOWED,
    DAYS,
    FREE,
    GRACE_DAYS,
    Entitlement,
    Fetched,
    Right,
    State,
    choose,
    entitlement,
    paid_until,
)
from clubs.domain.pausing import FOREVER, TRIAL_DAYS, is_paused

DAY = timedelta(days=1)
MOMENT = timedelta(microseconds=1)
FOUNDED = datetime(2026, 9, 1, 18, tzinfo=UTC)
TRIAL_ENDS = FOUNDED + 30 * DAY
START, END = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)
LATER = TRIAL_ENDS + 400 * DAY
PAID = Fetched("sub_1", "active", "month", START, END, None, 299)
STATUSES = ("active", "trialing", "past_due", "unpaid", "canceled", "incomplete", "incomplete_expired", "paused")


def of(status: str, cancel_at: datetime | None = None) -> Fetched:
    return replace(PAID, status=status, cancel_at=cancel_at)


GRACE_ENDS = START + GRACE_DAYS * DAY
PAUSED = Entitlement(State.PAUSED, None)


@pytest.mark.parametrize(
    ("fetched", "now", "expected"),
    [
        (None, FOUNDED, Entitlement(State.TRIAL, TRIAL_ENDS)),
        (None, TRIAL_ENDS - MOMENT, Entitlement(State.TRIAL, TRIAL_ENDS)),
        (None, TRIAL_ENDS, PAUSED),
        (of("active"), FOUNDED, Entitlement(State.ACTIVE, None)),
        (of("active"), END, Entitlement(State.ACTIVE, None)),  # the message of the renewal is late: nobody is locked out
        (of("active"), LATER, Entitlement(State.ACTIVE, None)),
        (of("active", END), END - MOMENT, Entitlement(State.ACTIVE, END)),
        (of("active", END), END, PAUSED),
        (of("trialing"), FOUNDED, Entitlement(State.ACTIVE, None)),
        (of("trialing", TRIAL_ENDS), TRIAL_ENDS - MOMENT, Entitlement(State.ACTIVE, TRIAL_ENDS)),
        (of("trialing", TRIAL_ENDS), TRIAL_ENDS, PAUSED),
        (of("past_due"), START, Entitlement(State.GRACE, GRACE_ENDS)),
        (of("past_due"), GRACE_ENDS - MOMENT, Entitlement(State.GRACE, GRACE_ENDS)),
        (of("past_due"), GRACE_ENDS, PAUSED),
        (of("past_due", START + DAY), START + DAY, PAUSED),
        (of("unpaid"), START, PAUSED),
        (of("canceled"), START, PAUSED),
        (of("incomplete"), START, PAUSED),
        (of("incomplete_expired"), START, PAUSED),
        (of("paused"), START, PAUSED),
        (of("canceled"), FOUNDED, Entitlement(State.TRIAL, TRIAL_ENDS)),
        (of("incomplete"), TRIAL_ENDS - MOMENT, Entitlement(State.TRIAL, TRIAL_ENDS)),
    ],
)
def test_each_state_to_the_moment(fetched: Fetched | None, now: datetime, expected: Entitlement) -> None:
    assert entitlement(TRIAL_ENDS, fetched, now) == expected


moments = st.datetimes(datetime(2026, 8, 1), datetime(2028, 1, 1), timezones=st.just(UTC))
subscriptions = st.builds(Fetched, st.just("sub_1"), st.sampled_from(STATUSES), st.just("year"), moments, moments, st.none() | moments)


def test_of_two_that_are_paid_the_one_that_lasts_longer_counts_and_nobody_is_locked_out_at_the_end_of_the_other() -> None:
    """The last message of the one that ends may be late."""
    ends, lasts = of("active", cancel_at=END), replace(PAID, id="sub_2", status="trialing")
    assert choose([ends, lasts]) == choose([lasts, ends]) == lasts


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(moments, st.none() | subscriptions, moments)
def test_the_pages_are_open_exactly_in_the_states_that_allow_it(trial: datetime, fetched: Fetched | None, now: datetime) -> None:
    """The table here, and the two moments that the pages themselves go by, say the same."""
    allowed = Right.READ_CLUB in entitlement(trial, fetched, now).allows
    assert allowed is not is_paused(trial, paid_until(fetched), now)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(moments, st.none() | subscriptions, moments)
def test_a_state_with_an_end_holds_until_then(trial: datetime, fetched: Fetched | None, now: datetime) -> None:
    found = entitlement(trial, fetched, now)
    assert found.until is None or found.until > now


def test_what_is_free_is_free_in_every_state() -> None:
    assert all(allowed >= FREE for allowed in ALLOWED.values())
    assert set(ALLOWED) == set(DAYS) == set(State)
    assert [state for state, allowed in ALLOWED.items() if Right.READ_CLUB not in allowed] == [State.PAUSED]
    assert (DAYS[State.TRIAL], DAYS[State.GRACE]) == (TRIAL_DAYS, 14) == (30, 14)


def test_of_several_the_best_paid_counts_and_of_these_the_longest() -> None:
    old = replace(PAID, id="sub_0", status="canceled", period_end=END + 100 * DAY)
    ending = replace(PAID, id="sub_2", cancel_at=END)
    late = replace(PAID, id="sub_3", status="past_due")
    assert choose([]) is None
    assert choose([old]) == old
    assert choose([late, old]) == choose([old, late]) == late
    assert choose([ending, late, old]) == ending
    assert choose([ending, PAID, late, old]) == choose([old, late, PAID, ending]) == PAID


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.permutations([of(status) for status in STATUSES]))
def test_the_order_of_a_list_does_not_matter(found: list[Fetched]) -> None:
    assert choose(found) == of("active")


@pytest.mark.parametrize("status", STATUSES)
def test_only_what_may_still_be_paid_stands_in_the_way_of_another_one(status: str) -> None:
    assert of(status).is_live is (status in ("active", "trialing", "past_due", "unpaid", "paused"))
    assert of(status).is_paid is (status in ("active", "trialing"))
    assert (paid_until(of(status)) == FOREVER) is (status in ("active", "trialing"))
