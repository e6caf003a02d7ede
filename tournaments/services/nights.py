"""Taking back all that was decided about the names of one event, as one."""

from collections.abc import Collection

from clubs.models import Club
from clubs.services import Person
from tournaments.domain.errors import DecisionConflict, IdentityRefused
from tournaments.models import EntryLink, EventVersion
from tournaments.services.links import undo_links
from tournaments.services.settling import identity_scope


def undo_night(*, club: Club, version: EventVersion, expected: Collection[int], by: Person) -> list[EntryLink]:
    """Undo every decision about the names of a version, those taken over from earlier ones too: all or nothing. The erased stay.

    `expected` are the ids of the links that were shown as what would be undone. One that somebody has taken back meanwhile is
    passed over; one that somebody has made meanwhile was not shown, and nothing is undone. Returns what was undone.

    Raises:
        DecisionConflict: decided_since.
        IdentityRefused: not_here.
    """
    with identity_scope(club):
        if not EventVersion.objects.filter(club=club, pk=version.pk).exists():
            raise IdentityRefused("not_here")
        held = EntryLink.objects.filter(club=club, entry__version=version.pk, undone_at=None, player__erased_at=None)
        links = list(held.select_related("entry").order_by("entry__number"))
        if unseen := [link.entry.name for link in links if link.pk not in expected]:
            raise DecisionConflict("decided_since", {"names": ", ".join(unseen)})
        undo_links(club=club, links=links, by=by)
    return links
