"""People with roles at the desk: who acts for the club, and inviting others."""

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for, role_in
from clubs.domain.errors import ClubError
from clubs.domain.roles import Act, may, may_deal_with
from clubs.forms import InvitationForm
from clubs.fresh_sign_in import need_fresh_sign_in
from clubs.models import Club, Invitation
from clubs.selectors import list_invitations, list_members
from clubs.services import invite, mail_invitation, renew_invitation, revoke_invitation
from clubs.views.desk_frame import render_desk

PAGE = "clubs:roles"


@require_http_methods(["GET", "HEAD", "POST"])
def roles(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody who acts for the club, what is open, and a form that invites."""
    tenant = desk_for(request, club, Act.INVITE_ARBITERS if request.method == "POST" else Act.USE_DESK)
    role = role_in(request, tenant)
    form = InvitationForm(request.POST or None, role=role, pays_on=tenant.pays_on)
    if request.method == "POST":
        need_fresh_sign_in(request)
        if form.is_valid() and _invited(request, tenant, form):
            return redirect(PAGE, club=tenant.public_id)
    context = {
        "form": form if may(role, Act.INVITE_ARBITERS) else None,
        "members": [
            {"known": each, "is_mine": each.user_id == request.user.pk, "changeable": may_deal_with(role, each.role)}
            for each in list_members(tenant)
        ],
        "invitations": [{"known": each, "changeable": may_deal_with(role, each.role)} for each in list_invitations(tenant)],
    }
    return render_desk(request, tenant, "clubs/roles.html", PAGE, context)


@require_POST
def renew(request: HttpRequest, club: str, invitation: str) -> HttpResponse:
    """Mail an invitation again, with a new link."""
    tenant, found = _invitation_for(request, club, invitation)
    need_fresh_sign_in(request)
    try:
        renewed, secret = renew_invitation(club=tenant, invitation=found, by=person_of(request))
    except ClubError as refused:
        messages.error(request, gettext(refused.message) % refused.params)
    else:
        _mail(request, renewed, secret)
    return redirect(PAGE, club=tenant.public_id)


@require_POST
def revoke_invited(request: HttpRequest, club: str, invitation: str) -> HttpResponse:
    """End an invitation: its link leads nowhere from now on."""
    tenant, found = _invitation_for(request, club, invitation)
    need_fresh_sign_in(request)
    try:
        revoke_invitation(club=tenant, invitation=found, by=person_of(request))
    except ClubError as refused:
        messages.error(request, gettext(refused.message) % refused.params)
    else:
        messages.success(request, gettext("The invitation is revoked. Its link leads nowhere from now on."))
    return redirect(PAGE, club=tenant.public_id)


def person_of(request: HttpRequest) -> AbstractBaseUser:
    """Whoever is signed in; the desk is open to nobody else."""
    assert isinstance(request.user, AbstractBaseUser)
    return request.user


def _invited(request: HttpRequest, club: Club, form: InvitationForm) -> bool:
    """False, with the reason in the form, where the service refuses."""
    try:
        made, secret = invite(club=club, by=person_of(request), **form.cleaned_data)
    except ClubError as refused:
        form.add_error(None, gettext(refused.message) % refused.params)
        return False
    _mail(request, made, secret)
    return True


def _mail(request: HttpRequest, invitation: Invitation, secret: str) -> None:
    if mail_invitation(invitation=invitation, secret=secret):
        messages.success(request, gettext("The invitation is on its way. It holds for 14 days."))
    else:
        messages.error(request, gettext("The invitation is made, but the mail could not be sent. Send it again in a while."))


def _invitation_for(request: HttpRequest, public_id: str, invitation: str) -> tuple[Club, Invitation]:
    """Raises Http404 also for one that has ended."""
    tenant = desk_for(request, public_id, Act.INVITE_ARBITERS)
    found = list_invitations(tenant).filter(public_id=invitation).first()
    if found is None or not may_deal_with(role_in(request, tenant), found.role):
        raise Http404
    return tenant, found
