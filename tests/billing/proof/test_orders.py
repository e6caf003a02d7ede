"""Messages in their order, breaks behind each step, and that the two mistakes which are easily made would be found."""

from collections.abc import Callable
from typing import Any

import pytest
import stripe
from django.db import transaction

from billing.domain.entitlement import State
from billing.interchange import stripe_api
from billing.interchange.stripe_api import Message
from billing.models import StripeEvent, Subscription
from billing.services import hearing, refresh_subscription
from billing.services.refreshing import take_over
from billing.views import webhook as webhook_view
from clubs.models import Club
from tests.billing.conftest import FIGURES
from tests.billing.proof.histories import History, make_failed_paid_cancelled, make_subscribed
from tests.billing.proof.walking import STEPS, Breaker, Broken, Walk
from tests.stripe.ledger import Ledger

pytestmark = pytest.mark.django_db

Make = Callable[[Ledger], tuple[Club, History]]
HISTORIES: tuple[Make, ...] = (make_subscribed, make_failed_paid_cancelled)
IN_ORDER = tuple(range(7))


@pytest.fixture(params=HISTORIES, ids=["subscribed", "failed"])
def walk(request: pytest.FixtureRequest, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Walk:
    club, history = request.param(ledger)
    ledger.objects = history.before
    refresh_subscription(club=club)
    return Walk(ledger, club, history, Breaker(monkeypatch))


def test_in_order_a_club_that_pays_is_never_locked_out(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """However late messages are, as long as they keep their order: 429 ways."""
    club, history = make_failed_paid_cancelled(ledger)
    ledger.objects = history.before
    refresh_subscription(club=club)
    walk = Walk(ledger, club, history, Breaker(monkeypatch))
    walk.in_order()
    record_property(FIGURES, {"in order": walk.orders, "locked out": len(walk.faults)})
    assert (walk.faults, walk.orders) == ([], 429)


def believe(*, message: Message) -> bool:
    """The first mistake: what a message says of the subscription is taken over as it comes."""
    event = _told[message.id]
    with transaction.atomic():
        known = hearing._lock_by_customer(message)
        assert known is not None
        if not hearing._note(message, known.club):
            return False
        about = event["data"]["object"]
        if about["object"] == "subscription":
            fetched = stripe_api.fetched_of(stripe.Subscription.construct_from(about, "sk_test_x"))
            take_over(club=known.club, known=known, fetched=fetched, by=None)
    return True


_told: dict[str, Any] = {}


def test_believing_messages_would_be_found(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    _told.update({step.event["id"]: step.event for step in walk.history.steps})
    monkeypatch.setattr(webhook_view, "hear", believe)
    walk.one_order(IN_ORDER)
    assert walk.faults == []  # in order nobody would notice
    walk.most_faults, walk.breaking = 1, False
    walk.all_orders()
    order, _, right, seen = walk.faults[0]
    assert order != IN_ORDER[: len(order)]
    assert right != seen


def note_first(*, message: Message) -> bool:
    """The second mistake: that a message was dealt with is written down in a transaction of its own."""
    with transaction.atomic():
        known = hearing._lock_by_customer(message)
        assert known is not None
        if not hearing._note(message, known.club):
            return False
    with transaction.atomic():
        steps: Any = hearing
        steps.take_over(club=known.club, known=known, fetched=steps.fetch(known), by=None)
    return True


def test_noting_messages_before_the_work_would_be_found(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_view, "hear", note_first)
    walk.one_order(IN_ORDER)
    assert walk.faults == []  # as long as nothing breaks nobody would notice
    walk.most_faults = 1
    walk.all_orders()
    assert walk.faults != []


@pytest.mark.parametrize("step", STEPS)
def test_a_break_behind_each_step_leaves_nothing(walk: Walk, step: str) -> None:
    """Neither a note nor a state, and the message that comes again does all of the work."""
    before = (StripeEvent.objects.count(), Subscription.objects.values().get(club=walk.club))
    walk._know(6)
    for number in IN_ORDER:
        walk.breaker.behind = step
        with pytest.raises(Broken):
            walk.deliver(number)
        assert (StripeEvent.objects.count(), Subscription.objects.values().get(club=walk.club)) == before
    walk.deliver(0)
    assert walk._state() == walk.history.steps[6].right
    assert walk.history.steps[6].right in (State.ACTIVE, State.PAUSED)
