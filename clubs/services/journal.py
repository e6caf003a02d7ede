"""Writing down what was done."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import models

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope

Person = AbstractBaseUser | None  # who acts; None is the software itself or an operator at the shell


def record_in_journal(*, club: Club, action: str, by: Person, subject: str = "", detail: dict[str, Any] | None = None) -> JournalEntry:
    """Write down what was done, in the transaction that does it. Ids only: a name would outlive its erasure."""
    with club_scope(club):
        return JournalEntry.objects.create(
            club=club, action=action, by_id=None if by is None else by.pk, subject=subject, detail=detail or {}
        )


def changed_from(row: models.Model, changes: Mapping[str, Any], *, untold: Collection[str] = ()) -> dict[str, Any]:
    """The detail of a change: which fields, and what each was and is, as JSON can say it.

    `row` is still as it was. Of the fields in `untold` only that they changed is kept: the journal outlives what is erased.
    """
    told = sorted(name for name in changes if name not in untold)
    before = {name: _plain(getattr(row, name)) for name in told}
    return {"changed": sorted(changes), "before": before, "after": {name: _plain(changes[name]) for name in told}}


def _plain(value: Any) -> str | int | bool | None:
    return value if value is None or isinstance(value, bool | int) else str(value)
