"""Deleting a club by its owner's wish: from that moment it is shut, and after thirty days it is gone. Until then it can be kept."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from archives.domain.errors import ClosingRefused
from archives.selectors.exports import find_export
from billing.services import stop_renewal
from clubs.domain.text import as_stored
from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope

GRACE = timedelta(days=30)
EXPORT_HOLDS = timedelta(days=7)


def close_club(*, club: Club, by: Person, name: str) -> datetime:
    """Shut the club, and have it deleted when the time is over that this returns. `name` is what the owner has typed.

    Raises:
        ClosingRefused: name_differs; export_first, none was downloaded within a week; closing_already.
    """
    with club_scope(club):
        known = Club.objects.select_for_update().get(pk=club.pk)
        if known.closing_at is not None:
            raise ClosingRefused("closing_already")
        if as_stored(name) != known.name:
            raise ClosingRefused("name_differs")
        now, exported = timezone.now(), find_export(club)
        if exported is None or exported < now - EXPORT_HOLDS:
            raise ClosingRefused("export_first")
        closing_at = now + GRACE
        _set(club, closing_at)
        record_in_journal(club=club, action="club.closing", by=by, detail={"closing_at": closing_at.isoformat()})
    stop_renewal(club=club, by=by)
    club.refresh_from_db()
    return closing_at


def keep_club(*, club: Club, by: Person) -> bool:
    """Everything is as before. False if nobody wanted to delete it."""
    with transaction.atomic():
        known = Club.objects.select_for_update().get(pk=club.pk)
        if known.closing_at is None:
            return False
        _set(club, None)
        record_in_journal(club=club, action="club.kept", by=by)
    club.refresh_from_db()
    return True


def _set(club: Club, closing_at: datetime | None) -> None:
    Club.objects.filter(pk=club.pk).update(closing_at=closing_at, policy_version=F("policy_version") + 1)
