"""Once a night: ask Stripe about everybody, and about the messages that never came. What was missed is found within a day."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from billing.domain.errors import StripeUnavailable
from billing.interchange import stripe_api
from billing.models import StripeEvent, Subscription
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
_LOOK_BACK = timedelta(days=10)
_KEEP = timedelta(days=90)  # of messages that were dealt with: three times as long as Stripe itself knows them


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Clubs that were asked about, those that were other than known, those that could not be asked about, and messages caught up."""

    clubs: int
    different: int
    failed: int
    messages: int


def reconcile() -> Reconciled:
    """All clubs that have ever begun to pay. One that fails is logged, and the others are still asked about."""
    if not settings.SELLS_SUBSCRIPTIONS:
        return Reconciled(0, 0, 0, 0)
    asked = different = failed = 0
    for club in Club.objects.filter(pk__in=Subscription.objects.exclude(customer=None).values("club")).order_by("pk").iterator():
        asked += 1
        before = Subscription.objects.get(club=club).fetched
        try:
            refresh_subscription(club=club)
        except StripeUnavailable:
            failed += 1
            _log.error("The subscription of club %s could not be asked about", club.pk)
            continue
        different += Subscription.objects.get(club=club).fetched != before
    StripeEvent.objects.filter(at__lt=timezone.now() - _KEEP).delete()
    return Reconciled(asked, different, failed, _catch_up())


def _catch_up() -> int:
    """Messages that Stripe could not deliver."""
    done = 0
    try:
        for message in stripe_api.list_undelivered(timezone.now() - _LOOK_BACK, list(KINDS)):
            done += hear(message=message)
    except StripeUnavailable:
        _log.error("Stripe's undelivered messages could not be asked for")
    return done
