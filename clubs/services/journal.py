"""Writing down what was done."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope

Person = AbstractBaseUser | None  # who acts; None is the software itself or an operator at the shell


def record_in_journal(*, club: Club, action: str, by: Person, subject: str = "", detail: dict[str, Any] | None = None) -> JournalEntry:
    """Write down what was done, in the transaction that does it. Ids only: a name would outlive its erasure."""
    with club_scope(club):
        return JournalEntry.objects.create(
            club=club, action=action, by_id=None if by is None else by.pk, subject=subject, detail=detail or {}
        )
