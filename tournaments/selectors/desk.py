"""What an arbiter has to look at. Everything here runs inside `club_scope` or `snapshot` of the club."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import Club
from clubs.selectors import name_of_account
from tournaments.models import Entry, EntryLink, Event, EventVersion
from tournaments.selectors.events import list_events, list_versions_in_force


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One publication or correction of an event, and whose. `undone`: it was taken back and is neither shown nor rated any more."""

    version: EventVersion
    by: str
    shown: bool
    settled: bool
    undone: bool


def list_waiting_events(club: Club) -> QuerySet[Event]:
    """Events with a name in their latest version that nobody has decided, the newest first."""
    decided = EntryLink.objects.filter(club=club, entry=OuterRef("pk"), undone_at=None)
    undecided = Entry.objects.filter(~Exists(decided), club=club, version=OuterRef("latest_id"))
    return list_events(club).filter(Exists(undecided)).order_by("-latest__starts_on", "-pk")


def list_removed_events(club: Club) -> QuerySet[Event]:
    """Events that can be brought back, the last removed first."""
    removed = Event.objects.filter(club=club, removed_at__isnull=False, latest__isnull=False)
    return removed.select_related("latest").order_by("-removed_at", "-pk")


def list_events_beside(club: Club, event: Event) -> list[Event]:
    """Events that start or end on a day on which this one does, and this one, as the ladder orders a day. One statement.

    Empty if there are no others.
    """
    if event.latest is None or event.removed_at is not None:
        return []
    days = (event.latest.starts_on, event.latest.ends_on)
    beside = list_events(club).filter(Q(latest__starts_on__in=days) | Q(latest__ends_on__in=days))
    found = list(beside.order_by("order_in_date", "pk"))
    return found if any(each.pk != event.pk for each in found) else []


def list_versions(club: Club, event: Event) -> list[VersionLine]:
    """Every publication and correction of an event, newest first, with who made it."""
    in_force = {version.pk for version in list_versions_in_force(club, event)}
    versions = EventVersion.objects.filter(club=club, event=event).select_related("published_by").order_by("-number")
    return [
        VersionLine(
            version=version,
            by=name_of_account(version.published_by),
            shown=version.pk == event.latest_id,
            settled=version.pk == event.rated_version_id,
            undone=version.pk not in in_force,
        )
        for version in versions
    ]
