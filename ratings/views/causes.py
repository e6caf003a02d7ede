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
from ratings.views.correction_words import Aspects, aspects_of, shows_earlier_version
from ratings.views.frame import event_url
from ratings.views.person import Person
from ratings.views.sentences import sentence
from tournaments.domain.corrections import EventPatch
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
_TAKEN_BACK: dict[str, Promise] = {
    CorrectionKind.RESULTS: gettext_lazy("A correction of results of %(event)s was taken back."),
    CorrectionKind.DATES: gettext_lazy("A correction of the date of %(event)s was taken back."),
    CorrectionKind.RATED: gettext_lazy("A correction of whether %(event)s counts was taken back."),
    CorrectionKind.REMOVED: gettext_lazy("The return of %(event)s was taken back: it was removed again."),
    CorrectionKind.RESTORED: gettext_lazy("The removal of %(event)s was taken back."),
    CorrectionKind.ORDER: gettext_lazy("A correction of the place of %(event)s among the events of its day was taken back."),
    CorrectionKind.PUBLICATION: gettext_lazy("A new version of %(event)s was taken back."),
}
_OF_SEVERAL: dict[Aspects, tuple[Promise, Promise]] = {
    (True, True, False): (
        gettext_lazy("Results and the date of %(event)s were corrected."),
        gettext_lazy("A correction of results and the date of %(event)s was taken back."),
    ),
    (True, False, True): (
        gettext_lazy("It was corrected what the results of %(event)s are, and whether it counts."),
        gettext_lazy("A correction of results of %(event)s, and of whether it counts, was taken back."),
    ),
    (False, True, True): (
        gettext_lazy("It was corrected on what date %(event)s was, and whether it counts."),
        gettext_lazy("A correction of the date of %(event)s, and of whether it counts, was taken back."),
    ),
    (True, True, True): (
        gettext_lazy("Results and the date of %(event)s were corrected, and whether it counts."),
        gettext_lazy("A correction of results and the date of %(event)s, and of whether it counts, was taken back."),
    ),
}
"""What is told of a correction of several things at once, and of its being taken back."""
_WITHOUT_NAME: dict[str, Promise] = {
    CorrectionKind.REMOVED: gettext_lazy("An event was removed."),
    CorrectionKind.START_RATING: gettext_lazy("The rating with which another player started was corrected."),
    CorrectionKind.RULES: gettext_lazy("The rules of the ladder were changed."),
    CorrectionKind.OPENING: gettext_lazy("The ratings that the club brought along were changed."),
    CorrectionKind.MERGE: gettext_lazy("People were joined."),
    CorrectionKind.SPLIT: gettext_lazy("People were separated."),
}


_TAKEN_BACK_WITHOUT_NAME: dict[str, Promise] = {
    CorrectionKind.REMOVED: gettext_lazy("The return of an event was taken back: it was removed again."),
    CorrectionKind.START_RATING: gettext_lazy("A correction of the rating with which another player started was taken back."),
    CorrectionKind.RULES: gettext_lazy("A change of the rules of the ladder was taken back."),
    CorrectionKind.OPENING: gettext_lazy("A change of the ratings that the club brought along was taken back."),
    CorrectionKind.MERGE: gettext_lazy("People who had been joined were separated again."),
    CorrectionKind.SPLIT: gettext_lazy("People who had been separated were joined again."),
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
        made = revised.correction
        is_version = made.kind == CorrectionKind.PUBLICATION
        return _of_correction(person, made, taken_back=shows_earlier_version(made) if is_version else revised.takes_back)
    if revised.events or revised.hidden:
        told = _of_events(person.club, revised.events, len(revised.events) + revised.hidden)
        return format_html("{} {}", told, gettext("People were joined or separated as well.")) if revised.people else told
    return gettext("People were joined or separated, or the rules of the ladder were changed.")


def _of_correction(person: Person, correction: Correction, *, taken_back: bool) -> str:
    event = correction.event
    named = None if event is None or not is_public(event) else _link(person.club, event)
    if named is not None and correction.kind in _OF_EVENT:
        return sentence(_about_event(correction, taken_back=taken_back), event=named)
    if correction.player_id is not None and person.book.root_of(correction.player_id) == person.player.pk:
        if taken_back:
            return gettext("A correction of the rating with which this player started was taken back.")
        return gettext("The rating with which this player started was corrected.")
    if taken_back:
        hidden = gettext("A correction of an event that is not public was taken back.")
        return str(_TAKEN_BACK_WITHOUT_NAME.get(correction.kind) or hidden)
    return str(_WITHOUT_NAME.get(correction.kind) or gettext("An event that is not public was corrected."))


def _about_event(correction: Correction, *, taken_back: bool) -> str:
    """All that it corrected, by name; `event` is still to be put in."""
    kept = correction.detail.get("patch")
    patch = EventPatch() if kept is None else EventPatch.from_json(kept)
    if (several := _OF_SEVERAL.get(aspects_of(patch))) is not None:
        return str(several[taken_back])
    if taken_back:
        return str(_TAKEN_BACK[correction.kind])
    if correction.kind == CorrectionKind.RESULTS and len(patch.games) > 1:
        return gettext("Results of %(event)s were corrected.")
    return str(_OF_EVENT[correction.kind])


def _of_events(club: Club, events: tuple[Event, ...], touched: int) -> str:
    """No correction: an event came in late, its names were decided late, or a new version of it did not wait for a correction."""
    if not events:
        return gettext("An event that is not public was published late or changed.")
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
