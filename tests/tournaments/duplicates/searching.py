"""A search asked for and made, and what is found, by names."""

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services.duplicates import ask_for_duplicates
from tournaments.selectors.duplicates import list_possible_pairs
from tournaments.services.duplicates import search_duplicates


def search(club: Club) -> bool:
    """Ask, and do it at once; True if it was done."""
    ask_for_duplicates(club=club, by=None)
    return search_duplicates(club=club)


def found(club: Club) -> list[set[str]]:
    """The pairs that a reader is shown now, best first. The names of a test are unique."""
    with club_scope(club):
        names = dict(Player.objects.filter(club=club).values_list("pk", "name"))
        return [{names[player_id] for player_id in pair} for pair in list_possible_pairs(club)]
