"""What pages say of paying: the offer before anybody signs up, and to owners what has to be paid or decided."""

from datetime import timedelta
from typing import Any

from django import template
from django.conf import settings
from django.utils import timezone

from billing.domain.entitlement import LAST_DAYS, State
from billing.domain.prices import MONTHLY, YEARLY
from billing.selectors import entitlement_of, find_subscription
from clubs.domain.pausing import FOREVER, TRIAL_DAYS
from clubs.models import Club

register = template.Library()


@register.inclusion_tag("billing/offer.html")
def offer() -> dict[str, Any]:
    """What the club's page costs and that it is tried first; where none are sold, that it costs nothing."""
    return {"is_sold": settings.SELLS_SUBSCRIPTIONS, "year": YEARLY.amount, "month": MONTHLY.amount, "days": TRIAL_DAYS}


@register.inclusion_tag("billing/banner.html")
def subscription_banner(club: Club) -> dict[str, Any]:
    """In the last days of a trial or of a cancelled subscription, in grace, and when it is paused; nothing while all is well.

    That it is, the club's row tells as a rule. Of a club that will be deleted the desk tells that alone.
    """
    if not settings.SELLS_SUBSCRIPTIONS or club.is_shut or _all_is_well(club):
        return {"state": ""}
    known = find_subscription(club)
    entitled = entitlement_of(club, known)
    if entitled.state == State.ACTIVE and (entitled.until is None or entitled.until - timezone.now() > timedelta(days=LAST_DAYS)):
        return {"state": ""}
    return {"state": entitled.state.name, "until": entitled.until, "club": club, "owes": known is not None and known.status == "unpaid"}


def _all_is_well(club: Club) -> bool:
    if club.paid_until is not None:
        return club.paid_until == FOREVER
    return club.trial_ends_at - timezone.now() > timedelta(days=LAST_DAYS)
