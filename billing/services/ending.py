"""What becomes of a subscription when its club goes: nothing is taken for a club that is not there."""

import logging

from django.conf import settings

from billing.domain.errors import ClubCloses, NotSoldHere, NotSubscribed, StripeUnavailable
from billing.interchange import stripe_api
from billing.interchange.punctual import LONGEST, within
from billing.models import Subscription
from billing.services.buying import set_cancelling
from billing.services.refreshing import fetch, lock_subscription, take_over
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope

_log = logging.getLogger(__name__)


@within(LONGEST)
def stop_renewal(*, club: Club, by: Person) -> None:
    """A club that is about to be deleted pays no further period. Where Stripe does not answer, its deletion still ends everything."""
    try:
        _close_checkout(club)
        set_cancelling(club=club, by=by, cancel=True)
    except (NotSoldHere, NotSubscribed):
        return
    except StripeUnavailable:
        _log.error("The subscription of club %s, which is about to be deleted, could not be cancelled", club.pk)


@within(LONGEST)
def resume_renewal(*, club: Club, by: Person) -> bool:
    """A club that is kept after all pays on. False where Stripe does not answer: its owner takes it up again on the page of it."""
    try:
        set_cancelling(club=club, by=by, cancel=False)
    except (ClubCloses, NotSoldHere, NotSubscribed):  # closed again meanwhile, or nothing to take up
        return True
    except StripeUnavailable:
        _log.error("The subscription of club %s, which is kept after all, could not be taken up again", club.pk)
        return False
    return True


def _close_checkout(club: Club) -> None:
    """What was about to be paid is paid no more."""
    known = Subscription.objects.filter(club=club).first()
    if settings.SELLS_SUBSCRIPTIONS and known is not None and known.customer is not None:
        stripe_api.close_checkout(customer=known.customer)


def end_subscription(*, club: Club) -> None:
    """End at once whatever may still be paid. Before the club is deleted: afterwards nobody knows whose subscription it was.

    Raises:
        StripeUnavailable: it may go on, so the club must stay for now.
    """
    with club_scope(club):
        known = lock_subscription(club=club)
        if known.customer is not None:
            stripe_api.close_checkout(customer=known.customer)
        while (fetched := fetch(known)) is not None and (fetched.is_live or fetched.may_begin):
            stripe_api.end(subscription=fetched.id)
        take_over(club=club, known=known, fetched=fetched, by=None)
