"""What the desk says to owners when something about the club's page has to be paid or decided."""

from datetime import timedelta
from typing import Any

from django import template
from django.conf import settings
from django.utils import timezone

from billing.domain.entitlement import LAST_DAYS
from billing.selectors import entitlement_of, find_subscription
from clubs.domain.pausing import FOREVER
from clubs.models import Club

register = template.Library()


@register.inclusion_tag("billing/banner.html")
def subscription_banner(club: Club) -> dict[str, Any]:
    """In the last days of a trial, in grace, and when it is paused; nothing while all is well, which the club's row tells as a rule."""
    if not settings.SELLS_SUBSCRIPTIONS or _all_is_well(club):
        return {"state": ""}
    known = find_subscription(club)
    entitled = entitlement_of(club, known)
    return {"state": entitled.state.name, "until": entitled.until, "club": club, "owes": known is not None and known.status == "unpaid"}


def _all_is_well(club: Club) -> bool:
    if club.paid_until is not None:
        return club.paid_until == FOREVER
    return club.trial_ends_at - timezone.now() > timedelta(days=LAST_DAYS)
