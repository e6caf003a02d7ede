"""The words to which a parent agrees, around the ticks of the form."""

from django import template
from django.utils.translation import gettext

from players.domain.wording import CLOSING, OPENING

register = template.Library()


@register.simple_tag
def consent_opening() -> str:
    """What stands above the ticks."""
    return gettext(OPENING)


@register.simple_tag
def consent_closing() -> str:
    """What stands below them."""
    return gettext(CLOSING)
