"""Events and their versions. Everything here runs inside `club_scope` or `snapshot` of the club."""

from collections.abc import Iterable, Iterator, Mapping

from django.db.models import Count, Exists, OuterRef, QuerySet

from clubs.models import Club
from tournaments.domain.errors import EventUnknown
from tournaments.interchange.remarks import make_remark
from tournaments.models import Entry, EntryLink, Event, EventVersion


def find_event(club: Club, public_id: str) -> Event | None:
    """The event with this id, removed ones included."""
    return _events(club).filter(public_id=public_id).first()


def get_event(club: Club, public_id: str) -> Event:
    """The event with this id, removed ones included. Errors: EventUnknown."""
    found = find_event(club, public_id)
    if found is None:
        remark = make_remark("event_unknown")
        raise EventUnknown(remark.code, remark.message, (remark,))
    return found


def find_event_by_identity(club: Club, program: str, external_id: str) -> Event | None:
    """The event that a program knows by this id, removed ones included."""
    return _events(club).filter(program=program, external_id=external_id).first()


def list_events(club: Club) -> QuerySet[Event]:
    """Everything published and not removed, the latest start first."""
    return list_kept_events(club).filter(removed_at=None)


def list_kept_events(club: Club) -> QuerySet[Event]:
    """Everything published, removed or not, the latest start first."""
    return _events(club).filter(latest__isnull=False).order_by("-latest__starts_on", "-order_in_date", "-pk")


def list_versions_in_force(club: Club, event: Event) -> list[EventVersion]:
    """From `event.latest` back along `replaces`, newest first; versions that were undone are left out."""
    versions = {version.pk: version for version in EventVersion.objects.filter(club=club, event=event)}
    return list(_walk_back(event.latest_id, versions))


def find_published_version(club: Club, event: Event) -> EventVersion | None:
    """The newest version in force that came from outside: what `event.latest` was before the corrections made on top of it."""
    return list_published_versions(club, [event]).get(event.pk)


def list_published_versions(club: Club, events: Iterable[Event]) -> dict[int, EventVersion]:
    """The newest version in force that is no correction, by the primary key of its event. At most one statement."""
    shown = [(event, event.latest) for event in events if event.latest is not None]
    published = {event.pk: latest for event, latest in shown if not latest.is_correction}
    corrected = [event for event, _ in shown if event.pk not in published]
    if corrected:
        versions = {version.pk: version for version in EventVersion.objects.filter(club=club, event__in=corrected)}
        for event in corrected:
            chain = _walk_back(event.latest_id, versions)
            if (found := next((version for version in chain if not version.is_correction), None)) is not None:
                published[event.pk] = found
    return published


def list_waiting_entries(club: Club, version: EventVersion) -> QuerySet[Entry]:
    """The entries of a version that nobody has linked to a player, by number."""
    return _waiting(club).filter(version=version).order_by("number")


def count_waiting_names(club: Club, versions: Iterable[int]) -> dict[int, int]:
    """How many names of each version (by its primary key) nobody has decided; a version without such names is left out."""
    counted = _waiting(club).filter(version__in=list(versions)).values("version").annotate(names=Count("pk"))
    return dict(counted.values_list("version", "names"))


def _events(club: Club) -> QuerySet[Event]:
    return Event.objects.filter(club=club).select_related("latest", "rated_version")


def _waiting(club: Club) -> QuerySet[Entry]:
    decided = EntryLink.objects.filter(club=club, entry=OuterRef("pk"), undone_at=None)
    return Entry.objects.filter(~Exists(decided), club=club)


def _walk_back(at: int | None, versions: Mapping[int, EventVersion]) -> Iterator[EventVersion]:
    while at is not None:
        yield versions[at]
        at = versions[at].replaces_id
