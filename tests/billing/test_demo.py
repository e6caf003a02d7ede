"""Demo clubs are paid for at the pretend Stripe, each once."""

import pytest

from billing.domain.entitlement import State
from billing.selectors import entitlement_of, find_subscription
from billing.services import refresh_subscription
from billing.services.demo import subscribe_demo
from clubs.domain.pausing import FOREVER
from tests.factories import make_club
from tests.stripe.catalogue import DEMO, stock
from tests.stripe.ledger import Ledger

pytestmark = pytest.mark.django_db


def test_what_the_demo_says_is_what_the_pretend_stripe_has(ledger: Ledger) -> None:
    ledger.objects.clear()
    stock(ledger)
    for number in range(1, len(DEMO) + 1):
        club = make_club()
        subscribe_demo(club=club, number=number)
        assert club.paid_until == FOREVER
        before = find_subscription(club)
        assert refresh_subscription(club=club).state == State.ACTIVE
        after = find_subscription(club)
        assert before is not None
        assert after is not None
        assert (before.subscription, before.status, before.interval) == (after.subscription, after.status, after.interval)


def test_one_that_was_renamed_keeps_its_subscription() -> None:
    first, second = make_club("First"), make_club("Second")
    subscribe_demo(club=first, number=1)
    subscribe_demo(club=second, number=1)
    assert entitlement_of(first, find_subscription(first)).state == State.ACTIVE
    assert find_subscription(second) is None
