"""Messages of Stripe's: who may send them, what they do, and that nobody is believed."""

import json
from typing import Any

import pytest
from django.test import Client

from billing.domain.entitlement import State
from billing.models import StripeEvent, Subscription
from billing.selectors import entitlement_of, find_subscription
from clubs.models import Club
from tests.billing.conftest import OLD_SECRET, SECRET
from tests.billing.scenes import deliver, deliver_all, events_of, found, pay
from tests.stripe.app import LocalStripe
from tests.stripe.deliveries import payload_of, signature_of
from tests.stripe.ledger import Ledger, Object
from tests.stripe.params import Refused

pytestmark = pytest.mark.django_db


def state_of(club: Club) -> State:
    return entitlement_of(club, find_subscription(club)).state


def last(ledger: Ledger) -> Object:
    return events_of(ledger)[-1]


def test_a_payment_is_heard_of(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    deliver_all(ledger)
    assert state_of(club) == State.ACTIVE
    assert StripeEvent.objects.filter(club=club).count() == len(events_of(ledger)) == 8


def test_what_a_message_says_is_not_believed(ledger: Ledger) -> None:
    """Signed as it should be, and yet only a reason to ask."""
    club, owner = found()
    pay(ledger, club, owner)
    lie = last(ledger) | {"id": "evt_lie"}
    lie["data"]["object"]["status"] = "canceled"
    assert deliver(lie) == 200
    assert state_of(club) == State.ACTIVE


def test_both_secrets_hold_during_a_rotation(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    first, second = events_of(ledger)[-2:]
    assert (deliver(first, SECRET), deliver(second, OLD_SECRET)) == (200, 200)
    assert StripeEvent.objects.count() == 2


@pytest.mark.parametrize("header", ["", "t=1,v1=00", "nonsense", "t=x,v1=y", "t=9999999999,v1=\u00e9", None])
def test_without_a_good_signature_nothing_is_looked_at(ledger: Ledger, header: str | None) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    payload = payload_of(last(ledger))
    headers = {} if header is None else {"Stripe-Signature": header}
    answer = Client().post("/stripe/webhook/", payload, content_type="application/json", headers=headers)
    assert (answer.status_code, StripeEvent.objects.count(), state_of(club)) == (400, 0, State.PAUSED)


def test_an_old_signature_and_a_changed_text_are_refused(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    payload = payload_of(last(ledger))
    for text, header in (
        (payload, signature_of(payload, SECRET, at=1_700_000_000)),
        (payload + b" ", signature_of(payload, SECRET)),
        (payload, signature_of(payload, "whsec_other")),
    ):
        answer = Client().post("/stripe/webhook/", text, content_type="application/json", headers={"Stripe-Signature": header})
        assert answer.status_code == 400
    assert StripeEvent.objects.count() == 0


EVENT: dict[str, Any] = {"id": "evt_x", "type": "invoice.paid", "created": 1_800_000_000, "data": {"object": {"object": "invoice"}}}
NO_NAMES: list[Any] = [None, 5, "", "a\0", "\ud800", "x" * 81, ["x"]]
NO_MOMENTS: list[Any] = [None, "2026", 10**30, -(10**12), float("nan"), float("inf")]
NO_DATA: list[Any] = [None, {}, {"object": "x"}, {"object": []}]
NO_MESSAGES = [
    *(json.dumps(EVENT | {name: value}).encode() for name in ("id", "type") for value in NO_NAMES),
    *(json.dumps(EVENT | {"created": value}).encode() for value in NO_MOMENTS),
    *(json.dumps(EVENT | {"data": value}).encode() for value in NO_DATA),
    *(b"", b"[]", b"{}", b"null", b'{"object": "event"}', b"\xff\xfe", b"[" * 100_000, b'{"created": ' + b"9" * 5_000 + b"}"),
]


@pytest.mark.parametrize("text", NO_MESSAGES, ids=lambda text: repr(text[:90]))
def test_a_signed_text_that_is_no_message_is_refused(local_stripe: LocalStripe, text: bytes) -> None:
    headers = {"Stripe-Signature": signature_of(text, SECRET)}
    answer = Client().post("/stripe/webhook/", text, content_type="application/json", headers=headers)
    assert (answer.status_code, StripeEvent.objects.count()) == (400, 0)


@pytest.mark.parametrize("customer", ["c\0", "\ud800", "c" * 81, "", 5, None, {"id": "cus_1"}])
def test_a_message_about_a_customer_that_is_none_is_noted(local_stripe: LocalStripe, customer: Any) -> None:
    assert deliver(EVENT | {"data": {"object": {"object": "invoice", "customer": customer}}}) == 200
    assert StripeEvent.objects.get().club is None


def test_a_message_that_comes_again_is_taken_and_does_nothing(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    assert deliver(last(ledger)) == 200
    fetched_at = Subscription.objects.get(club=club).fetched_at
    assert deliver(last(ledger)) == 200
    assert (Subscription.objects.get(club=club).fetched_at, StripeEvent.objects.count()) == (fetched_at, 1)


def test_a_stripe_that_is_down_has_to_send_it_again(local_stripe: LocalStripe) -> None:
    club, owner = found()
    pay(local_stripe.ledger, club, owner)
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    assert deliver(last(local_stripe.ledger)) == 503
    assert (StripeEvent.objects.count(), state_of(club)) == (0, State.PAUSED)
    local_stripe.fault = lambda method, path: None
    assert deliver(last(local_stripe.ledger)) == 200
    assert state_of(club) == State.ACTIVE


def test_somebody_elses_customer_is_noted_and_nothing_else(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    foreign: Any = last(ledger) | {"id": "evt_foreign", "data": {"object": {"object": "invoice", "id": "in_x", "customer": "cus_x"}}}
    assert deliver(foreign) == 200
    assert list(StripeEvent.objects.filter(club=None).values_list("event", flat=True)) == ["evt_foreign"]
    assert state_of(club) == State.PAUSED


@pytest.mark.parametrize(
    "about", [{"object": "balance"}, {"object": "invoice", "customer": None}, {"object": "invoice", "customer": {"id": "c"}}]
)
def test_a_message_about_no_customer_is_noted(ledger: Ledger, about: dict[str, Any]) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    assert deliver(last(ledger) | {"id": "evt_none", "data": {"object": about}}) == 200
    assert list(StripeEvent.objects.filter(club=None).values_list("event", flat=True)) == ["evt_none"]


def test_only_posts_are_taken(client: Client, local_stripe: LocalStripe) -> None:
    assert client.get("/stripe/webhook/").status_code == 405


def test_a_browser_needs_no_token_to_be_refused(local_stripe: LocalStripe) -> None:
    assert Client(enforce_csrf_checks=True).post("/stripe/webhook/").status_code == 400
