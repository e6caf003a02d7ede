"""What pages call formats, results and the state of an event, in the reader's language."""

from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from clubs.templatetags.rookery import day
from tournaments.domain.counting import Counting, Obstacle
from tournaments.domain.record import EventFormat, Variant
from tournaments.domain.results import ResultKind
from tournaments.domain.standings import TieBreak
from tournaments.models import EventVersion

_FORMATS = {
    EventFormat.SWISS: pgettext_lazy("format of an event", "Swiss"),
    EventFormat.ROUND_ROBIN: gettext_lazy("Round robin"),
    EventFormat.DOUBLE_ROUND_ROBIN: gettext_lazy("Double round robin"),
    EventFormat.KNOCKOUT: gettext_lazy("Knockout"),
    EventFormat.SCHEVENINGEN: gettext_lazy("Scheveningen"),
    EventFormat.ARENA: pgettext_lazy("format of an event", "Arena"),
}
_VARIANTS = {
    Variant.BUGHOUSE: gettext_lazy("Bughouse"),
    Variant.CHESS960: gettext_lazy("Chess960"),
    Variant.OTHER: gettext_lazy("Not standard chess"),
}
_NOTES = {
    ResultKind.WHITE_WIN_UNRATED: gettext_lazy("not rated: less than one move each"),
    ResultKind.DRAW_UNRATED: gettext_lazy("not rated: less than one move each"),
    ResultKind.BLACK_WIN_UNRATED: gettext_lazy("not rated: less than one move each"),
    ResultKind.ARMAGEDDON_WHITE_WIN: gettext_lazy("Armageddon game"),
    ResultKind.ARMAGEDDON_BLACK_WIN: gettext_lazy("Armageddon game"),
    ResultKind.WHITE_FORFEIT_WIN: gettext_lazy("forfeit"),
    ResultKind.BLACK_FORFEIT_WIN: gettext_lazy("forfeit"),
    ResultKind.DOUBLE_FORFEIT: gettext_lazy("neither came"),
    ResultKind.BOTH_LOSE: gettext_lazy("lost for both by decision of the arbiter"),
    ResultKind.PENDING: gettext_lazy("not yet played"),
}
_WHO_DID_NOT_COME = {
    ResultKind.WHITE_FORFEIT_WIN: gettext_lazy("Black did not come"),
    ResultKind.BLACK_FORFEIT_WIN: gettext_lazy("White did not come"),
    ResultKind.DOUBLE_FORFEIT: gettext_lazy("neither came"),
}
_BYES = {
    ResultKind.PAIRING_ALLOCATED_BYE: gettext_lazy("bye"),
    ResultKind.FULL_POINT_BYE: gettext_lazy("full-point bye"),
    ResultKind.HALF_POINT_BYE: gettext_lazy("half-point bye"),
    ResultKind.ZERO_POINT_BYE: gettext_lazy("zero-point bye"),
}
_TIE_BREAKS = {
    TieBreak.BUCHHOLZ: gettext_lazy("Buchholz: the points of all opponents, added up."),
    TieBreak.BUCHHOLZ_CUT_1: gettext_lazy("Buchholz cut 1: the same without the opponent who has the fewest points."),
    TieBreak.SONNEBORN_BERGER: gettext_lazy(
        "Sonneborn-Berger: the points of every opponent beaten and half the points of every opponent drawn with, added up."
    ),
}
TIE_BREAK_ORDER = (TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ_CUT_1, TieBreak.SONNEBORN_BERGER)


def format_word(version: EventVersion) -> str:
    """The format, or the game where it is not standard chess; "" where nothing is known."""
    if version.variant != Variant.STANDARD:
        return str(_VARIANTS[Variant(version.variant)])
    word = _FORMATS.get(EventFormat(version.format))
    return "" if word is None else str(word)


def result_note(result: ResultKind) -> str:
    """What a result needs said beside its figures; "" for a game won, lost or drawn over the board."""
    word = _NOTES.get(result) or _BYES.get(result)
    return "" if word is None else str(word)


def result_note_in_full(result: ResultKind) -> str:
    """As `result_note`; of a forfeit it says who did not come, for somebody who chooses or checks it."""
    word = _WHO_DID_NOT_COME.get(result)
    return result_note(result) if word is None else str(word)


def tie_break_words(code: TieBreak) -> str:
    """What a tie-break is, in a sentence."""
    return str(_TIE_BREAKS[code])


def dates_of(version: EventVersion) -> str:
    """The day of an event, or its first and last."""
    first = day(version.starts_on)
    return first if version.ends_on == version.starts_on else format_html("{}\u2009–\u2009{}", first, day(version.ends_on))


def state_word(version: EventVersion, counting: Counting) -> str:
    """The state of an event in a list; "" for one that the ladder counts as it stands."""
    match counting.obstacle:
        case None:
            return ""
        case Obstacle.NAMES:
            return ngettext("waiting for %(names)s name, not yet rated", "waiting for %(names)s names, not yet rated", counting.waiting) % {
                "names": counting.waiting
            }
        case Obstacle.UNFINISHED:
            return gettext("unfinished, not yet rated")
        case Obstacle.UNRATED:
            return gettext("not rated")
        case Obstacle.BEFORE_OPENING:
            return gettext("before the opening ratings, not rated")
        case Obstacle.VARIANT:
            return gettext("not rated: %(variant)s") % {"variant": _variant_inside(version)}


def state_sentence(version: EventVersion, counting: Counting) -> str:
    """The state of an event as a notice on its page; "" for one that the ladder counts as it stands."""
    if counting.obstacle is Obstacle.NAMES and counting.counts_an_earlier_version:
        return ngettext(
            "The ladder counts version %(version)s until %(names)s new name is decided.",
            "The ladder counts version %(version)s until %(names)s new names are decided.",
            counting.waiting,
        ) % {"version": counting.counted, "names": counting.waiting}
    match counting.obstacle:
        case None:
            return ""
        case Obstacle.NAMES:
            return ngettext(
                "This event is waiting for %(names)s name and is not yet rated. The arbiter decides whose it is.",
                "This event is waiting for %(names)s names and is not yet rated. The arbiter decides whose they are.",
                counting.waiting,
            ) % {"names": counting.waiting}
        case Obstacle.UNFINISHED:
            return gettext("This event is unfinished. It is rated when it has ended.")
        case Obstacle.UNRATED:
            return gettext("This event does not count for the ladder.")
        case Obstacle.BEFORE_OPENING:
            return gettext(
                "This event does not count for the ladder: it was played before the date of the opening ratings, which hold it already."
            )
        case Obstacle.VARIANT:
            return gettext("This event is not rated: %(variant)s. Only standard chess counts for the ladder.") % {
                "variant": _variant_inside(version)
            }


def state_kind(counting: Counting) -> str:
    """The kind of badge and notice: something to be done is a warning, the rest is information."""
    return "warn" if counting.obstacle is Obstacle.NAMES else "info" if counting.obstacle is Obstacle.UNFINISHED else ""


def _variant_inside(version: EventVersion) -> str:
    """The game in the middle of a sentence."""
    words = {
        Variant.BUGHOUSE: gettext("bughouse"),
        Variant.CHESS960: gettext("Chess960"),
        Variant.OTHER: gettext("not standard chess"),
    }
    return words[Variant(version.variant)]
