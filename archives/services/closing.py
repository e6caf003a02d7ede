"""Deleting a club by its owner's wish: from that moment it is shut, and after thirty days it is gone. Until then it can be kept."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from archives.domain.errors import ClosingRefused
from archives.selectors.exports import find_export
from billing.services import resume_renewal, stop_renewal
from clubs.domain.text import is_typed_so
from clubs.models import Club, JournalEntry
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
        if not is_typed_so(name, known.name):
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
    """Everything is as before, and a subscription that the deletion has stopped goes on. False if nobody wanted to delete it."""
    with transaction.atomic():
        known = Club.objects.select_for_update().get(pk=club.pk)
        if known.closing_at is None:
            return False
        _set(club, None)
        was_stopped = _has_stopped_renewal(club)
        record_in_journal(club=club, action="club.kept", by=by)
    if was_stopped:
        resume_renewal(club=club, by=by)
    club.refresh_from_db()
    return True


def _has_stopped_renewal(club: Club) -> bool:
    """True if the deletion that was asked for last has cancelled a subscription, which nobody has taken up again since."""
    with club_scope(club):
        journal = JournalEntry.objects.filter(club=club)
        asked = journal.filter(action="club.closing").order_by("-pk").values_list("pk", flat=True).first()
        words = journal.filter(pk__gt=asked, action__in=["subscription.cancelled", "subscription.resumed"]).order_by("-pk")
        return words.values_list("action", flat=True).first() == "subscription.cancelled"


def _set(club: Club, closing_at: datetime | None) -> None:
    Club.objects.filter(pk=club.pk).update(closing_at=closing_at, policy_version=F("policy_version") + 1)
