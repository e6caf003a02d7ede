"""What strangers would see of an event if it were as open as is proposed, told by the door of names. Inside a scope of the club."""

from copy import copy
from dataclasses import dataclass, replace

from clubs.models import Club
from players.domain.disclosure import PUBLIC
from players.selectors import names_of
from tournaments.domain.openness import EventOpenness
from tournaments.models import Event, EventAccess
from tournaments.selectors.pages import EventSheet, read_event


@dataclass(frozen=True, slots=True)
class EventOutlook:
    """`is_open`: strangers who have the link may open the page; `is_listed`: the club's pages, which they may read, lead to it.

    `names`: everybody who would be called otherwise, as now and as then, in the order of their numbers.
    """

    is_open: bool
    is_listed: bool
    names: tuple[tuple[str, str], ...]


def read_event_outlook(club: Club, event: Event, openness: EventOpenness) -> EventOutlook:
    """Of an event of which something is published. Nine statements, whatever the size."""
    sheet = read_event(club, event)
    now, then = _names(club, sheet), _names(club, _as_if(sheet, openness))
    is_listed = openness.access != EventAccess.CLOSED and club.shows_pages
    pairs = zip(now, then, strict=True)
    return EventOutlook(
        is_listed or openness.access == EventAccess.OPEN, is_listed, tuple((one, other) for one, other in pairs if one != other)
    )


def _as_if(sheet: EventSheet, openness: EventOpenness) -> EventSheet:
    event = copy(sheet.event)
    event.access, event.names = openness.access, openness.names
    return replace(sheet, event=event)


def _names(club: Club, sheet: EventSheet) -> list[str]:
    book = names_of(club, PUBLIC, sheet.people)
    return [
        book.name_of(sheet.players[number]) if number in sheet.players else book.display_name(entry)
        for number, entry in sheet.entries.items()
    ]
