"""An old page whose button is pressed again: a key that Stripe knows answers what it answered then, whatever has become of it since."""

import pytest

from billing.domain.errors import StripeUnavailable
from billing.services import begin_portal, set_cancelling
from tests.billing.scenes import at_stripe, found, go_to_checkout, pay, press
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.subscriptions import PAYS, change

pytestmark = pytest.mark.django_db


def test_cancelled_resumed_and_cancelled_again_it_is_cancelled(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    for cancel in (True, False, True):
        assert (set_cancelling(club=club, by=owner, cancel=cancel).until is not None) is cancel
        assert at_stripe(ledger, club)["cancel_at_period_end"] is cancel


def test_resumed_it_goes_on_also_where_a_day_was_set_for_its_end(ledger: Ledger) -> None:
    """As it is by hand at Stripe: on another day than that of the period."""
    club, owner = found()
    change(ledger, pay(ledger, club, owner), cancel_at=ledger.now + 86_400)
    assert set_cancelling(club=club, by=owner, cancel=False).until is None
    assert at_stripe(ledger, club)["cancel_at"] is None


def test_nobody_is_told_that_it_is_cancelled_while_it_is_not(local_stripe: LocalStripe, monkeypatch: pytest.MonkeyPatch) -> None:
    club, owner = found()
    pay(local_stripe.ledger, club, owner)
    monkeypatch.setattr("tests.stripe.api.cancel_at_period_end", lambda ledger, subscription: None)
    with pytest.raises(StripeUnavailable):
        set_cancelling(club=club, by=owner, cancel=True)


def test_the_button_of_a_session_that_another_tab_has_ended_opens_a_new_one(ledger: Ledger) -> None:
    club, owner = found()
    first = go_to_checkout(club, owner, once="one")
    second = go_to_checkout(club, owner, once="two")
    third = go_to_checkout(club, owner, once="one")
    assert len({first, second, third}) == 3
    assert press(ledger, second, do="pay", card=PAYS) == 410
    assert press(ledger, third, do="pay", card=PAYS) == 303


def test_the_button_of_the_portal_opens_another_session_each_time(ledger: Ledger) -> None:
    """One that nobody uses is over after some minutes."""
    club, owner = found()
    pay(ledger, club, owner)
    first = begin_portal(club=club, return_url="http://x/")
    assert begin_portal(club=club, return_url="http://x/") != first


@pytest.mark.parametrize("once", ["שלום", "a\nb", "a" * 400])
def test_a_key_is_made_of_whatever_a_form_has_sent(ledger: Ledger, once: str) -> None:
    """A header holds letters of Latin-1 on one line, and Stripe takes 255 of them."""
    club, owner = found()
    assert press(ledger, go_to_checkout(club, owner, once=once), do="pay", card=PAYS) == 303
    assert {key for key in ledger.answered if not key.isascii() or not key.isprintable() or len(key) > 255} == set()
