"""What is found of people in a file and never stored, in the reader's words."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

DROPPED = {
    "arbiters": _("arbiters' names"),
    "birth_date": _("dates of birth"),
    "federation": _("federations"),
    "fide_id": _("FIDE ids"),
    "sex": _("sex"),
}


def dropped_words(kinds: Iterable[str]) -> list[str]:
    """One word for each kind; a kind without a word is told by its key."""
    return [str(DROPPED.get(kind, kind)) for kind in kinds]
