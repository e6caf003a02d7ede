"""Where a person played, for the page of a lower app, which cannot ask this one."""

from collections.abc import Iterable

from django import template

from clubs.models import Club
from players.models import Player
from tournaments.selectors.appearances import Appearance, list_appearances

register = template.Library()


@register.simple_tag
def appearances_of(club: Club, players: Iterable[Player]) -> list[Appearance]:
    """The events of the players of one person, newest first."""
    return list_appearances(club, [player.pk for player in players])
