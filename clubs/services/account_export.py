"""Everything that is kept about one account, for its owner to take along."""

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User

from clubs.models import ApiToken, Club, Invitation, JournalEntry
from clubs.selectors import list_ended_roles, list_memberships
from clubs.tenancy.scope import club_scope

Row = dict[str, Any]


def describe_account(*, user: User) -> Row:
    """What a JSON file holds: moments in UTC as text of ISO 8601, None where there is nothing.

    What the account did and made is listed for the clubs that it acts for now; what it left behind in others belongs to these.
    """
    addresses = list(EmailAddress.objects.filter(user=user).order_by("pk"))
    memberships = list(list_memberships(user))
    clubs = [each.club for each in memberships]
    return {
        "account": {"address": user.email, "made_at": user.date_joined, "last_signed_in_at": user.last_login},
        "addresses": [{"address": each.email, "confirmed": each.verified, "main": each.primary} for each in addresses],
        "clubs": [{**_club(each.club), "role": each.role, "since": each.since} for each in memberships],
        "roles_that_others_ended": [
            {"club": each.club.name, "role": each.role, "ended_at": each.ended_at} for each in list_ended_roles(user).order_by("pk")
        ],
        "invitations_to_me": _invitations(
            Invitation.objects.filter(ended_at=None, email__in=[each.email for each in addresses if each.verified])
        ),
        "invitations_by_me": _invitations(Invitation.objects.filter(by=user, club__in=clubs)),
        "keys_for_programs": [
            _key(each) for each in ApiToken.objects.filter(created_by=user, club__in=clubs).select_related("club").order_by("pk")
        ],
        "second_factors": [
            {"kind": each.type, "name": getattr(each.wrap(), "name", None), "added_at": each.created_at, "last_used_at": each.last_used_at}
            for each in Authenticator.objects.filter(user=user).order_by("pk")
        ],
        "sessions": [
            {"since": each.created_at, "network_address": each.ip, "browser": each.user_agent}
            for each in UserSession.objects.filter(user=user).order_by("pk")
        ],
        "journal": [line for each in memberships for line in _journal(each.club, user)],
    }


def _club(club: Club) -> Row:
    return {"club": club.name, "club_id": club.public_id}


def _invitations(found: Iterable[Invitation]) -> list[Row]:
    return [
        {
            "club": each.club.name,
            "address": each.email or None,
            "role": each.role,
            "made_at": each.created_at,
            "holds_until": each.expires_at,
            "ended_at": each.ended_at,
        }
        for each in found
    ]


def _key(token: ApiToken) -> Row:
    return {
        **_club(token.club),
        "label": token.label,
        "prefix": token.prefix,
        "scopes": token.scopes,
        "made_at": token.created_at,
        "last_used_at": token.last_used_at,
        "expires_at": token.expires_at,
        "revoked_at": token.revoked_at,
    }


def _journal(club: Club, user: User) -> list[Row]:
    with club_scope(club):
        lines = JournalEntry.objects.filter(club=club, by=user).order_by("pk")
        return [{**_club(club), "at": line.at, "action": line.action, "subject": line.subject, "detail": line.detail} for line in lines]
