"""A club that goes is charged no more."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from archives.services.closing import close_club, keep_club
from archives.services.deleting import delete_closed_clubs
from archives.services.exporting import export_club
from archives.services.mail import tell_of_closing
from billing.domain.errors import StripeUnavailable
from billing.domain.news import News
from billing.domain.prices import MONTHLY
from billing.models import Subscription
from billing.services import end_subscription, reconcile, refresh_subscription, set_cancelling, stop_renewal
from billing.services.mail import write_mail
from clubs.models import Club
from tests.billing.scenes import at_stripe, found, pay
from tests.signing_in import signed_in
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused
from tests.stripe.subscriptions import PAYS, new_card, resume, subscribe

pytestmark = pytest.mark.django_db


def closed(ledger: Ledger) -> Club:
    """A club that pays, and whose time is over."""
    club, owner = found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    Club.objects.filter(pk=club.pk).update(closing_at=timezone.now() - timedelta(minutes=1))
    club.refresh_from_db()
    return club


def test_a_club_that_is_deleted_takes_its_subscription_along(ledger: Ledger) -> None:
    club = closed(ledger)
    subscription = at_stripe(ledger, club)
    assert delete_closed_clubs() == [club.public_id]
    assert (subscription["status"], Subscription.objects.count()) == ("canceled", 0)


def test_a_club_stays_while_its_subscription_cannot_be_ended(local_stripe: LocalStripe) -> None:
    club = closed(local_stripe.ledger)
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    assert delete_closed_clubs() == []
    assert Club.objects.filter(pk=club.pk).exists()
    with pytest.raises(StripeUnavailable):
        end_subscription(club=club)
    local_stripe.fault = lambda method, path: None
    assert delete_closed_clubs() == [club.public_id]


def test_of_two_subscriptions_both_end(ledger: Ledger) -> None:
    club = closed(ledger)
    customer = at_stripe(ledger, club)["customer"]
    price = ledger.all("price", lookup_key=MONTHLY.lookup_key)[0]
    subscribe(ledger, customer=customer, price=price, card=new_card(ledger, customer, PAYS), metadata={})
    end_subscription(club=club)
    assert [each["status"] for each in ledger.all("subscription")] == ["canceled", "canceled"]


def test_a_club_without_a_subscription_ends_none(ledger: Ledger) -> None:
    club, _ = found()
    end_subscription(club=club)
    stop_renewal(club=club, by=None)
    assert ledger.all("subscription") == []


def test_a_club_that_is_about_to_be_deleted_is_not_renewed(local_stripe: LocalStripe) -> None:
    club, owner = found()
    subscription = pay(local_stripe.ledger, club, owner)
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    stop_renewal(club=club, by=owner)
    assert not subscription["cancel_at_period_end"]
    local_stripe.fault = lambda method, path: None
    stop_renewal(club=club, by=owner)
    assert subscription["cancel_at_period_end"]


@pytest.mark.parametrize("cancelled_before", [False, True])
def test_a_club_that_is_kept_after_all_is_renewed_as_before(cancelled_before: bool, ledger: Ledger) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner)
    if cancelled_before:
        stop_renewal(club=club, by=owner)
    export_club(club=club, by=owner)
    close_club(club=club, by=owner, name=club.name)
    assert subscription["cancel_at_period_end"]
    assert keep_club(club=club, by=owner)
    assert subscription["cancel_at_period_end"] is cancelled_before


def test_a_club_is_kept_also_while_its_subscription_cannot_be_taken_up_again(local_stripe: LocalStripe) -> None:
    club, owner = found()
    subscription = pay(local_stripe.ledger, club, owner)
    export_club(club=club, by=owner)
    close_club(club=club, by=owner, name=club.name)
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    assert keep_club(club=club, by=owner)
    club.refresh_from_db()
    assert (club.closing_at, subscription["cancel_at_period_end"]) == (None, True)


def test_who_deletes_a_club_that_pays_reads_what_becomes_of_the_money(local_stripe: LocalStripe) -> None:
    club, owner = found()
    client = signed_in(owner)
    close = f"/desk/{club.public_id}/close/"
    assert "The subscription is cancelled with that" not in client.get(close).content.decode()
    pay(local_stripe.ledger, club, owner)
    refresh_subscription(club=club)
    assert "nothing more is taken. What is paid already is not paid back by itself." in client.get(close).content.decode()
    tell_of_closing(club=club, closing_at=timezone.now())
    stop_renewal(club=club, by=owner)
    tell_of_closing(club=club, closing_at=timezone.now())
    failed, cancelled = (letter.body for letter in mail.outbox)
    assert "Its subscription could not be cancelled now, because our payment service did not answer." in failed
    assert "Its subscription is cancelled, and nothing more is taken." in cancelled


def test_the_mail_about_a_kept_club_tells_of_an_open_payment(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)["status"] = "past_due"
    refresh_subscription(club=club)
    _subject, text = write_mail(club=club, news=News.RESUMED, known=Subscription.objects.get(club=club))
    assert ("The last payment failed and is still open." in text, "The next payment" in text) == (True, False)


def test_what_goes_on_for_a_closing_club_is_cancelled_the_next_night(local_stripe: LocalStripe) -> None:
    """An owner has taken it up on Stripe's own pages; a club that is not closing, and does the same, pays on."""
    (club, owner), (other, other_owner) = found(), found()
    for each, its_owner in ((club, owner), (other, other_owner)):
        pay(local_stripe.ledger, each, its_owner)
        refresh_subscription(club=each)
        set_cancelling(club=each, by=its_owner, cancel=True)
        resume(local_stripe.ledger, at_stripe(local_stripe.ledger, each))
    Club.objects.filter(pk=club.pk).update(closing_at=timezone.now() + timedelta(days=20))
    assert reconcile().failed == 0
    assert [at_stripe(local_stripe.ledger, each)["cancel_at_period_end"] for each in (club, other)] == [True, False]
    assert Subscription.objects.get(club=club).cancel_at is not None
