"""What strangers would see of a club if it were as open as is proposed, told by the door of names itself. Inside a scope of the club."""

from copy import copy
from dataclasses import asdict, dataclass

from clubs.domain.openness import Openness
from clubs.models import Club
from players.domain.disclosure import PUBLIC
from players.selectors import NameBook, names_of
from tournaments.selectors.pages import list_public_events
from tournaments.selectors.present import people_of_events


@dataclass(frozen=True, slots=True)
class Outlook:
    """`book` is the door on the club's pages. Of `events` that are listed there, `named_events` show at least one full name."""

    book: NameBook
    events: int
    named_events: int

    @property
    def in_full(self) -> frozenset[int]:
        """Who is shown by full name on the club's pages, by primary key."""
        return self.book.in_full


def read_outlook(club: Club, openness: Openness | None = None) -> Outlook:
    """As the club is (None), or as it would be. Five statements, whatever the size."""
    shown = copy(club)
    for name, value in asdict(openness or club.openness).items():
        setattr(shown, name, value)
    book = names_of(shown, PUBLIC)
    present = people_of_events(club, list_public_events(club)).values()
    named = sum(not book.in_event(people).in_full.isdisjoint(map(book.root_of, people.players)) for people in present)
    return Outlook(book, len(present), named)
