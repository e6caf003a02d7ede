"""Beginning to pay, and changing what is paid. Stripe's pages do the rest; what became of it is heard, and then asked for."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from billing.domain.entitlement import Entitlement, Fetched
from billing.domain.errors import AlreadySubscribed, ClubCloses, NotSoldHere, NotSubscribed, PriceDiffers, StripeUnavailable
from billing.domain.prices import Price
from billing.interchange import stripe_api
from billing.interchange.punctual import LONGEST, within
from billing.models import Subscription
from billing.services.news import note_news
from billing.services.refreshing import fetch, lock_subscription, refresh_subscription, take_over
from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope

_SHORTEST_TRIAL = timedelta(days=3)
"""Of what is left of the trial, to have the first payment wait for its end: Stripe wants two days, and Checkout may stay open for one."""


@within(LONGEST)
def begin_checkout(*, club: Club, by: AbstractBaseUser, price: Price, once: str, success_url: str, cancel_url: str) -> str:
    """The address of the page where `by` pays for a subscription. `once` makes one of two presses of the same button.

    Raises:
        NotSoldHere
        AlreadySubscribed
        ClubCloses
        PriceDiffers
        StripeUnavailable
    """
    _check_sold()
    customer = _customer_of(club, by)
    refresh_subscription(club=club)
    with club_scope(club):  # under the lock: of two sessions that are opened at once each would end the other
        known = _check_may_buy(club)
        if (price_id := stripe_api.find_price(price)) is None:
            raise PriceDiffers
        address = stripe_api.open_checkout(
            club=club.public_id,
            customer=customer,
            price=price_id,
            once=once,
            trial_end=first_payment_at(club),
            language=club.language,
            success_url=success_url,
            cancel_url=cancel_url,
        )
        if _is_live(fetch(known)):  # paid meanwhile by a session of another tab
            stripe_api.close_checkout(customer=customer)
            raise AlreadySubscribed
        record_in_journal(club=club, action="subscription.checkout_begun", by=by, detail={"interval": price.interval})
    return address


def _check_may_buy(club: Club) -> Subscription:
    """The club's row, locked."""
    known = lock_subscription(club=club)
    if _is_live(known.fetched):
        raise AlreadySubscribed
    if known.club.is_shut:
        raise ClubCloses
    return known


@within(LONGEST)
def begin_portal(*, club: Club, return_url: str) -> str:
    """The address of Stripe's pages for card, interval and invoices.

    Raises:
        NotSoldHere
        NotSubscribed
        StripeUnavailable
    """
    _check_sold()
    customer = Subscription.objects.filter(club=club).values_list("customer", flat=True).first()
    if customer is None:
        raise NotSubscribed
    try:
        return stripe_api.open_portal(customer=customer, configuration=stripe_api.find_configuration(), return_url=return_url)
    except StripeUnavailable:
        if stripe_api.can_buy(customer):
            raise
        raise NotSubscribed from None


@within(LONGEST)
def set_cancelling(*, club: Club, by: Person, cancel: bool) -> Entitlement:
    """Have the subscription end with the period that is paid, or go on after all. What is there already is no error.

    Raises:
        NotSoldHere
        NotSubscribed: there is none that could be changed.
        ClubCloses: it cannot go on, because it ends with the club.
        StripeUnavailable
    """
    _check_sold()
    with club_scope(club):
        known = lock_subscription(club=club)
        if known.club.is_shut and not cancel:
            raise ClubCloses
        fetched = fetch(known)
        if fetched is None or not fetched.is_live:
            raise NotSubscribed
        if (fetched.cancel_at is not None) is not cancel:
            note_news(club=club, known=known, fetched=fetched, by=None)  # what happened before is not hers
            for each in _to_change(known, fetched, cancel):
                stripe_api.set_cancelling(subscription=each.id, cancel=cancel)
            fetched = fetch(known)
            if fetched is None or (fetched.cancel_at is not None) is not cancel:
                raise StripeUnavailable  # nobody is told that it is done while it is not
        return take_over(club=club, known=known, fetched=fetched, by=by)


def _to_change(known: Subscription, fetched: Fetched, cancel: bool) -> list[Fetched]:
    """Cancelled are all that would go on; taken up again is the one that counts."""
    if not cancel or known.customer is None:
        return [fetched]
    return [each for each in stripe_api.fetch_all(known.customer) if each.is_live and each.cancel_at is None]


def first_payment_at(club: Club) -> datetime | None:
    """The end of the trial, where the first payment can wait for it; None: it is taken at once."""
    return club.trial_ends_at if club.trial_ends_at - timezone.now() > _SHORTEST_TRIAL else None


def _customer_of(club: Club, by: AbstractBaseUser) -> str:
    """Stripe's id of the club as a customer, kept before anything is bought by it: what is heard of it must find its club.

    One who is gone at Stripe is replaced, but not while she pays by all that is known: then it is another account that is asked.
    """
    before = Subscription.objects.filter(club=club).first()
    if before is not None and _is_live(before.fetched):
        refresh_subscription(club=club)  # on its own: nobody holds the club's row while Stripe is asked for another customer
    with club_scope(club):
        known = lock_subscription(club=club)
        gone = known.customer
        if gone is not None and (_is_live(known.fetched) or stripe_api.can_buy(gone)):
            return gone
        known.customer = _new_customer(club, str(getattr(by, "email", "")), gone)
        known.save(update_fields=["customer"])
        return known.customer


def _is_live(fetched: Fetched | None) -> bool:
    return fetched is not None and fetched.is_live


def _new_customer(club: Club, email: str, gone: str | None) -> str:
    found = stripe_api.find_customer(club=club.public_id, email=email)
    once = f"{timezone.now():%Y-%m-%d %H} {gone or ''}"
    return found or stripe_api.create_customer(club=club.public_id, name=club.name, email=email, once=once)


def _check_sold() -> None:
    if not settings.SELLS_SUBSCRIPTIONS:
        raise NotSoldHere
