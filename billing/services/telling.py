"""What becomes of a club by the clock alone: a trial that will end, and one, a grace or a cancelled subscription that has ended."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from billing.domain.entitlement import LAST_DAYS
from billing.domain.errors import StripeUnavailable
from billing.domain.news import Phase
from billing.models import Subscription
from billing.services.news import note_news
from billing.services.refreshing import lock_subscription, refresh_subscription
from clubs.models import Club
from clubs.tenancy.scope import club_scope

_log = logging.getLogger(__name__)


def look_at_the_clock() -> int:
    """Note the news that no message tells; returns the number of clubs that were looked at."""
    if not settings.SELLS_SUBSCRIPTIONS:
        return 0
    clubs = list(_with_news())
    for club in clubs:
        try:
            _look_at(club)
        except (StripeUnavailable, DatabaseError) as error:  # held by somebody who asks Stripe, or deleted meanwhile: the next minute
            _log.warning("The news of club %s has to wait: %s", club.pk, type(error).__name__)
    return len(clubs)


def _look_at(club: Club) -> None:
    """Stripe is asked before a club counts as paused: it may pay on, and the message of that be late."""
    if club.is_paused:
        try:
            refresh_subscription(club=club)
            return
        except StripeUnavailable:
            _log.warning("Stripe could not be asked about club %s, which has paused", club.pk)
    with club_scope(club):
        known = lock_subscription(club=club)
        note_news(club=club, known=known, fetched=known.fetched, by=None)


def _with_news() -> QuerySet[Club]:
    """Clubs in the last days of their trial, and those that have paused, whose owners know nothing of it yet.

    A club that had paused before anything was told of it is let be.
    """
    now = timezone.now()
    told = Subscription.objects.filter(club=OuterRef("pk")).values("told_phase")[:1]
    unpaid = Q(paid_until=None) | Q(paid_until__lte=now)
    ending = unpaid & Q(trial_ends_at__gt=now, trial_ends_at__lte=now + timedelta(days=LAST_DAYS), told__in=["", Phase.TRIAL])
    paused = Q(open_until__lte=now) & ~Q(told__in=["", Phase.PAUSED])
    open_until = Greatest(F("trial_ends_at"), Coalesce("paid_until", "trial_ends_at"))
    return Club.objects.annotate(told=Coalesce(Subquery(told), Value("")), open_until=open_until).filter(ending | paused).order_by("pk")
