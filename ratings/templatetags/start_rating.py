"""A person's starting rating for the page of a lower app, which cannot ask this one."""

from django import template

from players.models import Player
from ratings.forms import StartRatingForm, start_of
from ratings.selectors.opening import find_inherited_start

register = template.Library()


@register.simple_tag
def start_rating_form(player: Player) -> StartRatingForm:
    """The form that `ratings:start_rating` takes, filled with what holds."""
    return StartRatingForm(initial=start_of(player))


@register.simple_tag
def inherited_start(player: Player) -> Player | None:
    """Whose start counts for a person without one: somebody merged into it. Where the page reads the club; at the desk alone."""
    if (player.start_rating, player.start_games) != (None, None):
        return None
    return find_inherited_start(player.club, player.pk)
