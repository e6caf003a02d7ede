"""Reading the people of a club: who is one person with whom, and everybody at once."""

from dataclasses import dataclass

from clubs.models import Club
from players.domain.persons import Persons
from players.models import Player, PlayerMerge, Standing


def roots(club: Club) -> Persons:
    """Which players of the club are one person, by the merges that hold. Read inside a `club_scope`."""
    return Persons(dict(PlayerMerge.objects.filter(club=club, undone_at=None).values_list("absorbed_id", "into_id")))


def find_player(club: Club, public_id: str) -> Player | None:
    """The player with this id in its address, also one merged into another. Read inside a `club_scope`."""
    return Player.objects.filter(club=club, public_id=public_id).first()


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person of the club (the root of the merges); `standing` is None for whoever is not on the ladder."""

    player: Player
    standing: Standing | None


def list_people(club: Club) -> list[ListedPerson]:
    """Everybody of the club by name: three statements, however many. Read inside a scope of the club."""
    persons = roots(club)
    standings = {standing.player_id: standing for standing in Standing.objects.filter(club=club)}
    players = Player.objects.filter(club=club).order_by("sort_key", "pk")
    return [ListedPerson(player, standings.get(player.pk)) for player in players if player.pk not in persons.parents]
