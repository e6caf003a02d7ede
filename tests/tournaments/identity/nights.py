"""Club evenings to decide names in, published by the service that publishes real ones."""

from collections.abc import Sequence
from datetime import date

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from tests.factories import Board, event_record
from tournaments.domain.record import Reading
from tournaments.models import Entry, EntryLink, Event, EventVersion
from tournaments.services.publish import publish_event

Decisions = list[tuple[int, str, str]]


def publish(
    club: Club,
    names: Sequence[str],
    *,
    boards: Sequence[Board] = (),
    name: str = "Club evening",
    on: date = date(2026, 3, 3),
    external_id: str | None = None,
) -> EventVersion:
    """The version that publishing these names makes."""
    record = event_record(names, [boards] if boards else [], name=name, on=on, external_id=external_id)
    return publish_event(club=club, reading=Reading(record), by=None, source="upload").version


def entry_of(club: Club, version: EventVersion, name: str) -> Entry:
    with club_scope(club):
        return Entry.objects.get(club=club, version=version, name=name)


def event_of(club: Club, version: EventVersion) -> Event:
    with club_scope(club):
        return Event.objects.select_related("latest", "rated_version").get(club=club, pk=version.event_id)


def rated_number(club: Club, version: EventVersion) -> int | None:
    """The number of the version of the event that the ladder counts."""
    rated = event_of(club, version).rated_version
    return rated.number if rated else None


def decisions(club: Club) -> Decisions:
    """Every decision that holds: number of the version, name as it appeared, name of the player."""
    with club_scope(club):
        links = EntryLink.objects.filter(club=club, undone_at=None).order_by("entry__version_id", "entry__number")
        return list(links.values_list("entry__version__number", "entry__name", "player__name"))


def players(club: Club) -> list[str]:
    with club_scope(club):
        return list(Player.objects.filter(club=club).order_by("sort_key", "pk").values_list("name", flat=True))
