"""The rated version of an event, read for one person: their boards and who plays. Inside `snapshot` or `club_scope` of the club."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q

from clubs.models import Club
from players.selectors import EventPeople
from tournaments.domain.results import ResultKind
from tournaments.models import Entry, EntryLink, Event, EventNames, Game


@dataclass(frozen=True, slots=True)
class PersonBoard:
    """One board or bye of a person. `opponent` is the primary key of a player; a name that nobody has linked has an entry alone."""

    round: int
    is_white: bool
    opponent: int | None
    unlinked: Entry | None
    result: ResultKind


@dataclass(frozen=True, slots=True)
class RatedLinks:
    """Who is who: the players by entry of the rated version, and for the door of names everybody of this and the latest version.

    `unlinked` are the names of either version that nobody has linked.
    """

    players: dict[int, int]
    unlinked: tuple[Entry, ...]
    people: EventPeople


def read_rated_links(club: Club, event: Event) -> RatedLinks:
    """Two statements, whatever the size. A name protected in either version is protected."""
    versions = [event.latest_id, event.rated_version_id]
    entries = {entry.pk: entry for entry in Entry.objects.filter(club=club, version__in=versions)}
    links = EntryLink.objects.filter(club=club, entry__club=club, entry__version__in=versions, undone_at=None)
    linked = dict(links.values_list("entry_id", "player_id"))
    unlinked = tuple(entry for pk, entry in entries.items() if pk not in linked)
    people = EventPeople(
        players=frozenset(linked.values()),
        unlinked=unlinked,
        initials_for_all=event.names == EventNames.INITIALS,
        full_names_decided=event.names == EventNames.ADULTS_IN_FULL,
    )
    players = {entry: player for entry, player in linked.items() if entries[entry].version_id == event.rated_version_id}
    return RatedLinks(players, unlinked, people)


def list_boards_of(club: Club, event: Event, links: RatedLinks, is_person: Callable[[int], bool]) -> list[PersonBoard]:
    """What a person played in the rated version, round by round. `is_person` says which players are that person. One statement."""
    own = {entry for entry, player in links.players.items() if is_person(player)}
    unlinked = {entry.pk: entry for entry in links.unlinked}
    games = Game.objects.filter(Q(white__in=own) | Q(black__in=own), club=club, version=event.rated_version_id)
    boards = []
    for number, white, black, result in games.order_by("round", "board").values_list("round", "white_id", "black_id", "result"):
        other = black if white in own else white
        player, entry = (None, None) if other is None else (links.players.get(other), unlinked.get(other))
        boards.append(PersonBoard(number, white in own, player, entry, ResultKind(result)))
    return boards
