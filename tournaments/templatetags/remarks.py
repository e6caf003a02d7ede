"""What was said about a file when it was read, in the reader's language."""

from typing import Any

from django import template
from django.utils.translation import gettext

from tournaments.domain.record import Remark
from tournaments.interchange.remarks import render_remark

register = template.Library()


@register.filter
def remark(kept: dict[str, Any]) -> str:
    """The sentence of a remark as a version keeps it; the English one where its code is no longer known."""
    return render_remark(Remark(kept["code"], kept["message"], kept["line"], kept["column"], kept["params"]), gettext)
