"""What becomes of a subscription on the local Stripe, told by its events; and how they are signed, sent and kept."""

from pathlib import Path

import pytest
import stripe

from tests.stripe.catalogue import DEMO, make_prices, stock
from tests.stripe.deliveries import payload_of, signature_of
from tests.stripe.ledger import Ledger, Object
from tests.stripe.subscriptions import (
    PAYS,
    PAYS_ONCE,
    cancel_at_period_end,
    change_card,
    change_price,
    let_time_pass,
    new_card,
    resume,
    subscribe,
)

START = 1_798_761_600
DAY = 86_400
PAID = ["invoice.created", "invoice.finalized", "invoice.paid", "invoice.payment_succeeded"]


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(frozen=START)


def bought(ledger: Ledger, card: str = PAYS, key: str = "rookery_monthly", trial_end: int | None = None) -> Object:
    prices = make_prices(ledger)
    made = new_card(ledger, "cus_1", card)
    subscription = subscribe(ledger, customer="cus_1", price=prices[key], card=made, metadata={}, trial_end=trial_end)
    ledger.history = []
    return subscription


def told(ledger: Ledger) -> list[str]:
    """What has happened, with the subscription's state where it has changed."""
    assert ledger.history is not None
    found = []
    for event, _ in ledger.history:
        status = event["data"]["object"]["status"] if "status" in event["data"].get("previous_attributes", {}) else ""
        found.append(f"{event['type']} {status}".strip())
    return found


def test_it_is_renewed_every_month(ledger: Ledger) -> None:
    subscription = bought(ledger)
    let_time_pass(ledger, START + 60 * DAY)
    assert told(ledger) == ["customer.subscription.updated", *PAID] * 2
    assert subscription["status"] == "active"
    assert [each["amount_paid"] for each in ledger.all("invoice")] == [299] * 3


def test_a_card_that_fails_is_tried_again_and_then_given_up(ledger: Ledger) -> None:
    subscription = bought(ledger, PAYS_ONCE)
    let_time_pass(ledger, START + 60 * DAY)
    assert told(ledger) == [
        "customer.subscription.updated",
        "invoice.created",
        "invoice.finalized",
        "invoice.payment_failed",
        "customer.subscription.updated past_due",
        "invoice.payment_failed",
        "invoice.payment_failed",
        "invoice.payment_failed",
        "customer.subscription.updated unpaid",
    ]
    ledger.history = []
    change_card(ledger, subscription, new_card(ledger, "cus_1", PAYS))
    assert told(ledger) == [
        "customer.subscription.updated",
        "invoice.paid",
        "invoice.payment_succeeded",
        "customer.subscription.updated active",
    ]


def test_cancelled_it_ends_with_its_period_and_resumed_it_goes_on(ledger: Ledger) -> None:
    subscription = bought(ledger)
    cancel_at_period_end(ledger, subscription)
    resume(ledger, subscription)
    let_time_pass(ledger, START + 40 * DAY)
    assert subscription["status"] == "active"
    cancel_at_period_end(ledger, subscription)
    let_time_pass(ledger, START + 80 * DAY)
    assert (subscription["status"], subscription["ended_at"]) == ("canceled", subscription["items"]["data"][0]["current_period_end"])


def test_another_interval_sets_what_was_paid_against_the_new_price(ledger: Ledger) -> None:
    subscription = bought(ledger)
    let_time_pass(ledger, START + 15 * DAY + DAY // 2)
    yearly = ledger.all("price", lookup_key="rookery_yearly")[0]
    change_price(ledger, subscription, yearly)
    assert ledger.all("invoice")[0]["amount_paid"] == 2499 - 149
    assert subscription["items"]["data"][0]["current_period_end"] == ledger.now + 365 * DAY


def test_a_trial_costs_nothing_until_it_ends(ledger: Ledger) -> None:
    subscription = bought(ledger, trial_end=START + 10 * DAY)
    assert (subscription["status"], ledger.all("invoice")[0]["amount_due"]) == ("trialing", 0)
    let_time_pass(ledger, START + 11 * DAY)
    assert (subscription["status"], ledger.all("invoice")[0]["amount_paid"]) == ("active", 299)


def test_another_interval_in_a_trial_costs_nothing_and_moves_nothing(ledger: Ledger) -> None:
    subscription = bought(ledger, trial_end=START + 10 * DAY)
    for key in ("rookery_yearly", "rookery_monthly", "rookery_yearly"):
        change_price(ledger, subscription, ledger.all("price", lookup_key=key)[0])
    assert [each["amount_due"] for each in ledger.all("invoice")] == [0]
    assert (subscription["status"], subscription["items"]["data"][0]["current_period_end"]) == ("trialing", START + 10 * DAY)
    let_time_pass(ledger, START + 11 * DAY)
    assert (subscription["status"], ledger.all("invoice")[0]["amount_paid"]) == ("active", 2499)


@pytest.mark.parametrize("day", [29, 30, 31])
def test_a_month_that_is_shorter_ends_on_its_last_day(day: int) -> None:
    ledger = Ledger(frozen=START + (day - 1) * DAY)  # of January 2027
    subscription = bought(ledger)
    assert subscription["items"]["data"][0]["current_period_end"] == START + (31 + 27) * DAY  # 28 February


def test_a_webhook_is_signed_as_the_library_wants_it() -> None:
    ledger = Ledger(frozen=START)
    bought(ledger)
    payload = payload_of(ledger.all("event")[0])
    header = signature_of(payload, "whsec_old", "whsec_new")
    for secret in ("whsec_old", "whsec_new"):
        assert stripe.Webhook.construct_event(payload, header, secret).type == "customer.subscription.updated"
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(payload, header, "whsec_other")
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(payload, signature_of(payload, "whsec_new", at=START - 366 * DAY), "whsec_new")


def test_what_it_knows_is_there_after_the_next_start(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "stripe.json")
    stock(ledger)
    ledger.put_clock_on(ledger.now + 9 * DAY)
    ledger.save()
    again = Ledger(tmp_path / "stripe.json")
    stock(again)
    assert (again.objects, again.shift) == (ledger.objects, ledger.shift)
    assert sorted(each["id"] for each in again.all("subscription")) == [f"sub_{name}" for name in DEMO]
