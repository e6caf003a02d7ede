"""What an invited person sees: which club, to what, and one button. Of the address no more is shown than its owner needs to know it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.domain.errors import InvitationGone, InvitedAnother
from clubs.domain.invitations import masked
from clubs.models import Invitation
from clubs.selectors import find_invitation, has_address
from clubs.services import accept_invitation
from clubs.views.roles import person_of


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """The invitation, and the desk once it is accepted. One that does not hold looks like one that never was."""
    found, user = find_invitation(secret), request.user
    if found is not None and user.is_authenticated and found.accepted_by_id == user.pk:
        return redirect("ratings:desk", club=found.club.public_id)
    if found is None or not found.is_open:
        return _gone(request)
    return _accept(request, found) if request.method == "POST" and user.is_authenticated else _page(request, found)


def _accept(request: HttpRequest, found: Invitation) -> HttpResponse:
    try:
        club = accept_invitation(invitation=found, by=person_of(request))
    except InvitationGone:
        return _gone(request)
    except InvitedAnother as refused:
        return _page(request, found, gettext(refused.message) % refused.params)
    return redirect("ratings:desk", club=club.public_id)


def _gone(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/invitation_gone.html", status=404)


def _page(request: HttpRequest, found: Invitation, refusal: str = "") -> HttpResponse:
    user = request.user
    context = {
        "invitation": found,
        "address": masked(found.email),
        "is_theirs": user.is_authenticated and has_address(user, found.email),
        "refusal": refusal,
    }
    return render(request, "clubs/invitation.html", context)
