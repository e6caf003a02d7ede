"""What a correction of the journal changed, in sentences: a table of one describer for each kind."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext

from clubs.models import Club
from players.selectors import NameBook
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import find_version, read_entrants
from ratings.views.ladder_words import describe_opening, describe_publication, describe_rules, describe_start
from ratings.views.patches import patch_sentences
from tournaments.domain.corrections import EventPatch

Describe = Callable[[Club, NameBook, Correction], list[str]]


def describe_change(club: Club, book: NameBook, correction: Correction) -> list[str]:
    """What it changed when it was made; nothing where its heading says it all. Inside the club's scope."""
    describe = DESCRIBERS.get(CorrectionKind(correction.kind))
    return [] if describe is None else describe(club, book, correction)


def _patch(club: Club, book: NameBook, correction: Correction) -> list[str]:
    patch = EventPatch.from_json(correction.detail["patch"])
    version = None if correction.event_id is None else find_version(club, correction.event_id, correction.detail["version"])
    names: dict[int, str] = {}
    if version is not None:
        entrants = read_entrants(club, version)
        names = {
            number: book.name_of(entrants.players[number]) if number in entrants.players else book.display_name(entry)
            for number, entry in entrants.entries.items()
        }
    return patch_sentences(patch, names)


def _order(club: Club, book: NameBook, correction: Correction) -> list[str]:
    before, after = correction.detail["order"]
    return [gettext("Order within the date: %(before)s, now %(after)s") % {"before": before, "after": after}]


DESCRIBERS: Mapping[CorrectionKind, Describe] = {
    CorrectionKind.RESULTS: _patch,
    CorrectionKind.DATES: _patch,
    CorrectionKind.RATED: _patch,
    CorrectionKind.ORDER: _order,
    CorrectionKind.PUBLICATION: describe_publication,
    CorrectionKind.START_RATING: describe_start,
    CorrectionKind.RULES: describe_rules,
    CorrectionKind.OPENING: describe_opening,
}
