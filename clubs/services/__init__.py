"""Founding a club, changing it, handing out keys to it, and the journal of what was done."""

from clubs.services.account_export import describe_account
from clubs.services.accounts import delete_account
from clubs.services.founding import change_club, found_club, openness_after, outdate_pages, renew_address
from clubs.services.invitation_mail import mail_invitation
from clubs.services.invitations import (
    accept_invitation,
    decline_invitation,
    forget_old_invitations,
    invite,
    renew_invitation,
    revoke_invitation,
)
from clubs.services.journal import Person, changed_from, record_in_journal
from clubs.services.roles import change_role, leave_club, remove_member
from clubs.services.tokens import issue_token, note_token_use, revoke_token

__all__ = [
    "Person",
    "accept_invitation",
    "change_club",
    "change_role",
    "changed_from",
    "decline_invitation",
    "delete_account",
    "describe_account",
    "forget_old_invitations",
    "found_club",
    "invite",
    "issue_token",
    "leave_club",
    "mail_invitation",
    "note_token_use",
    "openness_after",
    "outdate_pages",
    "record_in_journal",
    "remove_member",
    "renew_address",
    "renew_invitation",
    "revoke_invitation",
    "revoke_token",
]
