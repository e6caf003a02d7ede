"""What each person has been called: the own name, names given up at a change, players merged into it, and names in events.

Events belong to an app above this one, so it says where their names are (`spellings_from`). The arbiter's desk only: real names.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F, QuerySet

from clubs.models import Club
from players.domain.matching import Member
from players.domain.persons import Persons
from players.models import Player, PlayerRename, RenameKind, Standing

Spellings = QuerySet[Any, tuple[int, str]]
"""Rows of (primary key of a player, spelling); the first has the name `player_id`."""

AFTER_ALL = -1
"""Of members who fit equally well, those with more games come first: fewer than anybody has."""

_sources: list[Callable[[Club], Spellings]] = []


def spellings_from(source: Callable[[Club], Spellings]) -> None:
    """Make a source known, once when the program starts."""
    if source not in _sources:
        _sources.append(source)


def spellings_of(club: Club, persons: Persons, everybody: Iterable[Player], *, only: Collection[int] | None = None) -> dict[int, list[str]]:
    """By the root of each person what it has been called besides its name, each once: one statement.

    A name that was corrected is none of them, one that was changed is: then it was right. Read inside a scope of the club.
    """
    found: dict[int, dict[str, None]] = defaultdict(dict)
    for player_id, spelling in [*((player.pk, player.name) for player in everybody if player.pk in persons.parents), *_read(club, only)]:
        found[persons.root_of(player_id)][spelling] = None
    return {root: list(spellings) for root, spellings in found.items()}


def list_spellings(club: Club, players: Collection[int]) -> list[str]:
    """The names given up at a change, and those in events, of some players; one statement."""
    return [spelling for _, spelling in _read(club, players)]


def _read(club: Club, only: Collection[int] | None = None) -> list[tuple[int, str]]:
    rows = _rows(club) if only is None else [rows.filter(player_id__in=only) for rows in _rows(club)]
    return sorted(rows[0].union(*rows[1:]))


def _rows(club: Club) -> list[Spellings]:
    changed = PlayerRename.objects.filter(club=club, kind=RenameKind.CHANGE, undone_at=None)
    return [changed.values_list("player_id", F("before")).order_by(), *(source(club).order_by() for source in _sources)]


def members_of(players: Iterable[Player], spellings: Mapping[int, Sequence[str]], standings: Mapping[int, Standing]) -> list[Member]:
    """The people as the matching takes them. Whoever is inactive comes after all who fit equally well."""
    return [_member(player, spellings.get(player.pk, ()), standings.get(player.pk)) for player in players]


def _member(player: Player, spellings: Sequence[str], standing: Standing | None) -> Member:
    names = tuple(dict.fromkeys([player.name, *spellings]))
    if player.inactive:
        return Member(player.pk, names, games=AFTER_ALL)
    if standing is None:
        return Member(player.pk, names)
    return Member(player.pk, names, standing.last_played, standing.games)
