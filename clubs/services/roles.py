"""Who acts for a club: changing a role, removing somebody, leaving. All under one lock of the club, so that an owner always stays.

A role is read from the database at every request, so what is changed here holds from the next one on.
"""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.functional import Promise

from clubs.domain.errors import LastOwner, OwnershipIsOffered, RoleRefused
from clubs.domain.roles import END_REMEMBERED, Act, is_above, may, may_deal_with
from clubs.models import ApiToken, Club, EndedRole, Invitation, Membership, Role
from clubs.selectors import find_role
from clubs.services.holding import roles_held
from clubs.services.journal import Person, record_in_journal
from clubs.services.role_mail import HANDED_OVER, RoleNews, cause_of, tell_when_done
from clubs.services.tokens import revoke_token


def change_role(*, club: Club, member: Membership, role: str, by: Person) -> None:
    """Make a member an administrator or an arbiter; the same role again changes nothing.

    Raises:
        RoleRefused: `by` may not, perhaps not any more; or the member has left meanwhile.
        OwnershipIsOffered: `role` is owner and the member is none.
        LastOwner
    """
    with roles_held(club):
        known = _find_member(club, member)
        if known is None or not may(_role_of(club, by), Act.MANAGE_ROLES):
            raise RoleRefused
        if role == known.role:
            return
        if role == Role.OWNER:
            raise OwnershipIsOffered
        keep_an_owner(club, known)
        give_role(club=club, member=known, role=Role(role), by=by)


def give_role(*, club: Club, member: Membership, role: Role, by: Person, cause: Promise | None = None) -> None:
    """Change the role whatever it was, inside `roles_held`; what the new one does not allow ends at once.

    `cause`: what the mail to the member says of why; None: who did it.
    """
    before = member.role
    Membership.objects.filter(pk=member.pk).update(role=role)
    detail: dict[str, Any] = {"account": member.user_id, "before": {"role": before}, "after": {"role": str(role)}}
    if cause is HANDED_OVER:
        detail["handed_over"] = True
    record_in_journal(club=club, action="role.changed", by=by, subject=member.public_id, detail=detail)
    cause = cause or cause_of(club=club, user_id=member.user_id, after=role, by=by)
    tell_when_done(RoleNews(club, member.user_id, before, role, cause))
    if is_above(before, role):
        _end_what_was_given(club, member.user_id, role, by)


def remove_member(*, club: Club, member: Membership, by: Person) -> None:
    """End a role. Keys for programs and invitations that this person has made end with it: their secrets are known to them.

    Raises:
        RoleRefused: `by` may not, perhaps not any more. Who has left meanwhile is passed over.
        LastOwner
    """
    with roles_held(club):
        known = _find_member(club, member)
        if not may_deal_with(_role_of(club, by), member.role if known is None else known.role):
            raise RoleRefused
        if known is not None:
            keep_an_owner(club, known)
            _end(club, known, "role.removed", by)
            told = {"role": known.role, "ended_at": timezone.now()}
            EndedRole.objects.update_or_create(club=club, user_id=known.user_id, defaults=told)


def leave_club(*, club: Club, by: AbstractBaseUser) -> None:
    """End one's own role; who has none is passed over.

    Raises:
        LastOwner
    """
    with roles_held(club):
        known = Membership.objects.filter(club=club, user__pk=by.pk).first()
        if known is not None:
            keep_an_owner(club, known)
            _end(club, known, "role.left", by)


def keep_an_owner(club: Club, member: Membership) -> None:
    """Inside `roles_held`. Raises LastOwner if the member is an owner and there is no other one."""
    if member.role == Role.OWNER and not Membership.objects.filter(club=club, role=Role.OWNER).exclude(pk=member.pk).exists():
        raise LastOwner


def end_invitation(invitation: Invitation, *, accepted_by: AbstractBaseUser | None = None) -> None:
    """Inside `roles_held`: it cannot be accepted any more, and its address is forgotten."""
    invitation.ended_at, invitation.email, invitation.accepted_by_id = timezone.now(), "", None if accepted_by is None else accepted_by.pk
    invitation.save(update_fields=["ended_at", "email", "accepted_by"])


def forget_ended_roles() -> int:
    """Delete what was told for long enough; returns how many."""
    return EndedRole.objects.filter(ended_at__lt=timezone.now() - END_REMEMBERED).delete()[0]


def _end(club: Club, member: Membership, action: str, by: Person) -> None:
    cause = cause_of(club=club, user_id=member.user_id, after=None, by=by)
    tell_when_done(RoleNews(club, member.user_id, member.role, None, cause))
    Membership.objects.filter(pk=member.pk).delete()
    detail = {"account": member.user_id, "before": {"role": member.role}}
    record_in_journal(club=club, action=action, by=by, subject=member.public_id, detail=detail)
    _end_what_was_given(club, member.user_id, None, by)


def _end_what_was_given(club: Club, user_id: int, role: Role | None, by: Person) -> None:
    """Keys and open invitations of somebody that their role does not allow them to make any more."""
    if not may(role, Act.MANAGE_TOKENS):
        for token in ApiToken.objects.filter(club=club, created_by=user_id, revoked_at=None):
            revoke_token(club=club, token=token, by=by)
    for invitation in Invitation.objects.filter(club=club, by=user_id, ended_at=None):
        if not may_deal_with(role, invitation.role):
            end_invitation(invitation)
            record_in_journal(club=club, action="invitation.revoked", by=by, subject=invitation.public_id)


def _find_member(club: Club, member: Membership) -> Membership | None:
    return Membership.objects.filter(club=club, pk=member.pk).first()


def _role_of(club: Club, by: Person) -> Role | None:
    return None if by is None else find_role(by, club)
