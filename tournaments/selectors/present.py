"""Who plays in which event, for questions about many events at once. Inside `snapshot` or `club_scope` of the club."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from clubs.models import Club
from players.selectors import EventPeople
from tournaments.models import Entry, EntryLink, Event, EventNames


def people_of_events(club: Club, events: Iterable[Event]) -> dict[int, EventPeople]:
    """The people of the latest version of each event, by the event's primary key, for the door of names. Two statements."""
    asked = list(events)
    versions = [event.latest_id for event in asked]
    held = EntryLink.objects.filter(club=club, undone_at=None)
    players: dict[int | None, set[int]] = defaultdict(set)
    for version, player in held.filter(entry__club=club, entry__version__in=versions).values_list("entry__version_id", "player_id"):
        players[version].add(player)
    unlinked: dict[int | None, list[Entry]] = defaultdict(list)
    nobody = Entry.objects.filter(club=club, version__in=versions).exclude(Exists(held.filter(entry=OuterRef("pk"))))
    for entry in nobody.order_by("version_id", "number"):
        unlinked[entry.version_id].append(entry)
    return {
        event.pk: EventPeople(
            players=frozenset(players[event.latest_id]),
            unlinked=tuple(unlinked[event.latest_id]),
            initials_for_all=event.names == EventNames.INITIALS,
            full_names_decided=event.names == EventNames.ADULTS_IN_FULL,
        )
        for event in asked
    }
