"""Two histories of seven messages each, as the local Stripe tells them, with all that it knew right after each; and what is right then.

What is right is written down by hand, message by message, and taken from no code.
"""

from dataclasses import dataclass

from billing.domain.entitlement import State
from billing.domain.prices import MONTHLY
from billing.models import Subscription
from billing.services.reconciling import KINDS
from clubs.models import Club
from tests.billing.scenes import found, go_to_checkout, press
from tests.stripe.ledger import Ledger, Object
from tests.stripe.subscriptions import PAYS, PAYS_ONCE, cancel_at_period_end, change_card, let_time_pass, new_card

DAY = 86_400


@dataclass(frozen=True)
class Step:
    """A message, everything that Stripe knows from then on, and the state of the club by it."""

    event: Object
    known: dict[str, Object]
    right: State


@dataclass(frozen=True)
class History:
    """`before`: what Stripe knew, and the state of the club, when nothing of it had happened."""

    name: str
    before: dict[str, Object]
    start: State
    steps: tuple[Step, ...]


SUBSCRIBED = (
    ("customer.subscription.created", State.PAUSED),
    ("invoice.created", State.PAUSED),
    ("invoice.finalized", State.PAUSED),
    ("invoice.paid", State.PAUSED),  # the money is there; the subscription says so a moment later
    ("invoice.payment_succeeded", State.PAUSED),
    ("customer.subscription.updated", State.ACTIVE),
    ("checkout.session.completed", State.ACTIVE),
)
FAILED_PAID_CANCELLED = (
    ("customer.subscription.updated", State.ACTIVE),  # the next period begins
    ("invoice.payment_failed", State.ACTIVE),
    ("customer.subscription.updated", State.GRACE),
    ("invoice.paid", State.GRACE),
    ("customer.subscription.updated", State.ACTIVE),
    ("customer.subscription.updated", State.ACTIVE),  # cancelled, and paid until the end of the period
    ("customer.subscription.deleted", State.PAUSED),
)


def make_subscribed(ledger: Ledger) -> tuple[Club, History]:
    """A club that is past its trial goes through Checkout. All kinds of messages, in one and the same second."""
    club, owner = found()
    checkout = go_to_checkout(club, owner)
    before = _begin(ledger)
    press(ledger, checkout, do="pay", card=PAYS)
    return club, _history(ledger, "subscribed", before, State.PAUSED, SUBSCRIBED)


def make_failed_paid_cancelled(ledger: Ledger) -> tuple[Club, History]:
    """A club that pays: a renewal fails, another card pays, the owner cancels, and the period ends. The messages that Rookery asks for."""
    club, owner = found()
    press(ledger, go_to_checkout(club, owner, MONTHLY), do="pay", card=PAYS_ONCE)
    customer = Subscription.objects.get(club=club).customer
    assert customer is not None
    subscription = ledger.all("subscription", customer=customer)[0]
    before = _begin(ledger)
    let_time_pass(ledger, ledger.now + 32 * DAY)
    card = new_card(ledger, customer, PAYS)
    subscription["default_payment_method"] = card["id"]  # what is told of it says nothing about paying
    change_card(ledger, subscription, card)
    cancel_at_period_end(ledger, subscription)
    let_time_pass(ledger, ledger.now + 60 * DAY)
    return club, _history(ledger, "failed, paid, cancelled", before, State.ACTIVE, FAILED_PAID_CANCELLED)


def _begin(ledger: Ledger) -> dict[str, Object]:
    ledger.history = []
    ledger.frozen = ledger.now
    return {name: dict(one) for name, one in ledger.objects.items()}


def _history(ledger: Ledger, name: str, before: dict[str, Object], start: State, right: tuple[tuple[str, State], ...]) -> History:
    assert ledger.history is not None
    kinds = {kind for kind, _ in right} if name == "subscribed" else set(KINDS)
    heard = [(event, known) for event, known in ledger.history if event["type"] in kinds]
    assert [event["type"] for event, _ in heard] == [kind for kind, _ in right]
    ledger.history = None
    steps = (Step(event, known, state) for (event, known), (_, state) in zip(heard, right, strict=True))
    return History(name, before, start, tuple(steps))
