"""Reading the people of a club: who is one person with whom, everybody at once, and who is like a name."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from clubs.models import Club
from players.domain.matching import Member, MemberIndex, Reason, ReasonCode, Suggestion, build_index, suggest
from players.domain.persons import Persons
from players.models import Player, PlayerMerge, Standing
from players.selectors.spellings import members_of, spellings_of


def roots(club: Club) -> Persons:
    """Which players of the club are one person, by the merges that hold. Read inside a `club_scope`."""
    return Persons(dict(PlayerMerge.objects.filter(club=club, undone_at=None).values_list("absorbed_id", "into_id")))


def find_player(club: Club, public_id: str) -> Player | None:
    """The player with this id in its address, also one merged into another. Read inside a `club_scope`."""
    return Player.objects.filter(club=club, public_id=public_id).first()


def find_living(club: Club, public_id: str) -> Player | None:
    """The same, but for who was erased: there is nothing to be decided about them. Read inside a `club_scope`."""
    return Player.objects.filter(club=club, public_id=public_id, erased_at=None).first()


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person of the club (the root of the merges); `standing` is None for whoever is not on the ladder."""

    player: Player
    standing: Standing | None


def list_people(club: Club) -> list[ListedPerson]:
    """Everybody of the club by name, but for who was erased: three statements, however many. Read inside a scope of the club."""
    persons = roots(club)
    standings = {standing.player_id: standing for standing in Standing.objects.filter(club=club)}
    players = Player.objects.filter(club=club, erased_at=None).order_by("sort_key", "pk")
    return [ListedPerson(player, standings.get(player.pk)) for player in players if player.pk not in persons.parents]


@dataclass(frozen=True, slots=True)
class Likely:
    """A person whom a name may mean, and why. `above`: rather this one than somebody new. `spellings`: other names it had."""

    player: Player
    reason: Reason
    standing: Standing | None
    above: bool
    certain: bool


@dataclass(frozen=True)
class KnownPeople:
    """Everybody of a club with all spellings, by the root of each person; reading it takes four statements."""

    persons: Persons
    players: Mapping[int, Player]
    spellings: Mapping[int, list[str]]
    standings: Mapping[int, Standing]

    @cached_property
    def members(self) -> list[Member]:
        """As the matching takes them."""
        return members_of(self.players.values(), self.spellings, self.standings)

    @cached_property
    def index(self) -> MemberIndex:
        """Made when it is first asked for: about a second for 20,000 people."""
        return build_index(self.members)

    def like(self, name: str, *, besides: Collection[int] = (), limit: int = 5) -> list[Likely]:
        """Whom a name may mean, best first; `besides` are roots that are not meant."""
        answer = suggest(self.index, name, taken=besides, limit=limit)
        ranked = [*((one, True) for one in answer.suggestions), *((one, False) for one in answer.others)]
        return [self.likely_of(one, above=above) for one, above in ranked]

    def likely_of(self, one: Suggestion, *, above: bool) -> Likely:
        """What the matching suggests, with the person."""
        return Likely(self.players[one.member_id], one.reason, self.standings.get(one.member_id), above, one.certain)

    def likely(self, root: int) -> Likely:
        """Somebody who is known without a look at the name."""
        return Likely(self.players[root], Reason(ReasonCode.EXACT), self.standings.get(root), above=True, certain=True)


def read_known_people(club: Club) -> KnownPeople:
    """Four statements, however many people; who was erased is nobody's likeness. Read inside a scope of the club."""
    persons = roots(club)
    everybody = list(Player.objects.filter(club=club, erased_at=None).order_by("sort_key", "pk"))
    return KnownPeople(
        persons,
        {player.pk: player for player in everybody if player.pk not in persons.parents},
        spellings_of(club, persons, everybody),
        {standing.player_id: standing for standing in Standing.objects.filter(club=club)},
    )
