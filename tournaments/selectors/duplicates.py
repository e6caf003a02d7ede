"""People of a club who may be one person: what the last search found, less what has been cleared up since.

The arbiter's desk only: real names. Read inside a scope of the club.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F

from clubs.models import Club
from players.domain.matching import Member, Reason
from players.domain.matching.duplicates import Pair, find_reason
from players.domain.persons import Persons
from players.models import Player, PossibleDuplicate, Standing
from players.selectors import roots
from players.selectors.spellings import members_of, spellings_of
from tournaments.models import EntryLink
from tournaments.selectors.differing import declared_pairs
from tournaments.selectors.meetings import have_met, read_meetings


@dataclass(frozen=True, slots=True)
class LastEvent:
    """The event that a person was in last."""

    name: str
    on: date


@dataclass(frozen=True, slots=True)
class Known:
    """A person, and what tells it from a namesake. `rating` in tenths; None: not on the ladder yet. `games` are rated ones."""

    player: Player
    rating: int | None
    games: int
    events: int
    last: LastEvent | None


@dataclass(frozen=True, slots=True)
class PossiblePair:
    """Two persons who may be one, and why; they were never in one event."""

    one: Known
    other: Known
    reason: Reason


def list_possible_pairs(club: Club, persons: Persons | None = None) -> list[Pair]:
    """What the last search found, best first: at most seven statements.

    Left out are two who have become one person since, were declared different, or turn out to have been in one event.
    """
    persons = persons or roots(club)
    kept = PossibleDuplicate.objects.filter(club=club).order_by("pk").values_list("one_id", "other_id")
    pairs = dict.fromkeys(frozenset({persons.root_of(one), persons.root_of(other)}) for one, other in kept)
    two = [pair for pair in pairs if len(pair) == 2]
    if not two:
        return []
    declared = declared_pairs(club, persons)
    meetings = read_meetings(club, persons, frozenset[int]().union(*two))
    return [pair for pair in two if pair not in declared and not have_met(meetings, *pair)]


def describe_pairs(club: Club, pairs: Sequence[Pair], persons: Persons | None = None) -> list[PossiblePair]:
    """The pairs of one page with what tells the two apart, who played more first: four statements.

    A pair is left out if nothing of its names is alike any more: somebody has been renamed since the search.
    """
    persons = persons or roots(club)
    people = frozenset[int]().union(*pairs)
    players_of = [*people, *(player for player in persons.parents if persons.root_of(player) in people)]
    players = Player.objects.filter(club=club).in_bulk(players_of)
    standings = {standing.player_id: standing for standing in Standing.objects.filter(club=club, player__in=people)}
    spellings = spellings_of(club, persons, players.values(), only=players_of)
    members = {one.id: one for one in members_of([players[root] for root in people], spellings, standings)}
    events = _events_of(club, persons, players_of)
    known = {root: _known(players[root], standings.get(root), events.get(root, {})) for root in people}
    described = [_described(pair, members, known) for pair in pairs]
    return [pair for pair in described if pair is not None]


def _described(pair: Pair, members: Mapping[int, Member], known: Mapping[int, Known]) -> PossiblePair | None:
    one, other = sorted(pair, key=lambda root: (-known[root].games, -known[root].events, root))
    reason = find_reason(members[one], members[other])
    return None if reason is None else PossiblePair(known[one], known[other], reason)


def _known(player: Player, standing: Standing | None, events: Mapping[int, LastEvent]) -> Known:
    last = max(events.values(), key=lambda event: event.on, default=None)
    rating, games = (standing.rating, standing.games) if standing else (None, 0)
    return Known(player, rating, games, len(events), last)


def _events_of(club: Club, persons: Persons, players: Collection[int]) -> dict[int, dict[int, LastEvent]]:
    """By the root of each person the events that are shown and have a name of it."""
    links = EntryLink.objects.filter(club=club, undone_at=None, player__in=players)
    shown = links.filter(entry__version__event__latest=F("entry__version_id"), entry__version__event__removed_at=None)
    found: dict[int, dict[int, LastEvent]] = defaultdict(dict)
    rows = shown.order_by("entry__version_id").values_list(
        "player_id", "entry__version__event_id", "entry__version__name", "entry__version__starts_on"
    )
    for player_id, event_id, name, on in rows:
        found[persons.root_of(player_id)][event_id] = LastEvent(name, on)
    return found
