"""Where people played, for their page at the desk. Real names; read inside a scope of the club."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import F

from clubs.models import Club
from tournaments.models import EntryLink


@dataclass(frozen=True, slots=True)
class Appearance:
    """An event in which somebody has a name. `event_id` is the public one, `name` the name as it appeared."""

    event_id: str
    event: str
    on: date
    name: str


def list_appearances(club: Club, players: Collection[int]) -> list[Appearance]:
    """The events that are shown and have a name of one of these players, newest first. One statement."""
    links = EntryLink.objects.filter(club=club, undone_at=None, player__in=players)
    shown = links.filter(entry__version__event__latest=F("entry__version_id"), entry__version__event__removed_at=None)
    rows = shown.order_by("-entry__version__starts_on", "-entry__version_id").values_list(
        "entry__version__event__public_id", "entry__version__name", "entry__version__starts_on", "entry__name"
    )
    return [Appearance(*row) for row in rows]
