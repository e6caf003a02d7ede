"""Deleting the club, and keeping it after all: for owners."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from archives.domain.errors import ClosingRefused
from archives.forms import CloseForm
from archives.selectors.exports import find_export
from archives.services.closing import EXPORT_HOLDS, GRACE, close_club, keep_club
from archives.services.mail import tell_of_closing
from billing.selectors import find_live
from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.fresh_sign_in import need_fresh_sign_in
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from tournaments.views.explaining import person_of


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, club: str) -> HttpResponse:
    """What it means, what must be done before, and the name to type."""
    tenant = desk_for(request, club, Act.DELETE_CLUB)
    form = CloseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        need_fresh_sign_in(request)
        if form.is_valid() and _closed(request, tenant, form):
            return redirect("ratings:desk", club=tenant.public_id)
    with snapshot(tenant):
        exported_at, subscribed = find_export(tenant), find_live(tenant)
    may_close = exported_at is not None and exported_at > timezone.now() - EXPORT_HOLDS
    context = {
        "form": form,
        "exported_at": exported_at,
        "may_close": may_close,
        "ends_at": timezone.now() + GRACE,
        "subscribed": subscribed,
    }
    return render_desk(request, tenant, "archives/close.html", "", context, status=422 if form.errors else 200)


@require_POST
def keep(request: HttpRequest, club: str) -> HttpResponse:
    """Everything is as before."""
    tenant = desk_for(request, club, Act.DELETE_CLUB)
    if keep_club(club=tenant, by=person_of(request)):
        messages.success(request, gettext("The club stays, with everything as it was."))
    return redirect("ratings:desk", club=tenant.public_id)


def _closed(request: HttpRequest, club: Club, form: CloseForm) -> bool:
    """False, with the reason in the form, where the service refuses."""
    try:
        closing_at = close_club(club=club, by=person_of(request), name=form.cleaned_data["name"])
    except ClosingRefused as refused:
        form.add_error("name", gettext(refused.message))
        return False
    tell_of_closing(club=club, closing_at=closing_at)
    return True
