"""Once a night everything is asked for: what no message told, and what no message came of."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from billing.domain.entitlement import State
from billing.models import StripeEvent
from billing.selectors import entitlement_of, find_subscription
from billing.services import Reconciled, reconcile, refresh_subscription
from clubs.models import Club
from tests.billing.scenes import deliver, events_of, found, pay
from tests.factories import make_club
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused

pytestmark = pytest.mark.django_db


def state_of(club: Club) -> State:
    return entitlement_of(club, find_subscription(club)).state


def test_what_was_never_heard_is_found_within_a_day(ledger: Ledger) -> None:
    (club, owner), (other, other_owner) = found(), found()
    make_club("Never paid")
    pay(ledger, club, owner)
    pay(ledger, other, other_owner)
    refresh_subscription(club=other)
    for event in events_of(ledger):
        event["pending_webhooks"] = 0
    assert reconcile() == Reconciled(clubs=2, different=1, failed=0, messages=0)
    assert (state_of(club), state_of(other)) == (State.ACTIVE, State.ACTIVE)
    assert reconcile() == Reconciled(clubs=2, different=0, failed=0, messages=0)


def test_messages_that_could_not_be_delivered_are_caught_up(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    wanted = {"customer.subscription.created", "invoice.paid", "customer.subscription.updated", "checkout.session.completed"}
    assert deliver(events_of(ledger)[-1]) == 200
    assert reconcile().messages == len(wanted) - 1
    assert set(StripeEvent.objects.values_list("kind", flat=True)) == wanted


def test_one_that_fails_holds_up_nobody(local_stripe: LocalStripe) -> None:
    clubs = [found() for _ in range(3)]
    for club, owner in clubs:
        pay(local_stripe.ledger, club, owner)
    asked: list[str] = []

    def second_fails(method: str, path: str) -> Refused | None:
        asked.append(path)
        return Refused("odd", status=400) if asked.count("/v1/subscriptions") == 2 and path == "/v1/subscriptions" else None

    local_stripe.fault = second_fails
    assert reconcile() == Reconciled(clubs=3, different=2, failed=1, messages=12)


def test_old_messages_are_forgotten(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    deliver(events_of(ledger)[-1])
    StripeEvent.objects.update(at=timezone.now() - timedelta(days=91))
    for event in events_of(ledger):
        event["pending_webhooks"] = 0
    reconcile()
    assert StripeEvent.objects.count() == 0


def test_the_command_tells_what_it_found(local_stripe: LocalStripe) -> None:
    club, owner = found()
    pay(local_stripe.ledger, club, owner)
    written = io.StringIO()
    call_command("reconcile_subscriptions", stdout=written)
    assert written.getvalue() == "1 clubs, 1 of them different; 4 messages caught up.\n"
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    with pytest.raises(CommandError, match="1 clubs could not be asked about"):
        call_command("reconcile_subscriptions", stdout=written)


def test_an_account_is_prepared_once(local_stripe: LocalStripe) -> None:
    local_stripe.ledger.objects.clear()
    first, again = io.StringIO(), io.StringIO()
    call_command("prepare_stripe", stdout=first)
    call_command("prepare_stripe", stdout=again)
    assert [line for line in first.getvalue().splitlines() if line.startswith("Made")] == [
        "Made the price rookery_yearly.",
        "Made the price rookery_monthly.",
        "Made the settings of the portal.",
    ]
    assert "Made" not in again.getvalue()
    kinds = [one["object"] for one in local_stripe.ledger.objects.values()]
    assert sorted(kinds) == ["billing_portal.configuration", "price", "price", "product"]


def test_a_price_that_changed_gives_its_key_to_the_new_one(local_stripe: LocalStripe) -> None:
    local_stripe.ledger.all("price", lookup_key="rookery_yearly")[0]["unit_amount"] = 1999
    call_command("prepare_stripe", stdout=io.StringIO())
    assert [each["unit_amount"] for each in local_stripe.ledger.all("price", lookup_key="rookery_yearly")] == [2499]


def test_without_a_key_there_is_nothing_to_prepare_or_ask() -> None:
    assert reconcile() == Reconciled(0, 0, 0, 0)
    with pytest.raises(CommandError):
        call_command("prepare_stripe", stdout=io.StringIO())
