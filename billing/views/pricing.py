"""What it costs and what is free, for everybody and before anybody signs up."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from billing.domain.entitlement import ALLOWED, DAYS, Right
from billing.domain.prices import MONTHLY, YEARLY
from clubs.middleware import INDEXABLE


@require_safe
def pricing(request: HttpRequest) -> HttpResponse:
    """The prices, and the one table of what each state allows."""
    states = [{"name": gettext(state), "days": DAYS[state]} for state in ALLOWED]
    rows = [{"right": gettext(right), "allowed": [(gettext(state), right in ALLOWED[state]) for state in ALLOWED]} for right in Right]
    context = {
        "is_sold": settings.SELLS_SUBSCRIPTIONS,
        "year": YEARLY.amount,
        "month": MONTHLY.amount,
        "states": states,
        "rows": rows,
    }
    response = render(request, "billing/pricing.html", context)
    setattr(response, INDEXABLE, True)
    return response
