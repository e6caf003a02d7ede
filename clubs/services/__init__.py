"""Founding a club, changing it, handing out keys to it, and the journal of what was done."""

from clubs.services.founding import change_club, found_club, openness_after, outdate_pages, renew_address
from clubs.services.journal import Person, record_in_journal
from clubs.services.tokens import issue_token, note_token_use, revoke_token

__all__ = [
    "Person",
    "change_club",
    "found_club",
    "issue_token",
    "note_token_use",
    "openness_after",
    "outdate_pages",
    "record_in_journal",
    "renew_address",
    "revoke_token",
]
