"""What the ladder answers to an address that asks for something else than there is: the nearest thing, with a notice that says so."""

from dataclasses import dataclass
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.rookery import day
from ratings.views.ladder_query import LadderQuery

_INSTEAD: dict[str, str | Promise] = {
    "who": _("Whom to show is not understood from the address. Listed is who has played in the last twelve months."),
    "on": _("The day in the address is not understood. This is the ladder as it is now."),
    "sort": _("The address asks for an order that there is not. The ladder is sorted by rating."),
}


@dataclass(frozen=True, slots=True)
class LadderAnswer:
    """`asked` is what is shown; `notices` say what of the address is passed over, none where it is all understood."""

    asked: LadderQuery
    notices: tuple[str, ...]


def answer_to(asked: LadderQuery, today: date) -> LadderAnswer:
    """A day to come has no ladder: that of today is shown. `today`: by the club's clock."""
    notices = [str(_INSTEAD[part]) for part in asked.not_understood]
    if asked.on is not None and asked.on > today:
        told = gettext("%(day)s is still to come. This is the ladder as it is now.") % {"day": day(asked.on, "plain")}
        return LadderAnswer(asked.but(on=None), (*notices, told))
    return LadderAnswer(asked, tuple(notices))
