"""The end of an account. What it did stays in the journals of its clubs, by somebody who has left."""

import secrets
from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.domain.errors import LastOwner, OwnerOfClubs
from clubs.models import Club, EndedRole, Invitation
from clubs.services.holding import roles_held
from clubs.services.journal import record_in_journal
from clubs.services.roles import end_invitation, leave_club

CONFIRMED_WITHIN: Final = timedelta(days=1)


def delete_account(*, user: User) -> None:
    """Leave every club, forget the address, the sessions and the second factors. A number is left behind, which nothing leads to.

    Raises:
        OwnerOfClubs: it is the last owner of some, which it names; nothing is changed then.
    """
    with transaction.atomic():
        # Until the end nobody gives it a role (`account_held`); rows that name it do not wait, or two would wait for each other.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _leave_everything(user)
        EndedRole.objects.filter(user=user).delete()
        for session in UserSession.objects.filter(user=user):
            session.end()
        Authenticator.objects.filter(user=user).delete()
        EmailAddress.objects.filter(user=user).delete()
        user.username, user.email, user.first_name, user.last_name = f"left-{secrets.token_hex(16)}", "", "", ""
        user.is_active, user.is_staff, user.is_superuser, user.last_login = False, False, False, None
        user.set_unusable_password()  # no session that is still open opens anything
        user.save()
        user.groups.clear()
        user.user_permissions.clear()


def forget_unconfirmed_accounts() -> int:
    """Delete accounts that were begun a day ago and never confirmed: the address may be that of somebody who knows nothing of it."""
    begun = User.objects.filter(date_joined__lt=timezone.now() - CONFIRMED_WITHIN, last_login=None, is_active=True, is_staff=False)
    of_nobody = begun.filter(memberships=None, emailaddress__isnull=False).exclude(emailaddress__verified=True)
    return User.objects.filter(pk__in=of_nobody.values("pk")).delete()[0]


def _leave_everything(user: User) -> None:
    addresses = list(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))
    invited = Invitation.objects.filter(ended_at=None, email__in=addresses)
    kept = []
    for club in Club.objects.filter(Q(memberships__user=user) | Q(pk__in=invited.values("club"))).distinct().order_by("pk"):
        try:
            leave_club(club=club, by=user)
        except LastOwner:
            kept.append(club.name)
        _end_invitations(club, user, addresses)
    if kept:
        raise OwnerOfClubs(sorted(kept))


def _end_invitations(club: Club, user: User, addresses: list[str]) -> None:
    with roles_held(club):
        for invitation in Invitation.objects.filter(club=club, ended_at=None, email__in=addresses):
            end_invitation(invitation)
            record_in_journal(club=club, action="invitation.revoked", by=user, subject=invitation.public_id)
