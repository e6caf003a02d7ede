"""Once a night: ask Stripe about everybody, and about the messages that never came. What was missed is found within a day."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from math import inf
from time import monotonic
from typing import Final

from django.conf import settings
from django.utils import timezone

from billing.domain.errors import KeyRefused, StripeRefuses, StripeUnavailable
from billing.interchange import stripe_api
from billing.models import StripeEvent, Subscription
from billing.services.ending import stop_renewal
from billing.services.hearing import hear
from billing.services.refreshing import refresh_subscription
from clubs.models import Club

_log = logging.getLogger(__name__)

KINDS: Final = (
    "checkout.session.completed",
    "checkout.session.expired",
    "customer.subscription.created",
    "customer.subscription.deleted",
    "customer.subscription.paused",
    "customer.subscription.resumed",
    "customer.subscription.updated",
    "invoice.paid",
    "invoice.payment_failed",
)
"""Messages that are wanted; what else is sent does no harm."""
PATIENCE: Final = 300.0
"""Seconds for the clubs of one task: the worker ends one that takes twice as long."""
GIVE_UP_AFTER: Final = 5
"""Clubs that could not be asked about, one after the other: it is Stripe, and asking the others would take hours."""
_LOOK_BACK = timedelta(days=10)
_KEEP = timedelta(days=90)  # of messages that were dealt with: three times as long as Stripe itself knows them


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Clubs that were asked about, those that were other than known, those that could not be asked about, and messages caught up.

    `to_go_on_after`: the club after which the others are still to be asked about, if the time was too short.
    """

    clubs: int
    different: int
    failed: int
    messages: int
    to_go_on_after: int | None = None


def reconcile(*, after: int = 0, patience: float = inf) -> Reconciled:
    """All clubs that have ever begun to pay, beginning behind the club of key `after`, for so many seconds.

    What a club that is about to be deleted would still be charged for is cancelled.

    One that fails is logged, and the others are still asked about; but not if Stripe answers nobody, or does not take our key.
    """
    if not settings.SELLS_SUBSCRIPTIONS:
        return Reconciled(0, 0, 0, 0)
    asked = different = failed = in_a_row = 0
    paying, ends = Subscription.objects.exclude(customer=None).filter(club__gt=after), monotonic() + patience
    clubs = list(paying.order_by("club").values_list("club", flat=True))
    for asked, pk in enumerate(clubs, 1):
        try:
            answer, in_a_row = _ask_about(pk), 0
        except StripeUnavailable as error:
            answer, in_a_row = None, GIVE_UP_AFTER if isinstance(error, KeyRefused) else in_a_row + 1
        different, failed = different + (answer or 0), failed + (answer is None)
        if in_a_row == GIVE_UP_AFTER:
            _log.error("Stripe answers nobody: it was not asked about %s clubs of %s", len(clubs) - asked, len(clubs))
            return Reconciled(len(clubs), different, failed + len(clubs) - asked, 0)
        if monotonic() >= ends and asked < len(clubs):
            return Reconciled(asked, different, failed, 0, to_go_on_after=pk)
    StripeEvent.objects.filter(at__lt=timezone.now() - _KEEP).delete()
    return Reconciled(asked, different, failed, _catch_up())


def _ask_about(pk: int) -> bool | None:
    """True if the club is other than it was known; None if it could not be asked about, as a customer of another account.

    Raises:
        StripeUnavailable: nobody can be asked about.
    """
    try:
        club = Club.objects.get(pk=pk)
        before = Subscription.objects.get(club=club).fetched
        refresh_subscription(club=club)
        after = Subscription.objects.get(club=club).fetched
        if (
            club.is_shut and after is not None and after.is_live and after.cancel_at is None
        ):  # Stripe did not answer, or an owner resumed it there
            stop_renewal(club=club, by=None)
        return after != before
    except Exception as error:
        if not Club.objects.filter(pk=pk).exists():  # deleted meanwhile
            return False
        _log.error("The subscription of club %s could not be asked about: %s", pk, type(error).__name__)
        if isinstance(error, StripeUnavailable) and not isinstance(error, StripeRefuses):
            raise
        return None


def _catch_up() -> int:
    """Messages that Stripe could not deliver. What each is about was asked a moment ago: one that waits for another night does no harm."""
    done = in_vain = 0
    try:
        messages = stripe_api.list_undelivered(timezone.now() - _LOOK_BACK, list(KINDS))
    except StripeUnavailable:
        _log.error("Stripe's undelivered messages could not be asked for")
        return 0
    for message in messages:
        try:
            done += hear(message=message)
        except StripeUnavailable:
            in_vain += 1
            _log.error("Message %s could not be caught up with", message.id)
            if in_vain == GIVE_UP_AFTER:
                break
    return done
