"""Who plays in which event, for questions about all events at once. Inside `snapshot` or `club_scope` of the club."""

from collections import defaultdict

from django.db.models import Exists, F, OuterRef

from clubs.models import Club
from players.selectors import EventPeople
from tournaments.models import Entry, EntryLink, EventNames
from tournaments.selectors.pages import list_public_events


def list_event_people(club: Club) -> list[EventPeople]:
    """The people of every event that strangers may find on the club's pages, newest first, for the door of names. Three statements."""
    events = list(list_public_events(club))
    players: dict[int, set[int]] = defaultdict(set)
    links = EntryLink.objects.filter(club=club, undone_at=None, entry__club=club)
    for version, player in links.values_list("entry__version_id", "player_id"):
        players[version].add(player)
    unlinked: dict[int, list[Entry]] = defaultdict(list)
    held = EntryLink.objects.filter(club=club, entry=OuterRef("pk"), undone_at=None)
    latest = Entry.objects.filter(club=club, version__event__latest=F("version")).exclude(Exists(held))
    for entry in latest.order_by("version_id", "number"):
        unlinked[entry.version_id].append(entry)
    return [
        EventPeople(
            players=frozenset(players[event.latest_id or 0]),
            unlinked=tuple(unlinked[event.latest_id or 0]),
            initials_for_all=event.names == EventNames.INITIALS,
            full_names_decided=event.names == EventNames.ADULTS_IN_FULL,
        )
        for event in events
    ]
