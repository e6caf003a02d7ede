"""Of whom a person is made, for the page of a lower app, which cannot ask this one."""

from typing import Any

from django import template

from clubs.models import Club
from clubs.selectors import name_of_account
from players.domain.disclosure import Viewer
from players.models import AgeGroupChoice, Player
from players.selectors import names_apart
from players.selectors.persons import KnownPerson
from ratings.selectors.identity import list_parts, list_splits

register = template.Library()


@register.simple_tag
def identity_of(club: Club, known: KnownPerson) -> dict[str, Any]:
    """The players that were merged into this person, and the splits that took events from it or gave it some. For the desk alone."""
    players = [player.pk for player in known.players]
    parts = list_parts(club, players)
    apart = names_apart(club, Viewer(is_arbiter_of_club=True, at_desk=True)) if parts else None
    return {
        "parts": [
            {
                "player": part.player,
                "name": apart.display_name(part.player),
                "merge": part.merge,
                "by": name_of_account(part.merge.by),
                "protection": _protection(part.player),
            }
            for part in parts
            if apart is not None
        ],
        "splits": list_splits(club, players),
    }


def _protection(player: Player) -> str:
    """What of this player protects the name of the whole person."""
    return "" if player.age_group == AgeGroupChoice.ADULT else str(AgeGroupChoice(player.age_group).label)
