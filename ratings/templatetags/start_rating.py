"""A person's starting rating for the page of a lower app, which cannot ask this one."""

from django import template

from players.models import Player
from ratings.forms import StartRatingForm, start_of

register = template.Library()


@register.simple_tag
def start_rating_form(player: Player) -> StartRatingForm:
    """The form that `ratings:start_rating` takes, filled with what holds."""
    return StartRatingForm(initial=start_of(player))
