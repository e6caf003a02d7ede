"""What a correction of the journal is about and what it changed, in words: a table of one describer for each kind.

Turned round, the same describers say what holds once it is undone.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy

from clubs.models import Club
from clubs.selectors import labels_of_tokens
from players.selectors import NameBook
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import JournalLine, find_version
from ratings.views.identity_words import describe_merge, describe_split
from ratings.views.ladder_words import describe_opening, describe_rules, describe_start
from ratings.views.patches import instead, names_in, patch_sentences
from ratings.views.version_words import version_sentences
from tournaments.domain.corrections import DATE_FIELDS, EventPatch

Describe = Callable[[Club, NameBook, Correction], list[str]]
Aspects = tuple[bool, bool, bool]
"""Whether games, dates and switches (rated, finished) of an event were corrected."""

_OPPOSITE = {CorrectionKind.REMOVED: CorrectionKind.RESTORED, CorrectionKind.RESTORED: CorrectionKind.REMOVED}
_OF_SEVERAL: Mapping[Aspects, Promise] = {
    (True, True, False): gettext_lazy("Results and date of an event"),
    (True, False, True): gettext_lazy("Results of an event, and whether it counts"),
    (False, True, True): gettext_lazy("Date of an event, and whether it counts"),
    (True, True, True): gettext_lazy("Results and date of an event, and whether it counts"),
}


def aspects_of(patch: EventPatch) -> Aspects:
    """What a correction of an event touches."""
    dates = patch.fields.keys() & set(DATE_FIELDS)
    return bool(patch.games), bool(dates), bool(patch.fields.keys() - dates)


def patch_heading(patch: EventPatch) -> str:
    """Everything that it corrects, by name."""
    aspects = aspects_of(patch)
    if aspects in _OF_SEVERAL:
        return str(_OF_SEVERAL[aspects])
    if patch.fields.keys() == {"finished"} and not patch.games:
        return gettext("Whether an event is finished")
    kinds = zip(aspects, (CorrectionKind.RESULTS, CorrectionKind.DATES, CorrectionKind.RATED), strict=True)
    return str(next((kind.label for touched, kind in kinds if touched), CorrectionKind.RESULTS.label))


IDENTITY = frozenset({CorrectionKind.MERGE, CorrectionKind.SPLIT})
"""What is told of players and not of persons, and undone on pages of its own."""


def heading_of(line: JournalLine) -> str:
    """What was corrected; of what takes another correction back, or makes it again, that and what that one was."""
    correction, kind = line.correction, CorrectionKind(line.correction.kind)
    is_undoing = correction.undoes_id is not None
    if kind in IDENTITY:
        undone = not correction.detail["holds"]
        is_undoing, makes_again = is_undoing or undone, not undone
        line = replace(line, makes_again=makes_again)
    if shows_earlier_version(correction) or (is_undoing and not line.makes_again and kind is not CorrectionKind.PUBLICATION):
        return gettext("Taken back: %(correction)s") % {"correction": _what(correction, _OPPOSITE.get(kind, kind))}
    what = _what(correction, kind)
    return gettext("Made again: %(correction)s") % {"correction": what} if is_undoing else what


def shows_earlier_version(correction: Correction) -> bool:
    """True if it took a version of an event back, whether or not the journal knew of its publication."""
    if correction.kind != CorrectionKind.PUBLICATION:
        return False
    before, after = correction.detail.get("version", (0, 0))
    return bool(after < before)


def _what(correction: Correction, kind: CorrectionKind) -> str:
    patch = correction.detail.get("patch")
    return str(kind.label) if patch is None else patch_heading(EventPatch.from_json(patch))


def describe_change(club: Club, book: NameBook, correction: Correction) -> list[str]:
    """What it changed when it was made; nothing where its heading says it all. Inside the club's scope."""
    describe = DESCRIBERS.get(CorrectionKind(correction.kind))
    return [] if describe is None else describe(club, book, correction)


def describe_undoing(club: Club, book: NameBook, correction: Correction) -> list[str]:
    """What would hold without it, as far as nothing else has changed the same. Inside the club's scope."""
    kind = CorrectionKind(correction.kind)
    if kind in _AFTER_UNDOING:
        return [str(_AFTER_UNDOING[kind])]
    turned = Correction(club=club, kind=kind, event=correction.event, player=correction.player, detail=_turned(kind, correction.detail))
    return describe_change(club, book, turned)


def order_sentence(before: int, after: int) -> str:
    """From one place within a date to another."""
    return instead(gettext("Order within the date"), before, after)


def doors_of(club: Club, corrections: Iterable[Correction]) -> dict[int, str]:
    """By which program's key, or by what command, it came, where it did not come from the desk; by primary keys of the corrections."""
    came = {one.pk: one.detail for one in corrections if one.detail.get("door") in ("api", "command")}
    labels = labels_of_tokens(club, {detail["token"] for detail in came.values() if "token" in detail})
    return {pk: _door(detail["door"], labels.get(detail.get("token", 0), "")) for pk, detail in came.items()}


def _door(door: str, label: str) -> str:
    if door == "command":
        return gettext("by the command line")
    if not label:
        return gettext("by a program")
    return format_html(gettext("by the key “{label}”"), label=format_html("<bdi>{}</bdi>", label))


_AFTER_UNDOING: Mapping[CorrectionKind, Promise] = {
    CorrectionKind.REMOVED: gettext_lazy("The event comes back to the pages, and to the ladder where it counts."),
    CorrectionKind.RESTORED: gettext_lazy("The event leaves all pages and the ladder."),
}


def _turned(kind: CorrectionKind, detail: Mapping[str, Any]) -> dict[str, Any]:
    """What was and what is, exchanged."""
    if "patch" in detail:
        return {**detail, "patch": EventPatch.from_json(detail["patch"]).inverse().as_json()}
    exchanged = {**detail, **{name: list(reversed(detail[name])) for name in ("order", "version", "as_of") if name in detail}}
    for one, other in (("before", "after"), ("held", "holds")):
        if one in detail and other in detail:
            exchanged |= {one: detail[other], other: detail[one]}
    return {**exchanged, "created": []} if kind is CorrectionKind.OPENING else exchanged


def _patch(club: Club, book: NameBook, correction: Correction) -> list[str]:
    patch = EventPatch.from_json(correction.detail["patch"])
    version = None if correction.event_id is None else find_version(club, correction.event_id, correction.detail["version"])
    return patch_sentences(patch, {} if version is None else names_in(club, book, version))


def _order(club: Club, book: NameBook, correction: Correction) -> list[str]:
    return [order_sentence(*correction.detail["order"])]


def _publication(club: Club, book: NameBook, correction: Correction) -> list[str]:
    before, after = correction.detail["version"]
    told = [instead(gettext("Version that is shown"), before or gettext("none"), after or gettext("none"))]
    versions = [find_version(club, correction.event_id, number) for number in (before, after) if correction.event_id is not None]
    shown = [version for version in versions if version is not None]
    return [*told, *version_sentences(club, book, *shown)] if len(shown) == 2 else told


DESCRIBERS: Mapping[CorrectionKind, Describe] = {
    CorrectionKind.RESULTS: _patch,
    CorrectionKind.DATES: _patch,
    CorrectionKind.RATED: _patch,
    CorrectionKind.ORDER: _order,
    CorrectionKind.PUBLICATION: _publication,
    CorrectionKind.START_RATING: describe_start,
    CorrectionKind.RULES: describe_rules,
    CorrectionKind.OPENING: describe_opening,
    CorrectionKind.MERGE: describe_merge,
    CorrectionKind.SPLIT: describe_split,
}
