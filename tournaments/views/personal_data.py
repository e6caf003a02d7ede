"""What is found of people in a file and never stored, in the reader's words."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

DROPPED = {
    "address": _("addresses"),
    "arbiters": _("arbiters' names"),
    "birth_date": _("dates of birth"),
    "email": _("e-mail addresses"),
    "federation": _("federations"),
    "fide_id": _("FIDE ids"),
    "national_id": _("id numbers"),
    "parents": _("parents"),
    "phone": _("phone numbers"),
    "sex": _("sex"),
}


def dropped_words(kinds: Iterable[str]) -> list[str]:
    """One word for each kind; a kind without a word is told by its key."""
    return [str(DROPPED.get(kind, kind)) for kind in kinds]


def dropped_sentence(kinds: Iterable[str]) -> str:
    """What was left out of a file; empty if nothing was."""
    words = dropped_words(kinds)
    return gettext("Found in the file and left out: %(kinds)s.") % {"kinds": ", ".join(words)} if words else ""


def tell_dropped(request: HttpRequest, kinds: Iterable[str]) -> None:
    """Say it once more where the file has been taken in."""
    if told := dropped_sentence(kinds):
        messages.info(request, told)
