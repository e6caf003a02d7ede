"""Buying a subscription and changing it: what is asked of Stripe, what is kept here, and what a failure leaves behind."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from billing.domain.entitlement import State
from billing.domain.errors import AlreadySubscribed, NotSoldHere, NotSubscribed, PriceDiffers, StripeUnavailable
from billing.domain.prices import MONTHLY
from billing.models import Subscription
from billing.selectors import entitlement_of, find_subscription
from billing.services import begin_portal, refresh_subscription, set_cancelling
from clubs.domain.pausing import FOREVER
from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.billing.scenes import at_stripe, found, go_to_checkout, pay, press
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused
from tests.stripe.subscriptions import PAYS, PAYS_ONCE, let_time_pass

pytestmark = pytest.mark.django_db
DAY = 86_400


def state_of(club: Club) -> State:
    return entitlement_of(club, find_subscription(club)).state


def journal(club: Club) -> list[str]:
    with club_scope(club):
        return list(
            JournalEntry.objects.filter(club=club, action__startswith="subscription.").order_by("pk").values_list("action", flat=True)
        )


def test_what_is_paid_is_known_when_stripe_is_asked_and_not_before(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    assert state_of(club) == State.PAUSED
    assert refresh_subscription(club=club).state == State.ACTIVE
    assert (Club.objects.get(pk=club.pk).paid_until, state_of(club)) == (FOREVER, State.ACTIVE)
    assert journal(club) == ["subscription.checkout_begun", "subscription.subscribed"]


def test_the_customer_is_the_club_and_who_pays(ledger: Ledger) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner)
    customer = ledger.objects[subscription["customer"]]
    assert (customer["name"], customer["email"], customer["metadata"]) == (club.name, owner.email, {"club": club.public_id})
    assert subscription["metadata"] == {"club": club.public_id}


def test_in_the_trial_nothing_is_taken_before_its_end(ledger: Ledger) -> None:
    club, owner = found(trial_days=20)
    subscription = pay(ledger, club, owner)
    assert (subscription["status"], subscription["trial_end"]) == ("trialing", int(club.trial_ends_at.timestamp()))
    assert [invoice["amount_paid"] for invoice in ledger.all("invoice")] == [0]
    refresh_subscription(club=club)
    assert state_of(club) == State.ACTIVE
    let_time_pass(ledger, ledger.now + 21 * DAY)
    assert ledger.all("invoice")[0]["amount_paid"] == 2499


def test_in_the_last_days_of_a_trial_the_first_payment_is_taken_at_once(ledger: Ledger) -> None:
    club, owner = found(trial_days=2)
    assert pay(ledger, club, owner)["status"] == "active"


def test_the_same_button_pressed_twice_is_one_session(ledger: Ledger) -> None:
    club, owner = found()
    first = go_to_checkout(club, owner)
    assert go_to_checkout(club, owner) == first
    assert len(ledger.all("checkout.session")) == len(ledger.all("customer")) == 1


def test_of_two_tabs_only_the_last_one_can_pay(ledger: Ledger) -> None:
    club, owner = found()
    first, second = go_to_checkout(club, owner, once="one"), go_to_checkout(club, owner, MONTHLY, once="two")
    assert press(ledger, first, do="pay", card=PAYS) == 410
    assert press(ledger, second, do="pay", card=PAYS) == 303
    assert [each["items"]["data"][0]["price"]["lookup_key"] for each in ledger.all("subscription")] == ["rookery_monthly"]


def test_a_second_subscription_is_not_sold(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    with pytest.raises(AlreadySubscribed):
        go_to_checkout(club, owner, once="two")
    assert state_of(club) == State.ACTIVE  # what was found out meanwhile is kept


@pytest.mark.parametrize("change", [{"unit_amount": 2999}, {"currency": "eur"}, {"active": False}, {"lookup_key": "other"}])
def test_nothing_is_sold_at_another_price_than_our_page_says(ledger: Ledger, change: dict[str, Any]) -> None:
    club, owner = found()
    ledger.all("price", lookup_key="rookery_yearly")[0].update(change)
    with pytest.raises(PriceDiffers):
        go_to_checkout(club, owner)
    assert ledger.all("checkout.session") == []


def test_cancelling_ends_it_with_what_is_paid_and_can_be_taken_back(ledger: Ledger) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner)
    ends = subscription["items"]["data"][0]["current_period_end"]
    cancelled = set_cancelling(club=club, by=owner, cancel=True)
    assert (cancelled.state, cancelled.until and cancelled.until.timestamp()) == (State.ACTIVE, ends)
    assert Club.objects.get(pk=club.pk).paid_until == cancelled.until
    assert set_cancelling(club=club, by=owner, cancel=True) == cancelled  # it is so already
    assert set_cancelling(club=club, by=owner, cancel=False).until is None
    assert Club.objects.get(pk=club.pk).paid_until == FOREVER
    assert [action for action in journal(club) if action in ("subscription.cancelled", "subscription.resumed")] == [
        "subscription.cancelled",
        "subscription.resumed",
    ]


def test_what_is_over_cannot_be_cancelled_and_can_be_bought_again(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    set_cancelling(club=club, by=owner, cancel=True)
    let_time_pass(ledger, ledger.now + 366 * DAY)
    assert refresh_subscription(club=club).state == State.PAUSED
    with pytest.raises(NotSubscribed):
        set_cancelling(club=club, by=owner, cancel=False)
    press(ledger, go_to_checkout(club, owner, once="two"), do="pay", card=PAYS)
    assert refresh_subscription(club=club).state == State.ACTIVE
    assert len(ledger.all("customer")) == 1


def test_a_failed_renewal_is_grace_and_then_a_pause_and_paying_brings_all_back(ledger: Ledger) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner, PAYS_ONCE, MONTHLY)
    let_time_pass(ledger, subscription["items"]["data"][0]["current_period_end"])
    in_grace = refresh_subscription(club=club)
    start = subscription["items"]["data"][0]["current_period_start"]
    assert (in_grace.state, in_grace.until and in_grace.until.timestamp()) == (State.GRACE, start + 14 * DAY)
    let_time_pass(ledger, ledger.now + 20 * DAY)
    assert (at_stripe(ledger, club)["status"], refresh_subscription(club=club).state) == ("unpaid", State.PAUSED)
    portal = begin_portal(club=club, return_url="http://x/")
    assert press(ledger, portal, do="card", subscription=subscription["id"], card=PAYS) == 303
    assert refresh_subscription(club=club).state == State.ACTIVE


def test_grace_ends_by_the_clock_whatever_stripe_does(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner, PAYS_ONCE, MONTHLY)
    let_time_pass(ledger, subscription["items"]["data"][0]["current_period_end"])
    until = refresh_subscription(club=club).until
    assert until is not None
    seen = []
    for moment in (until - timedelta(seconds=1), until):
        monkeypatch.setattr("django.utils.timezone.now", lambda moment=moment: moment)
        seen.append((state_of(club), Club.objects.get(pk=club.pk).is_paused))
    assert seen == [(State.GRACE, False), (State.PAUSED, True)]


def test_nothing_is_lost_while_stripe_is_down(local_stripe: LocalStripe) -> None:
    club, owner = found()
    pay(local_stripe.ledger, club, owner)
    refresh_subscription(club=club)
    before = Subscription.objects.values().get(club=club)
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    for attempt in (
        lambda: refresh_subscription(club=club),
        lambda: go_to_checkout(club, owner, once="two"),
        lambda: begin_portal(club=club, return_url="http://x/"),
        lambda: set_cancelling(club=club, by=owner, cancel=True),
    ):
        with pytest.raises(StripeUnavailable):
            attempt()
    assert (Subscription.objects.values().get(club=club), Club.objects.get(pk=club.pk).paid_until) == (before, FOREVER)


def test_a_customer_that_was_made_before_everything_broke_is_the_one_that_is_used(
    local_stripe: LocalStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stripe has made it, and our transaction never ended."""
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    club, owner = found()
    go_to_checkout(club, owner)
    made = Subscription.objects.get(club=club).customer
    Subscription.objects.filter(club=club).delete()
    go_to_checkout(club, owner, once="two")
    assert Subscription.objects.get(club=club).customer == made


def test_where_none_are_sold_nothing_is_asked(settings: Any, local_stripe: LocalStripe) -> None:
    settings.SELLS_SUBSCRIPTIONS = False
    club, owner = found()
    with pytest.raises(NotSoldHere):
        go_to_checkout(club, owner)
    with pytest.raises(NotSoldHere):
        begin_portal(club=club, return_url="http://x/")
    with pytest.raises(NotSoldHere):
        set_cancelling(club=club, by=owner, cancel=True)
    assert (local_stripe.ledger.all("customer"), Subscription.objects.count()) == ([], 0)


def test_what_changes_nothing_is_not_journalled_and_outdates_no_page(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    before = (journal(club), Club.objects.get(pk=club.pk).policy_version)
    asked = timezone.now()
    refresh_subscription(club=club)
    assert (journal(club), Club.objects.get(pk=club.pk).policy_version) == before
    fetched_at = Subscription.objects.get(club=club).fetched_at
    assert fetched_at is not None
    assert fetched_at >= asked
