"""A club that is past its trial, its owner, and what she does at Stripe."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from billing.domain.prices import YEARLY, Price
from billing.models import Subscription
from billing.services import begin_checkout
from clubs.models import Club
from tests.billing.conftest import SECRET
from tests.factories import make_club, make_user
from tests.stripe.deliveries import payload_of, signature_of
from tests.stripe.ledger import Ledger, Object
from tests.stripe.pages import answer_page
from tests.stripe.subscriptions import PAYS


def found(*, trial_days: int = -1) -> tuple[Club, User]:
    """A club whose trial ends in so many days, and its owner."""
    owner = make_user()
    club = make_club(owner=owner)
    Club.objects.filter(pk=club.pk).update(trial_ends_at=timezone.now() + timedelta(days=trial_days))
    club.refresh_from_db()
    return club, owner


def go_to_checkout(club: Club, owner: User, price: Price = YEARLY, once: str = "one") -> str:
    return begin_checkout(club=club, by=owner, price=price, once=once, success_url="http://x/ok", cancel_url="http://x/no")


def press(ledger: Ledger, address: str, **sent: str) -> int:
    """A button on a page of Stripe's; the status of the answer."""
    return answer_page(ledger, "POST", urlsplit(address).path, "", "&".join(f"{name}={value}" for name, value in sent.items()))[0]


def pay(ledger: Ledger, club: Club, owner: User, card: str = PAYS, price: Price = YEARLY) -> Object:
    """Through Checkout; nobody has heard of it yet. The subscription as Stripe has it."""
    assert press(ledger, go_to_checkout(club, owner, price), do="pay", card=card) == 303
    return at_stripe(ledger, club)


def at_stripe(ledger: Ledger, club: Club) -> Object:
    customer = Subscription.objects.get(club=club).customer
    return ledger.all("subscription", customer=customer)[0]


def deliver(event: Object, secret: str = SECRET, *, client: Client | None = None) -> int:
    """Send a message as Stripe does; the status of the answer."""
    payload = payload_of(event)
    headers = {"Stripe-Signature": signature_of(payload, secret)}
    return (client or Client()).post("/stripe/webhook/", payload, content_type="application/json", headers=headers).status_code


def events_of(ledger: Ledger) -> list[Object]:
    """All that has happened, the oldest first."""
    return ledger.all("event")[::-1]


def deliver_all(ledger: Ledger) -> None:
    """Everything that was not delivered, in order."""
    for event in events_of(ledger):
        if event["pending_webhooks"]:
            assert deliver(event) == 200
            event["pending_webhooks"] = 0
