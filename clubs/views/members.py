"""One person who acts for the club, at the desk: another role, an end, an offer; and leaving oneself."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for, role_in
from clubs.domain.errors import ClubError
from clubs.domain.roles import Act, may, may_deal_with
from clubs.forms import RoleForm
from clubs.fresh_sign_in import need_fresh_sign_in
from clubs.models import Club, Membership, Role
from clubs.selectors import find_member, list_invitations, list_members, list_tokens
from clubs.services import change_role, leave_club, remove_member
from clubs.views.desk_frame import render_desk
from clubs.views.roles import PAGE, person_of


@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """The role of one person, and what ends with it."""
    tenant, found = _member_for(request, club, member, Act.MANAGE_ROLES if request.method == "POST" else Act.INVITE_ARBITERS)
    form = RoleForm(request.POST or None, initial={"role": found.role})
    if request.method == "POST":
        need_fresh_sign_in(request)
        if form.is_valid() and _changed(request, tenant, found, form):
            return redirect(PAGE, club=tenant.public_id)
    may_change = may(role_in(request, tenant), Act.MANAGE_ROLES)
    context = {"member": found, "form": form if may_change else None, "is_owner": found.role == Role.OWNER}
    return render_desk(request, tenant, "clubs/member.html", "", {**context, **_ending_with(tenant, found)})


@require_POST
def remove(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """End somebody's role."""
    tenant, found = _member_for(request, club, member, Act.INVITE_ARBITERS)
    need_fresh_sign_in(request)
    try:
        remove_member(club=tenant, member=found, by=person_of(request))
    except ClubError as refused:
        messages.error(request, gettext(refused.message) % refused.params)
    else:
        messages.success(request, gettext("The role is ended. It holds from now on, also where this person is signed in."))
    return redirect(PAGE, club=tenant.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """End one's own role."""
    tenant = desk_for(request, club)
    if request.method == "POST":
        need_fresh_sign_in(request)
        try:
            leave_club(club=tenant, by=person_of(request))
        except ClubError as refused:
            messages.error(request, gettext(refused.message) % refused.params)
            return redirect("clubs:leave", club=tenant.public_id)
        messages.success(request, gettext("You do not act for %(club)s any more.") % {"club": tenant.name})
        return redirect("clubs:desks")
    mine = list_members(tenant).get(user=person_of(request).pk)
    is_last = mine.role == Role.OWNER and not list_members(tenant).filter(role=Role.OWNER).exclude(pk=mine.pk).exists()
    return render_desk(request, tenant, "clubs/leave.html", "", {"is_last": is_last, **_ending_with(tenant, mine)})


def _changed(request: HttpRequest, club: Club, member: Membership, form: RoleForm) -> bool:
    try:
        change_role(club=club, member=member, role=form.cleaned_data["role"], by=person_of(request))
    except ClubError as refused:
        form.add_error(None, gettext(refused.message) % refused.params)
        return False
    messages.success(request, gettext("The role is changed. It holds from now on, also where this person is signed in."))
    return True


def _ending_with(club: Club, member: Membership) -> dict[str, list[str]]:
    """What the keys for programs are called that this person has made and that still hold, and whom they have invited."""
    keys = list_tokens(club).filter(created_by=member.user_id, revoked_at=None).values_list("label", flat=True)
    return {"keys": list(keys), "invitations": list(list_invitations(club).filter(by=member.user_id).values_list("email", flat=True))}


def _member_for(request: HttpRequest, public_id: str, member: str, act: Act) -> tuple[Club, Membership]:
    tenant = desk_for(request, public_id, act)
    found = find_member(tenant, member)
    if found is None or not may_deal_with(role_in(request, tenant), found.role):
        raise Http404
    return tenant, found
