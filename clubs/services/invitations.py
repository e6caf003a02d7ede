"""Inviting people to act for a club by a mail to one address, and accepting: once, and by the owner of that address alone."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, Sum
from django.utils import timezone

from clubs.domain.errors import AlreadyActs, InvitationGone, InvitedAnother, RoleRefused, TooManyInvitations, TooManyMails
from clubs.domain.invitations import HOLDS, MOST_A_DAY, MOST_MAILS, REMEMBERED, digest_of, make_secret, masked
from clubs.domain.mail_addresses import as_mailed
from clubs.domain.roles import is_above, may_deal_with
from clubs.models import Club, EndedRole, Invitation, Membership, Role
from clubs.selectors import find_role, has_address, list_members
from clubs.services.holding import account_held, roles_held
from clubs.services.journal import record_in_journal
from clubs.services.role_mail import ACCEPTED, HANDED_OVER, RoleNews, tell_when_done
from clubs.services.roles import end_invitation, give_role


def invite(*, club: Club, email: str, role: str, by: AbstractBaseUser, steps_down: bool = False) -> tuple[Invitation, str]:
    """An open invitation and its secret, which is never to be had again. It takes the place of an open one to the same address.

    To somebody who acts for the club already only ownership is offered. `steps_down`: `by` is an administrator once it is accepted.

    Raises:
        RoleRefused: `by` may not invite to this role, or not to that of the open one.
        AlreadyActs
        TooManyInvitations
    """
    address, secret = as_mailed(email), make_secret()
    with roles_held(club):
        _check_may_invite(club, by, role)
        owners = EmailAddress.objects.filter(email=address, verified=True).values("user")
        known = list_members(club).filter(Q(user__email=address) | Q(user__in=owners)).first()
        if known is not None and (role != Role.OWNER or known.role == Role.OWNER):
            raise AlreadyActs
        _check_frequency(club, by)
        _end_older(club, by, address)
        made = Invitation.objects.create(
            club=club,
            email=address,
            role=role,
            steps_down=steps_down and role == Role.OWNER,
            digest=digest_of(secret),
            by_id=by.pk,
            expires_at=timezone.now() + HOLDS,
        )
        detail = {"after": {"role": made.role, "steps_down": made.steps_down}}
        record_in_journal(club=club, action="invitation.made", by=by, subject=made.public_id, detail=detail)
    return made, secret


def renew_invitation(*, club: Club, invitation: Invitation, by: AbstractBaseUser) -> tuple[Invitation, str]:
    """The same invitation with another secret and another fortnight; the link that was mailed before leads nowhere.

    Raises:
        RoleRefused
        InvitationGone: accepted or revoked meanwhile.
        TooManyMails
    """
    secret = make_secret()
    with roles_held(club):
        _check_may_invite(club, by, invitation.role)
        known = Invitation.objects.filter(club=club, pk=invitation.pk, ended_at=None).first()
        if known is None:
            raise InvitationGone
        if known.mails >= MOST_MAILS:
            raise TooManyMails(MOST_MAILS)
        known.digest, known.expires_at, known.mails = digest_of(secret), timezone.now() + HOLDS, known.mails + 1
        known.save(update_fields=["digest", "expires_at", "mails"])
        record_in_journal(club=club, action="invitation.renewed", by=by, subject=known.public_id)
    return known, secret


def revoke_invitation(*, club: Club, invitation: Invitation, by: AbstractBaseUser) -> None:
    """End an invitation, and forget the address; one that is accepted or revoked is passed over.

    Raises:
        RoleRefused
    """
    with roles_held(club):
        _check_may_invite(club, by, invitation.role)
        known = Invitation.objects.filter(club=club, pk=invitation.pk, ended_at=None).first()
        if known is not None:
            end_invitation(known)
            record_in_journal(club=club, action="invitation.revoked", by=by, subject=invitation.public_id)


def accept_invitation(*, invitation: Invitation, by: AbstractBaseUser) -> Club:
    """Let `by` act for the club in the role of the invitation, or in a higher one that they have; returns the club.

    Accepting again changes nothing. Two at the same moment wait for each other.

    Raises:
        AccountGone
        InvitationGone
        InvitedAnother: `by` has not shown that the address is theirs.
    """
    club = invitation.club
    with account_held(by), roles_held(club):
        known = Invitation.objects.filter(pk=invitation.pk, digest=invitation.digest).first()
        if known is not None and known.accepted_by_id == by.pk:
            return club
        if known is None or not known.is_open:
            raise InvitationGone
        if not has_address(by, known.email):
            raise InvitedAnother(masked(known.email))
        end_invitation(known, accepted_by=by)
        _take_up(club, known, by)
    return club


def decline_invitation(*, invitation: Invitation, by: AbstractBaseUser) -> None:
    """End an invitation that `by` does not want.

    The journal does not say by which account: the club knows no more of it than the address that it invited. That is kept for as long as
    the journal could tell who has accepted, or nobody would know who does not come.

    Raises:
        InvitationGone: it has ended meanwhile.
        InvitedAnother: `by` has not shown that the address is theirs.
    """
    club = invitation.club
    with roles_held(club):
        known = Invitation.objects.filter(pk=invitation.pk, digest=invitation.digest, ended_at=None).first()
        if known is None:
            raise InvitationGone
        if not has_address(by, known.email):
            raise InvitedAnother(masked(known.email))
        known.ended_at = timezone.now()
        known.save(update_fields=["ended_at"])
        record_in_journal(club=club, action="invitation.declined", by=None, subject=known.public_id)


def forget_old_invitations() -> int:
    """Delete those that nobody has accepted for long, and what is left of those that have ended; returns how many."""
    long_ago = timezone.now() - REMEMBERED
    return Invitation.objects.filter(Q(expires_at__lt=long_ago) | Q(ended_at__lt=long_ago)).delete()[0]


def _take_up(club: Club, invitation: Invitation, by: AbstractBaseUser) -> None:
    """Give the role, and take ownership from who has handed the club over."""
    role = Role(invitation.role)
    member, is_new = Membership.objects.get_or_create(club=club, user_id=by.pk, defaults={"role": role})
    detail = {"after": {"role": str(role)}}
    record_in_journal(club=club, action="invitation.accepted", by=by, subject=invitation.public_id, detail=detail)
    if is_new:
        EndedRole.objects.filter(club=club, user_id=by.pk).delete()
        tell_when_done(RoleNews(club, by.pk, None, role, ACCEPTED))
    elif is_above(role, member.role):
        give_role(club=club, member=member, role=role, by=by)
    if invitation.steps_down and invitation.by_id != by.pk:
        giver = Membership.objects.filter(club=club, user=invitation.by_id, role=Role.OWNER).first()
        if giver is not None:
            give_role(club=club, member=giver, role=Role.ADMIN, by=by, cause=HANDED_OVER)


def _end_older(club: Club, by: AbstractBaseUser, address: str) -> None:
    """Make room for a new invitation. Nobody ends in passing what they may not revoke: it may be the hand-over of the club."""
    for older in Invitation.objects.filter(club=club, email=address, ended_at=None):
        _check_may_invite(club, by, older.role)
        end_invitation(older)
        record_in_journal(club=club, action="invitation.revoked", by=by, subject=older.public_id)


def _check_may_invite(club: Club, by: AbstractBaseUser, role: str) -> None:
    if not may_deal_with(find_role(by, club), role):
        raise RoleRefused


def _check_frequency(club: Club, by: AbstractBaseUser) -> None:
    """Mails of the last day, those sent again included; who found ten clubs may not invite ten times as many."""
    lately = Invitation.objects.filter(created_at__gt=timezone.now() - timedelta(days=1))
    for mine in (lately.filter(club=club), lately.filter(by=by.pk)):
        if (mine.aggregate(sent=Sum("mails"))["sent"] or 0) >= MOST_A_DAY:
            raise TooManyInvitations(MOST_A_DAY)
