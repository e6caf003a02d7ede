"""Who was declared not to be who, read through the merges that hold.

A declaration is about two players, or about a name of an event and a player. Once the name is linked, the second kind is about two
persons as well. Persons are told by the id of their root. Everything here is read inside a scope of the club.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from clubs.models import Club
from players.domain.persons import Persons
from players.models import Player, PlayerDifference
from players.selectors import roots
from tournaments.models import EntryLink, EventVersion, NameDifference

Pair = frozenset[int]
"""The ids of two persons."""


@dataclass(frozen=True, slots=True)
class DeclaredPair:
    """Two persons declared to be different, as it was said last. `at`, `by` (an account's id, None: gone) and `reason` are of that."""

    one: Player
    other: Player
    at: datetime
    by: int | None
    reason: str


def declared_pairs(club: Club, persons: Persons | None = None) -> set[Pair]:
    """Every two persons declared to be different. Three statements; two where the caller has read `persons` already."""
    persons = persons or roots(club)
    return {pair for pair, _ in _declarations(club, persons)}


def is_declared_different(club: Club, one: Player, other: Player) -> bool:
    """True if the persons of two players are declared to be different. False for two players of one person."""
    persons = roots(club)
    return frozenset({persons.root_of(one.pk), persons.root_of(other.pk)}) in declared_pairs(club, persons)


def different_by_entry(club: Club, version: EventVersion, persons: Persons | None = None) -> Mapping[int, frozenset[int]]:
    """The persons that each name of a version was declared not to be, by the id of the entry. Two statements; one with `persons`."""
    persons = persons or roots(club)
    held = NameDifference.objects.filter(club=club, entry__version=version, withdrawn_at=None)
    found: dict[int, set[int]] = defaultdict(set)
    for entry_id, player_id in held.values_list("entry_id", "player_id"):
        found[entry_id].add(persons.root_of(player_id))
    return {entry_id: frozenset(people) for entry_id, people in found.items()}


def list_declared_pairs(club: Club) -> list[DeclaredPair]:
    """Every two persons declared to be different, what was said last first. Four statements, however many."""
    persons = roots(club)
    latest: dict[Pair, PlayerDifference | NameDifference] = {}
    for pair, row in _declarations(club, persons):
        if pair not in latest or row.at > latest[pair].at:
            latest[pair] = row
    players = Player.objects.filter(club=club).in_bulk([player_id for pair in latest for player_id in pair])
    listed = []
    for pair, row in latest.items():
        one, other = sorted((players[player_id] for player_id in pair), key=lambda player: (player.sort_key, player.pk))
        listed.append(DeclaredPair(one, other, row.at, row.by_id, row.reason))
    return sorted(listed, key=lambda pair: (-pair.at.timestamp(), pair.one.pk, pair.other.pk))


def _declarations(club: Club, persons: Persons) -> Iterator[tuple[Pair, PlayerDifference | NameDifference]]:
    """Each declaration that holds with the two persons it is about; what is about one person by now is left out."""
    for said in PlayerDifference.objects.filter(club=club, withdrawn_at=None).order_by("pk"):
        if not persons.are_one(said.one_id, said.other_id):
            yield frozenset({persons.root_of(said.one_id), persons.root_of(said.other_id)}), said
    for denied, linked_id in denials_of_linked_names(club):
        if not persons.are_one(denied.player_id, linked_id):
            yield frozenset({persons.root_of(denied.player_id), persons.root_of(linked_id)}), denied


def denials_of_linked_names(club: Club) -> list[tuple[NameDifference, int]]:
    """Declarations that hold about names which somebody has linked since, with the player that the name is. One statement."""
    links = EntryLink.objects.filter(club=club, undone_at=None)
    held = NameDifference.objects.filter(club=club, withdrawn_at=None, entry__links__in=links)
    return [(row, row.linked_id) for row in held.annotate(linked_id=F("entry__links__player_id")).order_by("pk")]
