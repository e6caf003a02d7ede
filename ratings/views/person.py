"""How the pages of one person get at whom they are about."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse

from clubs.converters import is_public_id
from clubs.models import Club
from players.access import viewer_of
from players.models import Player
from players.selectors import NameBook, find_player, names_of
from ratings.selectors import ladder_rules_of
from ratings.selectors.history import PersonHistory, read_history


@dataclass(frozen=True, slots=True)
class Person:
    """The player whose id stands in the address, and the door of names before this visitor."""

    club: Club
    player: Player
    book: NameBook

    @property
    def shown_name(self) -> str:
        return self.book.name_of(self.player.pk)

    @property
    def was_merged(self) -> bool:
        """True if the address is that of a player who is now another person: the page is at that one's address."""
        return self.book.root_of(self.player.pk) != self.player.pk

    def address(self, route: str, *others: int) -> str:
        """A page of the person, by the name of its route; `others` are further people in the address."""
        ids = [self.book.public_id_of(player) for player in (self.player.pk, *others)]
        return reverse(f"ratings:{route}", args=[self.club.slug, *ids])


def person_for(request: HttpRequest, club: Club, public_id: str) -> Person:
    """The person of an address; three statements, within a snapshot of the club.

    Raises:
        Http404: the club has no such player.
    """
    player = find_player(club, public_id)
    if player is None:
        raise Http404
    return Person(club, player, names_of(club, viewer_of(request, club)))


def second_person(first: Person, public_id: str) -> Person:
    """Somebody else in the same address; one statement.

    Raises:
        Http404: the club has no such player.
    """
    player = find_player(first.club, public_id) if is_public_id(public_id) else None
    if player is None:
        raise Http404
    return Person(first.club, player, first.book)


def history_of(person: Person) -> PersonHistory:
    """Everything that the ladder knows of the person; three statements."""
    root, book = person.player.pk, person.book
    return read_history(person.club, root, book.players_of(root), book.root_of, ladder_rules_of(person.club))
