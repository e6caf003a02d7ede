"""The state of the ladder for pages of lower apps, which may show a rating but cannot ask this app."""

from django import template

from clubs.models import Club
from ratings.selectors import LadderState, get_ladder_state
from ratings.selectors.audits import DeskLadder, get_desk_ladder

register = template.Library()


@register.simple_tag
def ladder_state_of(club: Club) -> LadderState:
    """Whether the club's ladder is fresh, as of the snapshot in which the page is rendered."""
    return get_ladder_state(club)


@register.simple_tag
def desk_ladder_of(club: Club) -> DeskLadder:
    """The same for the desk, which must also know what the audits found."""
    return get_desk_ladder(club)
