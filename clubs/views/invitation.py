"""What an invited person sees: which club, to what, and one button. Of the address no more is shown than its owner needs to know it."""

from collections.abc import Mapping
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.domain.errors import AccountGone, InvitationGone, InvitedAnother
from clubs.domain.invitations import masked
from clubs.domain.text import isolated
from clubs.models import Club, Invitation
from clubs.selectors import find_invitation, find_invitation_to, find_role, has_address, list_invitations_to
from clubs.services import accept_invitation, decline_invitation
from clubs.services.role_mail import NOW
from clubs.views.roles import person_of

BEGIN: Final[Mapping[str, Promise]] = {
    "arbiter": _("To begin, open “Publish” and hand in the file of an event; then say who is who."),
    "admin": _("To begin, look at “People”, “Ladder rules” and “Privacy”. Events come in through “Publish”."),
    "owner": _("To begin, look at “Roles”, where you see who else acts for the club, and at “Subscription”."),
}
"""What somebody does first in a role, by the names of the pages under the club's name."""


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """The invitation, and the desk once it is accepted. One that does not hold looks like one that never was."""
    found, user = find_invitation(secret), request.user
    if found is not None and user.is_authenticated and found.accepted_by_id == user.pk:
        return redirect("ratings:desk", club=found.club.public_id)
    if found is None or not found.is_open:
        return _gone(request)
    return _accept(request, found) if request.method == "POST" and user.is_authenticated else _page(request, found)


@login_required
@require_POST
def accept_invited(request: HttpRequest, invitation: str) -> HttpResponse:
    """The button among one's clubs: the address was shown to be the reader's, which is what the link would have to be held with, too."""
    found = find_invitation_to(request.user, invitation)
    if found is None:
        raise Http404
    return _accept(request, found)


@login_required
@require_POST
def decline_invited(request: HttpRequest, invitation: str) -> HttpResponse:
    """The other button: the invitation is over, and whoever sent it may send another."""
    found = list_invitations_to(request.user).filter(public_id=invitation).first()
    try:
        if found is None:
            raise InvitationGone
        decline_invitation(invitation=found, by=person_of(request))
    except (InvitationGone, InvitedAnother):
        return _gone(request)
    messages.success(request, gettext("The invitation of %(club)s is declined.") % {"club": isolated(found.club.name)})
    return redirect("clubs:desks")


def _accept(request: HttpRequest, found: Invitation) -> HttpResponse:
    try:
        club = accept_invitation(invitation=found, by=person_of(request))
    except (AccountGone, InvitationGone):
        return _gone(request)
    except InvitedAnother as refused:
        return _page(request, found, gettext(refused.message) % refused.params)
    _welcome(request, club)
    return redirect("ratings:desk", club=club.public_id)


def _welcome(request: HttpRequest, club: Club) -> None:
    role = find_role(request.user, club)
    if role is not None:
        messages.success(request, f"{NOW[role] % {'club': isolated(club.name)}} {BEGIN[role]}")


def _gone(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/invitation_gone.html", {"shows_messages": True}, status=404)


def _page(request: HttpRequest, found: Invitation, refusal: str = "") -> HttpResponse:
    user = request.user
    context = {
        "invitation": found,
        "address": masked(found.email),
        "is_theirs": user.is_authenticated and has_address(user, found.email),
        "refusal": refusal,
        "shows_messages": True,
    }
    return render(request, "clubs/invitation.html", context)
