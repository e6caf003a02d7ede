"""Nobody pays twice, and nothing is paid for a club that goes: tabs that race, subscriptions that somebody has added, pages left open."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from archives.services.closing import close_club
from archives.services.deleting import delete_closed_clubs
from archives.services.exporting import export_club
from billing.domain.errors import AlreadySubscribed, ClubCloses, StripeUnavailable
from billing.domain.prices import MONTHLY
from billing.services import refresh_subscription, set_cancelling
from clubs.models import Club
from tests.billing.scenes import at_stripe, found, go_to_checkout, pay, press
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger, Object
from tests.stripe.params import Refused
from tests.stripe.subscriptions import PAYS, new_card, subscribe

pytestmark = pytest.mark.django_db


def when_asked(local: LocalStripe, method: str, path: str, do: Callable[[], object]) -> None:
    """Something happens at Stripe right before it is asked so for the first time."""

    def happen(asked_by: str, asked: str) -> Refused | None:
        if (asked_by, asked) == (method, path):
            local.fault = lambda method, path: None
            do()
        return None

    local.fault = happen


def add_another(ledger: Ledger, club: Club) -> Object:
    """As somebody may do by hand at Stripe."""
    customer = at_stripe(ledger, club)["customer"]
    price = ledger.all("price", lookup_key=MONTHLY.lookup_key)[0]
    return subscribe(ledger, customer=customer, price=price, card=new_card(ledger, customer, PAYS), metadata={})


@pytest.mark.parametrize(("method", "path"), [("POST", "/v1/checkout/sessions"), ("GET", "/v1/checkout/sessions")])
def test_paid_in_one_tab_while_another_one_opens_a_session_it_cannot_be_paid_again(
    local_stripe: LocalStripe, method: str, path: str
) -> None:
    club, owner = found()
    first = go_to_checkout(club, owner, once="one")
    when_asked(local_stripe, method, path, lambda: press(local_stripe.ledger, first, do="pay", card=PAYS))
    with pytest.raises(AlreadySubscribed):
        go_to_checkout(club, owner, once="two")
    assert local_stripe.ledger.all("checkout.session", status="open") == []
    assert refresh_subscription(club=club).until is None


def test_paid_in_the_very_moment_in_which_its_session_was_to_end(local_stripe: LocalStripe) -> None:
    club, owner = found()
    first = go_to_checkout(club, owner, once="one")
    expire = f"/v1/checkout/sessions/{first.rpartition('/')[2]}/expire"
    when_asked(local_stripe, "POST", expire, lambda: press(local_stripe.ledger, first, do="pay", card=PAYS))
    with pytest.raises(StripeUnavailable):
        go_to_checkout(club, owner, once="two")
    with pytest.raises(AlreadySubscribed):
        go_to_checkout(club, owner, once="two")


def test_of_two_subscriptions_both_are_cancelled_and_one_is_taken_up_again(ledger: Ledger) -> None:
    club, owner = found()
    first = pay(ledger, club, owner)
    second = add_another(ledger, club)
    set_cancelling(club=club, by=owner, cancel=True)
    assert (first["cancel_at_period_end"], second["cancel_at_period_end"]) == (True, True)
    set_cancelling(club=club, by=owner, cancel=False)
    assert (first["cancel_at_period_end"], second["cancel_at_period_end"]) == (False, True)  # the one that lasts longer


def test_a_second_subscription_is_told_to_the_operator(ledger: Ledger, caplog: pytest.LogCaptureFixture) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    add_another(ledger, club)
    refresh_subscription(club=club)
    assert [line for line in caplog.messages if "2 subscriptions" in line] != []


def test_a_club_that_is_about_to_be_deleted_sells_nothing(ledger: Ledger) -> None:
    club, owner = found()
    open_already = go_to_checkout(club, owner)
    export_club(club=club, by=owner)
    close_club(club=club, by=owner, name=club.name)
    assert press(ledger, open_already, do="pay", card=PAYS) == 410
    with pytest.raises(ClubCloses):
        go_to_checkout(club, owner, once="two")


def test_with_a_club_goes_what_could_still_be_paid_for_it(ledger: Ledger) -> None:
    club, owner = found()
    price = ledger.all("price", lookup_key=MONTHLY.lookup_key)[0]
    open_already = go_to_checkout(club, owner)
    (customer,) = ledger.all("customer")
    unfinished = subscribe(ledger, customer=customer["id"], price=price, card=new_card(ledger, customer["id"], "0002"), metadata={})
    assert unfinished["status"] == "incomplete"
    Club.objects.filter(pk=club.pk).update(closing_at=timezone.now() - timedelta(minutes=1))
    assert delete_closed_clubs() == [club.public_id]
    assert press(ledger, open_already, do="pay", card=PAYS) == 410
    assert unfinished["status"] in ("canceled", "incomplete_expired")
