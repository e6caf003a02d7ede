"""Why a rating of the past is another one today: each replay that moved it, in a sentence that is fit for strangers.

Told is what was corrected and where. Never who did it, never the reason that was written, and no event that is not public.
"""

from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, ngettext

from clubs.models import Club
from ratings.models import Correction, CorrectionKind
from ratings.selectors.history import RevisedRating, is_public
from ratings.views.frame import event_url
from ratings.views.person import Person
from ratings.views.sentences import sentence
from tournaments.models import Event

SHOWN_AT_ONCE = 5

_OF_EVENT: dict[str, Promise] = {
    CorrectionKind.RESULTS: gettext_lazy("A result of %(event)s was corrected."),
    CorrectionKind.DATES: gettext_lazy("The date of %(event)s was corrected."),
    CorrectionKind.RATED: gettext_lazy("It was corrected whether %(event)s counts."),
    CorrectionKind.REMOVED: gettext_lazy("%(event)s was removed."),
    CorrectionKind.RESTORED: gettext_lazy("%(event)s was restored."),
    CorrectionKind.ORDER: gettext_lazy("The place of %(event)s among the events of its day was corrected."),
    CorrectionKind.PUBLICATION: gettext_lazy("A new version of %(event)s was published."),
}
_WITHOUT_NAME: dict[str, Promise] = {
    CorrectionKind.REMOVED: gettext_lazy("An event was removed."),
    CorrectionKind.START_RATING: gettext_lazy("The rating with which another player started was corrected."),
    CorrectionKind.RULES: gettext_lazy("The rules of the ladder were changed."),
    CorrectionKind.OPENING: gettext_lazy("The ratings that the club brought along were changed."),
}


def what_changed(person: Person, revised: list[RevisedRating]) -> dict[str, Any]:
    """The rows of `ratings/what_changed.html`, the latest first: some at once, the others behind a button."""
    rows = [_row(person, each) for each in revised]
    return {"revisions": rows[:SHOWN_AT_ONCE], "earlier_revisions": rows[SHOWN_AT_ONCE:]}


def _row(person: Person, revised: RevisedRating) -> dict[str, Any]:
    return {
        "change": revised.change,
        "before": revised.before,
        "after": revised.after,
        "at": revised.at,
        "cause": _cause(person, revised),
        "taken_back": revised.taken_back,
    }


def _cause(person: Person, revised: RevisedRating) -> str:
    if revised.correction is not None:
        return _of_correction(person, revised.correction)
    if revised.events:
        return _of_events(person.club, revised.events, len(revised.events) + revised.hidden)
    if revised.hidden:
        return gettext("An event that is not public was published late or changed.")
    return gettext("People were joined or separated, or the rules of the ladder were changed.")


def _of_correction(person: Person, correction: Correction) -> str:
    event = correction.event
    named = None if event is None or not is_public(event) else _link(person.club, event)
    if correction.undoes_id is not None:
        if named is not None:
            return sentence(gettext("A correction of %(event)s was taken back."), event=named)
        return gettext("A correction was taken back.")
    if named is not None and correction.kind == CorrectionKind.RESULTS and _games_corrected(correction) > 1:
        return sentence(gettext("Results of %(event)s were corrected."), event=named)
    if named is not None and correction.kind in _OF_EVENT:
        return sentence(str(_OF_EVENT[correction.kind]), event=named)
    if correction.player_id is not None and person.book.root_of(correction.player_id) == person.player.pk:
        return gettext("The rating with which this player started was corrected.")
    return str(_WITHOUT_NAME.get(correction.kind) or gettext("An event that is not public was corrected."))


def _games_corrected(correction: Correction) -> int:
    """On how many boards it put something else, or nothing."""
    return len(correction.detail.get("patch", {}).get("games", ()))


def _of_events(club: Club, events: tuple[Event, ...], touched: int) -> str:
    """No correction: an event came in late, its names were decided late, or a new version of it did not wait for a correction."""
    first = _link(club, events[0])
    if touched == 1:
        return sentence(gettext("%(event)s was published late or changed."), event=first)
    others = ngettext(
        "%(event)s and %(others)s other event were published late or changed.",
        "%(event)s and %(others)s other events were published late or changed.",
        touched - 1,
    )
    return sentence(others, event=first, others=touched - 1)


def _link(club: Club, event: Event) -> SafeString:
    name = event.latest.name if event.latest else ""
    return format_html('<a href="{}"><bdi>{}</bdi></a>', event_url(club, event.public_id), name)
