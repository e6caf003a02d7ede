"""Who is who in a file: what the program never makes of people, and therefore relies on."""

from collections import Counter
from collections.abc import Iterator, Mapping

from archives.domain.errors import Fault, quoted
from archives.interchange.constraints import Index, Object, Rows, in_circles
from players.domain.persons import Persons
from players.domain.pseudonyms import is_pseudonym
from tournaments.interchange.limits import MAX_PAIRINGS, MAX_PLAYERS

MOST_IN_ONE = 1_000
"""Players merged into one person. Every spelling of a person is compared with every name."""


def circle_of_merges(merges: list[Object]) -> Iterator[Fault]:
    """Merges in force must lead to somebody."""
    parents, places = _parents(merges), _places(merges)
    for absorbed in in_circles(parents):
        yield Fault("circle", ("merges", places[absorbed], "into"), {"field": "into"})


def people_faults(rows: Rows, index: Index) -> Iterator[Fault]:
    """Merges lead to somebody (`circle_of_merges` found nothing)."""
    persons = Persons(_parents(rows["merges"]))
    yield from _crowds(rows["merges"], persons)
    yield from _size_faults(rows)
    yield from _twice_in_version(rows, index, persons)
    yield from _erasure_faults(rows)


def _parents(merges: list[Object]) -> dict[int, int]:
    return {merge["absorbed"]: merge["into"] for merge in merges if merge["undone_at"] is None}


def _places(merges: list[Object]) -> dict[int, int]:
    return {merge["absorbed"]: place for place, merge in enumerate(merges) if merge["undone_at"] is None}


def _crowds(merges: list[Object], persons: Persons) -> Iterator[Fault]:
    members: Counter[int] = Counter()
    for absorbed, place in _places(merges).items():
        root = persons.root_of(absorbed)
        members[root] += 1
        if members[root] == MOST_IN_ONE + 1:
            yield Fault("too_many", ("merges", place, "into"), {"limit": MOST_IN_ONE})


def _size_faults(rows: Rows) -> Iterator[Fault]:
    """An event is as large as one that is published may be: its pages show all of it at once."""
    for table, most in (("entries", MAX_PLAYERS), ("games", MAX_PAIRINGS)):
        count: Counter[int] = Counter()
        for place, row in enumerate(rows[table]):
            count[row["version"]] += 1
            if count[row["version"]] == most + 1:
                yield Fault("too_many", (table, place), {"limit": most})


def _twice_in_version(rows: Rows, index: Index, persons: Persons) -> Iterator[Fault]:
    """Two names of one version are never one person, in the versions that hold: what was undone may say so."""
    holding = _versions_in_force(rows, index["versions"])
    seen: dict[tuple[int, int], int] = {}
    for place, link in enumerate(rows["links"]):
        version = index["entries"][link["entry"]]["version"]
        if link["undone_at"] is None and version in holding:
            other = seen.setdefault((version, persons.root_of(link["player"])), place)
            if other != place:
                yield Fault("person_twice", ("links", place, "player"), {"other": other})


def _versions_in_force(rows: Rows, versions: Mapping[int, Object]) -> set[int]:
    """Those from the latest of each event back along `replaces`."""
    found: set[int] = set()
    for event in rows["events"]:
        at = event["latest"]
        while at is not None and at not in found:
            found.add(at)
            at = versions[at]["replaces"]
    return found


def _erasure_faults(rows: Rows) -> Iterator[Fault]:
    """Who was erased has a pseudonym and nobody else has; the ledger names nobody who lives. Ids that nobody has are left out on import."""
    living = set()
    for place, player in enumerate(rows["players"]):
        if player["erased_at"] is None:
            living.add(player["public_id"])
        if is_pseudonym(player["name"]) is (player["erased_at"] is None):
            yield Fault("not_erased", ("players", place, "name"))
    for place, erasure in enumerate(rows["erasures"]):
        for item, public_id in enumerate(erasure["players"]):
            if public_id in living:
                yield Fault("erased_lives", ("erasures", place, "players", item), {"found": quoted(public_id)})
