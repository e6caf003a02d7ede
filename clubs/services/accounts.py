"""The end of an account. What it did stays in the journals of its clubs, by somebody who has left."""

import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db import transaction

from clubs.domain.errors import LastOwner, OwnerOfClubs
from clubs.models import EndedRole, Invitation
from clubs.selectors import list_memberships
from clubs.services.roles import end_invitation, leave_club


def delete_account(*, user: User) -> None:
    """Leave every club, forget the address, the sessions and the second factors. A number is left behind, which nothing leads to.

    Raises:
        OwnerOfClubs: it is the last owner of some, which it names; nothing is changed then.
    """
    with transaction.atomic():
        _leave_everything(user)
        for invitation in Invitation.objects.filter(ended_at=None, email__in=_addresses_of(user)):
            end_invitation(invitation)
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


def _leave_everything(user: User) -> None:
    kept = []
    for membership in list_memberships(user).order_by("club"):  # whoever locks several clubs does so in this order
        try:
            leave_club(club=membership.club, by=user)
        except LastOwner:
            kept.append(membership.club.name)
    if kept:
        raise OwnerOfClubs(sorted(kept))


def _addresses_of(user: User) -> list[str]:
    return [address.lower() for address in EmailAddress.objects.filter(user=user).values_list("email", flat=True)]
