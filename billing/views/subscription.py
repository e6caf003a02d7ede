"""The page at the desk where an owner pays for the club's page, changes that, and ends it."""

import secrets
from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from billing.domain.entitlement import GRACE_DAYS, State
from billing.domain.errors import BillingError
from billing.domain.prices import BY_INTERVAL, PRICES, YEARLY
from billing.selectors import entitlement_of, find_subscription
from billing.services import begin_checkout, begin_portal, refresh_subscription, set_cancelling
from billing.services.buying import first_payment_at
from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.views.desk_frame import render_desk

_LOOKS = 20  # at the page that waits, by itself; then its reader is asked
_SECONDS = 3
_BADGES = {State.TRIAL: "info", State.ACTIVE: "success", State.GRACE: "warn", State.PAUSED: "warn"}


@require_safe
def subscription(request: HttpRequest, club: str) -> HttpResponse:
    """How it stands, in words, and what can be done about it."""
    tenant = desk_for(request, club, Act.MANAGE_SUBSCRIPTION)
    return render_desk(request, tenant, "billing/subscription.html", "billing:subscription", _standing(tenant))


@require_POST
def subscribe(request: HttpRequest, club: str) -> HttpResponse:
    """On to Stripe's page for paying. An interval that is none is the yearly one."""
    tenant = desk_for(request, club, Act.MANAGE_SUBSCRIPTION)
    price = BY_INTERVAL.get(request.POST.get("interval", ""), YEARLY)
    return _lead(
        request,
        tenant,
        lambda: begin_checkout(
            club=tenant,
            by=cast(AbstractBaseUser, request.user),
            price=price,
            once=_once(request),
            success_url=_address("billing:waiting", tenant),
            cancel_url=_address("billing:subscription", tenant),
        ),
    )


@require_POST
def portal(request: HttpRequest, club: str) -> HttpResponse:
    """On to Stripe's pages for card, interval and invoices. The way back asks what became of it."""
    tenant = desk_for(request, club, Act.MANAGE_SUBSCRIPTION)
    back = _address("billing:subscription", tenant)
    return _lead(request, tenant, lambda: begin_portal(club=tenant, return_url=back))


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, club: str) -> HttpResponse:
    """What cancelling means, and the button that does it."""
    tenant = desk_for(request, club, Act.MANAGE_SUBSCRIPTION)
    if request.method != "POST":
        return render_desk(request, tenant, "billing/cancel.html", "", _standing(tenant))
    return _change(request, tenant, cancel=True)


@require_POST
def resume(request: HttpRequest, club: str) -> HttpResponse:
    """Go on after all."""
    tenant = desk_for(request, club, Act.MANAGE_SUBSCRIPTION)
    return _change(request, tenant, cancel=False)


@require_safe
def waiting(request: HttpRequest, club: str) -> HttpResponse:
    """Where Checkout leads back to. Being here grants nothing: it waits until Stripe has confirmed that something was paid."""
    tenant = desk_for(request, club, Act.MANAGE_SUBSCRIPTION)
    standing = _standing(tenant)
    if standing["is_paid"]:
        messages.success(request, gettext("Thank you. The club is subscribed."))
        return redirect("billing:subscription", club=tenant.public_id)
    looks = request.GET.get("looks", "")
    looked = min(int(looks), _LOOKS) if looks.isascii() and looks.isdigit() and len(looks) < 4 else 0
    response = render_desk(request, tenant, "billing/waiting.html", "", {"pays": False, "looks_by_itself": looked < _LOOKS})
    if looked < _LOOKS:
        response["Refresh"] = f"{_SECONDS}; url={request.path}?looks={looked + 1}"
    return response


@require_POST
def ask(request: HttpRequest, club: str) -> HttpResponse:
    """Ask Stripe now, where its message does not come."""
    tenant = desk_for(request, club, Act.MANAGE_SUBSCRIPTION)
    try:
        messages.info(request, _ask(tenant))
    except BillingError as refused:
        messages.error(request, gettext(refused.message) % refused.params)
    return redirect("billing:subscription", club=tenant.public_id)


def _ask(club: Club) -> str:
    """What came of asking, in words."""
    before = find_subscription(club)
    if before is None or not before.customer:
        return gettext("There is nothing to ask about: nobody has begun to pay for this club.")
    refresh_subscription(club=club)
    after = find_subscription(club)
    if after is not None and after.fetched != before.fetched:
        return gettext("Stripe told something new. This page says how it stands now.")
    if before.fetched is None:
        return gettext("Nothing new at Stripe: nothing was paid there for this club yet.")
    return gettext("Nothing new at Stripe: it stands as this page says.")


def _standing(club: Club) -> dict[str, Any]:
    """What the templates show."""
    known = find_subscription(club)
    fetched, entitled = known.fetched if known else None, entitlement_of(club, known)
    live = fetched is not None and fetched.is_live
    return {
        "pays": False,  # no banner that leads to where its reader is
        "is_sold": settings.SELLS_SUBSCRIPTIONS,
        "state": entitled.state.name,
        "state_label": gettext("Cancelled") if entitled.state == State.ACTIVE and entitled.until else gettext(entitled.state),
        "badge_kind": _BADGES[entitled.state],
        "live": live,
        "owes": live and fetched is not None and not fetched.is_paid,
        "until": entitled.until,
        "fetched": fetched,
        "amount": fetched.amount if fetched else None,
        "grace_days": GRACE_DAYS,
        "is_paid": fetched is not None and fetched.is_paid,
        "can_subscribe": settings.SELLS_SUBSCRIPTIONS and not live,
        "can_change": settings.SELLS_SUBSCRIPTIONS and known is not None and known.customer is not None,
        "can_cancel": settings.SELLS_SUBSCRIPTIONS and live and fetched is not None and fetched.cancel_at is None,
        "can_resume": settings.SELLS_SUBSCRIPTIONS and live and fetched is not None and fetched.cancel_at is not None and not club.is_shut,
        "first_payment": first_payment_at(club),
        "prices": PRICES,
        "once": secrets.token_urlsafe(12),
    }


def _lead(request: HttpRequest, club: Club, address_of: Callable[[], str]) -> HttpResponse:
    """A page that leads away by itself: to be redirected to another host a form would need a policy that lets any form go there."""
    try:
        address = address_of()
    except BillingError as refused:
        messages.error(request, gettext(refused.message) % refused.params)
        return redirect("billing:subscription", club=club.public_id)
    response = render(request, "billing/leaving.html", {"address": address})
    response["Refresh"] = f"0; url={address}"
    return response


def _change(request: HttpRequest, club: Club, *, cancel: bool) -> HttpResponse:
    try:
        set_cancelling(club=club, by=cast(AbstractBaseUser, request.user), cancel=cancel)
        messages.success(request, _done(club) if cancel else gettext("The subscription goes on."))
    except BillingError as refused:
        messages.error(request, gettext(refused.message) % refused.params)
    return redirect("billing:subscription", club=club.public_id)


def _done(club: Club) -> str:
    """What it means to have cancelled: nothing was paid yet, something is, or something is open."""
    known = find_subscription(club)
    fetched = known.fetched if known else None
    if fetched is not None and fetched.status == "trialing":
        return gettext("The subscription is cancelled. Nothing was taken, and nothing will be.")
    if fetched is not None and fetched.is_paid and not club.is_shut:
        return gettext("The subscription is cancelled. It goes on until the end of what is paid.")
    return gettext("The subscription is cancelled.")


def _once(request: HttpRequest) -> str:
    """What makes one of two presses of the same button; of another form's button another one."""
    return f"{request.user.pk} {request.POST.get('once', '')[:40] or secrets.token_urlsafe(12)}"


def _address(name: str, club: Club) -> str:
    """As Stripe is told it: of the site, whatever host was asked."""
    return settings.SITE_URL + reverse(name, args=[club.public_id])
