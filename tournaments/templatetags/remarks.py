"""What was said about a file when it was read, in the reader's language."""

from typing import Any

from django import template

from tournaments.domain.record import Remark
from tournaments.views.explaining import say
from tournaments.views.personal_data import dropped_sentence

register = template.Library()


@register.filter
def remark(kept: dict[str, Any]) -> str:
    """The sentence of a remark as a version keeps it; the English one where its code is no longer known."""
    return say(Remark(kept["code"], kept["message"], kept["line"], kept["column"], kept["params"]))


@register.filter
def left_out(kinds: list[str]) -> str:
    """Which kinds of personal data a version's file held, as a sentence."""
    return dropped_sentence(kinds)
