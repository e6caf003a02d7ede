"""What the world sees of one person, for the page of the family. Inside `snapshot` or `club_scope` of the club."""

from dataclasses import dataclass
from datetime import date

from clubs.models import Club
from players.domain.disclosure import PUBLIC, Viewer
from players.models import Player
from players.selectors import names_of
from ratings.models import RatingChange
from tournaments.models import Event, EventAccess, EventVersion
from tournaments.selectors.pages import list_events_of_players
from tournaments.selectors.present import people_of_events

_ARBITER = Viewer(is_arbiter_of_club=True, at_desk=True)


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """An event in which the person plays, and what strangers find there: `is_open` to whoever has the link, `shown_name` on its page.

    `is_explained`: the ladder counts it, and a page tells what it did to the rating.
    """

    event: Event
    version: EventVersion
    is_open: bool
    shown_name: str
    is_explained: bool

    @property
    def day(self) -> date:
        return self.version.starts_on


@dataclass(frozen=True, slots=True)
class FamilySheet:
    """`name` is what the club keeps, `shown_name` what its pages say; `is_open`: strangers may read these."""

    person: int
    players: frozenset[int]
    public_id: str
    name: str
    shown_name: str
    is_open: bool
    events: tuple[SeenEvent, ...]


def read_family_sheet(club: Club, player: Player, *, with_removed: bool = False) -> FamilySheet:
    """Of the person to whom the player belongs; events that were removed are on no page, but kept. Eight statements, whatever the size."""
    book, real = names_of(club, PUBLIC), names_of(club, _ARBITER)
    root, is_open = book.root_of(player.pk), club.shows_pages and not club.is_paused
    players = book.players_of(root)
    events = list(list_events_of_players(club, players, (), with_removed=with_removed))
    people = people_of_events(club, events)
    explained = set(RatingChange.objects.filter(club=club, players__contains=[root]).values_list("event_id", flat=True))
    seen = [
        SeenEvent(
            event,
            event.latest,
            _is_open(club, event),
            book.in_event(people[event.pk]).name_of(root),
            event.pk in explained and is_open and event.access != EventAccess.CLOSED,
        )
        for event in events
        if event.latest is not None
    ]
    return FamilySheet(root, players, book.public_id_of(root), real.name_of(root), book.name_of(root), is_open, tuple(seen))


def _is_open(club: Club, event: Event) -> bool:
    """True if strangers who have the link may open the event's page."""
    if event.removed_at is not None or club.is_shut:
        return False
    return event.access == EventAccess.OPEN or (event.access == EventAccess.AS_CLUB and club.shows_pages)
