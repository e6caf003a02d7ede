"""The list of people at the desk: found by every spelling in any script, filtered, sorted, cut into pages.

Real names, so never for a public page: those search what they show (`ratings.views.searching`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from players.domain.disclosure import AgeGroup, age_group_on
from players.domain.matching import Reason, suggest
from players.domain.names import sort_key
from players.models import Player, Standing
from players.selectors.people import KnownPeople

MOST_FOUND = 200


class Show(StrEnum):
    """Which people are listed."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    NO_AGE_GROUP = "no-age-group"
    CHILDREN = "under-18"
    NEVER_PLAYED = "never-played"
    EVERYBODY = "everybody"


class Sort(StrEnum):
    """By what the list is sorted; among equals by name."""

    NAME = "name"
    RATING = "rating"
    GAMES = "games"
    PLAYED = "played"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Found:
    """A person in the list. `spelling` is another name by which the search found it, `reason` why, where it is not plain to see."""

    player: Player
    standing: Standing | None
    spelling: str = ""
    reason: Reason | None = None


def list_found(known: KnownPeople, *, search: str = "", show: Show = Show.ACTIVE, sort: Sort = Sort.NAME, today: date) -> list[Found]:
    """The people of the list. A search looks among everybody whom `show` lets through, best first, at most `MOST_FOUND`."""
    shown = [player for player in known.players.values() if _is_shown(player, known.standings.get(player.pk), show, today)]
    if search.strip():
        return _search(known, shown, search)[:MOST_FOUND]
    ordered = sorted(shown, key=_order(sort, known))
    return [Found(player, known.standings.get(player.pk)) for player in ordered]


def count_shown(known: KnownPeople, show: Show, today: date) -> int:
    """How many people `show` lets through."""
    return sum(_is_shown(player, known.standings.get(player.pk), show, today) for player in known.players.values())


def _is_shown(player: Player, standing: Standing | None, show: Show, today: date) -> bool:
    group = age_group_on(today, AgeGroup(player.age_group), player.age_group_lapses)
    return {
        Show.ACTIVE: not player.inactive,
        Show.INACTIVE: player.inactive,
        Show.NO_AGE_GROUP: group is AgeGroup.UNKNOWN and not player.inactive,
        Show.CHILDREN: group is AgeGroup.UNDER_18,
        Show.NEVER_PLAYED: (standing is None or standing.last_played is None) and not player.inactive,
        Show.EVERYBODY: True,
    }[show]


def _order(sort: Sort, known: KnownPeople) -> Callable[[Player], tuple[object, ...]]:
    def by_figure(player: Player) -> tuple[object, ...]:
        standing = known.standings.get(player.pk)
        if sort is Sort.ADDED:
            return (-player.created_at.timestamp(), player.sort_key, player.pk)
        if standing is None:
            return (1, 0, player.sort_key, player.pk)
        figure = {
            Sort.RATING: standing.rating,
            Sort.GAMES: standing.games,
            Sort.PLAYED: standing.last_played.toordinal() if standing.last_played else 0,
        }
        return (0, -figure.get(sort, 0), player.sort_key, player.pk)

    return (lambda player: (player.sort_key, player.pk)) if sort is Sort.NAME else by_figure


def _search(known: KnownPeople, shown: Sequence[Player], search: str) -> list[Found]:
    """Who has every word in one of the spellings, by the alphabet; then whom the matching finds: other scripts, a letter off, initials."""
    found = {player.pk: Found(player, known.standings.get(player.pk), *_spelled(known, player, search)) for player in shown}
    plain = [one for one in found.values() if one.spelling]
    ids = {one.player.pk for one in plain}
    answer = suggest(known.index, search[:120], limit=MOST_FOUND)
    alike = [
        Found(known.players[one.member_id], known.standings.get(one.member_id), reason=one.reason)
        for one in (*answer.suggestions, *answer.others)
        if one.member_id in found and one.member_id not in ids
    ]
    named = [Found(one.player, one.standing, "" if one.spelling == one.player.name else one.spelling) for one in plain]
    return [*named, *alike]


def _spelled(known: KnownPeople, player: Player, search: str) -> tuple[str]:
    words = sort_key(search).split()
    spellings = (player.name, *known.spellings.get(player.pk, ()))
    return (next((spelling for spelling in spellings if words and _has_all(words, sort_key(spelling))), ""),)


def _has_all(words: Sequence[str], spelled: str) -> bool:
    """Each word begins one of the spelling's, or stands in it when it is read without gaps."""
    parts = spelled.split()
    return all(any(part.startswith(word) for part in parts) or (len(word) > 2 and word in spelled.replace(" ", "")) for word in words)
