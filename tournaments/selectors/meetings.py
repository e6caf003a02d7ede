"""In which events people have a name: two who were in one are two. Read inside a scope of the club.

Every version in force counts, also one that is neither shown nor rated, and those of removed events: each may be again.
What was published and undone proves nothing.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from clubs.models import Club
from players.domain.persons import Persons
from tournaments.models import EntryLink, Event, EventVersion

Meetings = Mapping[int, frozenset[int]]
"""By the root of each person the versions in force in which it has a name."""


def read_meetings(club: Club, persons: Persons, people: Collection[int] | None = None) -> Meetings:
    """Of everybody, or of the people with these roots. Three statements."""
    in_force = _versions_in_force(club)
    links = EntryLink.objects.filter(club=club, undone_at=None)
    if people is not None:
        absorbed = (player for player in persons.parents if persons.root_of(player) in people)
        links = links.filter(player__in=[*people, *absorbed])
    found: dict[int, set[int]] = defaultdict(set)
    for player_id, version_id in links.values_list("player_id", "entry__version_id").iterator():
        if version_id in in_force:
            found[persons.root_of(player_id)].add(version_id)
    return {root: frozenset(versions) for root, versions in found.items()}


def have_met(meetings: Meetings, one: int, other: int) -> bool:
    """True if some version has a name of both."""
    return not meetings.get(one, frozenset()).isdisjoint(meetings.get(other, frozenset()))


def _versions_in_force(club: Club) -> set[int]:
    """What every event shows, and what that replaces, and so on."""
    replaces = dict(EventVersion.objects.filter(club=club).values_list("pk", "replaces_id"))
    in_force: set[int] = set()
    for latest in Event.objects.filter(club=club, latest__isnull=False).values_list("latest_id", flat=True):
        at = latest
        while at is not None:
            in_force.add(at)
            at = replaces[at]
    return in_force
