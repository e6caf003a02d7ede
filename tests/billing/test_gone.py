"""A customer that is gone: deleted at Stripe, in another account, or forgotten here with an older copy of the database."""

import pytest

from billing.domain.entitlement import State
from billing.domain.errors import AlreadySubscribed, NotSubscribed, StripeUnavailable
from billing.models import Subscription
from billing.selectors import entitlement_of, find_subscription
from billing.services import begin_portal, end_subscription, reconcile, refresh_subscription
from clubs.models import Club
from tests.billing.scenes import deliver_all, found, go_to_checkout, pay, press
from tests.stripe.ledger import Ledger
from tests.stripe.subscriptions import PAYS, delete_customer

pytestmark = pytest.mark.django_db


def state_of(club: Club) -> State:
    return entitlement_of(club, find_subscription(club)).state


@pytest.mark.parametrize("heard", [True, False])
def test_who_was_deleted_at_stripe_can_subscribe_anew(ledger: Ledger, heard: bool) -> None:
    """With a customer her subscriptions end."""
    club, owner = found()
    customer = pay(ledger, club, owner)["customer"]
    deliver_all(ledger)
    assert state_of(club) == State.ACTIVE
    delete_customer(ledger, customer)
    if heard:
        deliver_all(ledger)
        assert state_of(club) == State.PAUSED
        assert reconcile().failed == 0
        with pytest.raises(NotSubscribed):
            begin_portal(club=club, return_url="http://x/")
    assert press(ledger, go_to_checkout(club, owner, once="two"), do="pay", card=PAYS) == 303
    deliver_all(ledger)
    assert (state_of(club), Subscription.objects.get(club=club).customer == customer) == (State.ACTIVE, False)


def test_a_club_whose_customer_was_deleted_can_be_deleted(ledger: Ledger) -> None:
    club, owner = found()
    customer = pay(ledger, club, owner)["customer"]
    delete_customer(ledger, customer)
    end_subscription(club=club)


@pytest.mark.parametrize("paid", [True, False])
def test_of_another_account_nothing_is_concluded_about_who_pays(ledger: Ledger, paid: bool) -> None:
    """A wrong key must pause nobody. Who has nothing that could be paid gets a customer in the account that is asked."""
    club, owner = found()
    if paid:
        pay(ledger, club, owner)
        refresh_subscription(club=club)
    else:
        go_to_checkout(club, owner)
    prices = {name: one for name, one in ledger.objects.items() if one["object"] in ("price", "product")}
    ledger.objects = prices
    if not paid:
        assert press(ledger, go_to_checkout(club, owner, once="two"), do="pay", card=PAYS) == 303
        assert refresh_subscription(club=club).state == State.ACTIVE
        return
    for attempt in (lambda: go_to_checkout(club, owner, once="two"), lambda: refresh_subscription(club=club)):
        with pytest.raises(StripeUnavailable):
            attempt()
    assert (reconcile().failed, state_of(club)) == (1, State.ACTIVE)


def test_a_customer_that_an_older_copy_does_not_know_is_found_again(ledger: Ledger) -> None:
    """Otherwise the club would pay for two, and have what is paid by one."""
    club, owner = found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    Subscription.objects.filter(club=club).delete()
    Club.objects.filter(pk=club.pk).update(paid_until=None)
    ledger.answered.clear()
    with pytest.raises(AlreadySubscribed):
        go_to_checkout(club, owner, once="two")
    assert (state_of(club), len(ledger.all("customer"))) == (State.ACTIVE, 1)


def test_a_customer_of_another_club_of_the_same_owner_is_not_taken(ledger: Ledger) -> None:
    (first, owner), (second, _) = found(), found()
    go_to_checkout(first, owner)
    go_to_checkout(second, owner, once="two")
    assert len({known.customer for known in Subscription.objects.all()}) == 2
