"""Why a member is suggested for a name: a code, the words it is about, and the sentence that says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

N_ = str  # marks a text for extraction; it is translated where it is shown


class ReasonCode(StrEnum):
    """The greatest difference between the name in the event and a spelling of the member."""

    EXACT = "exact"
    KNOWN_SPELLING = "known_spelling"
    SAME_LETTERS = "same_letters"
    NIQQUD = "niqqud"
    YO_YE = "yo_ye"
    SWAPPED_ORDER = "swapped_order"
    FINAL_LETTERS = "final_letters"
    ACCENTS = "accents"
    HYPHEN_OR_SPACE = "hyphen_or_space"
    IN_HEBREW = "in_hebrew"
    IN_CYRILLIC = "in_cyrillic"
    IN_LATIN = "in_latin"
    OTHER_SPELLING = "other_spelling"
    SHORT_FORM = "short_form"
    WRONG_LAYOUT = "wrong_layout"
    MIDDLE_NAME = "middle_name"
    INITIAL_OF_FIRST_NAME = "initial_of_first_name"
    INITIAL_OF_MIDDLE_NAME = "initial_of_middle_name"
    INITIAL_OF_LAST_NAME = "initial_of_last_name"
    HALF_OF_DOUBLE_SURNAME = "half_of_double_surname"
    ONE_LETTER = "one_letter"
    ONE_NAME_ONLY = "one_name_only"
    SIMILAR = "similar"


REASONS: dict[ReasonCode, str] = {
    ReasonCode.EXACT: N_("same name"),
    ReasonCode.KNOWN_SPELLING: N_("confirmed before in this spelling"),
    ReasonCode.SAME_LETTERS: N_("same letters; only capitals or punctuation differ"),
    ReasonCode.NIQQUD: N_("same name; only the vowel points differ"),
    ReasonCode.YO_YE: N_("same name with ё or е"),
    ReasonCode.SWAPPED_ORDER: N_("same names in another order"),
    ReasonCode.FINAL_LETTERS: N_("same name; only final letters differ"),
    ReasonCode.ACCENTS: N_("same name; only accents differ"),
    ReasonCode.HYPHEN_OR_SPACE: N_("same letters; a hyphen or a space differs"),
    ReasonCode.IN_HEBREW: N_("same name in Hebrew letters"),
    ReasonCode.IN_CYRILLIC: N_("same name in Cyrillic letters"),
    ReasonCode.IN_LATIN: N_("same name in Latin letters"),
    ReasonCode.OTHER_SPELLING: N_("another way to write the same name: %(typed)s / %(known)s"),
    ReasonCode.SHORT_FORM: N_("a short form of the same name: %(typed)s / %(known)s"),
    ReasonCode.WRONG_LAYOUT: N_("typed with another keyboard layout: %(typed)s is %(known)s"),
    ReasonCode.MIDDLE_NAME: N_("a given or middle name stands in only one of the two"),
    ReasonCode.INITIAL_OF_FIRST_NAME: N_("initial of the first name"),
    ReasonCode.INITIAL_OF_MIDDLE_NAME: N_("initial of a middle name"),
    ReasonCode.INITIAL_OF_LAST_NAME: N_("initial of the last name"),
    ReasonCode.HALF_OF_DOUBLE_SURNAME: N_("one half of a double surname"),
    ReasonCode.ONE_LETTER: N_("one letter differs: %(typed)s / %(known)s"),
    ReasonCode.ONE_NAME_ONLY: N_("only one name is the same"),
    ReasonCode.SIMILAR: N_("a similar name"),
}
"""Code to English sentence, to be translated at the edge and then filled: `gettext(REASONS[code]) % params`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """`params` fill the sentence; they hold parts of names and go no further than the arbiter's desk."""

    code: ReasonCode
    params: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return REASONS[self.code] % self.params


CERTAIN = frozenset(
    {
        ReasonCode.EXACT,
        ReasonCode.KNOWN_SPELLING,
        ReasonCode.SAME_LETTERS,
        ReasonCode.NIQQUD,
        ReasonCode.YO_YE,
        ReasonCode.SWAPPED_ORDER,
    }
)
"""Differences that leave no doubt about the letters: the only ones with which a member may be pre-selected."""

ACROSS_SCRIPTS = frozenset({ReasonCode.IN_HEBREW, ReasonCode.IN_CYRILLIC, ReasonCode.IN_LATIN})
"""The same name in other letters: a namesake with whom in the club nobody is pre-selected."""

NAMESAKE = 89
"""The score from which one of those is a namesake."""

SCORES: dict[ReasonCode, int] = {
    ReasonCode.EXACT: 100,
    ReasonCode.KNOWN_SPELLING: 100,
    ReasonCode.SAME_LETTERS: 99,
    ReasonCode.NIQQUD: 98,
    ReasonCode.YO_YE: 98,
    ReasonCode.SWAPPED_ORDER: 97,
    ReasonCode.FINAL_LETTERS: 96,
    ReasonCode.ACCENTS: 96,
    ReasonCode.HYPHEN_OR_SPACE: 95,
    ReasonCode.IN_HEBREW: 93,
    ReasonCode.IN_CYRILLIC: 93,
    ReasonCode.IN_LATIN: 93,
    ReasonCode.OTHER_SPELLING: 92,
    ReasonCode.SHORT_FORM: 90,
    ReasonCode.WRONG_LAYOUT: 94,
    ReasonCode.MIDDLE_NAME: 88,
    ReasonCode.INITIAL_OF_FIRST_NAME: 86,
    ReasonCode.INITIAL_OF_MIDDLE_NAME: 88,
    ReasonCode.INITIAL_OF_LAST_NAME: 84,
    ReasonCode.HALF_OF_DOUBLE_SURNAME: 82,
    ReasonCode.ONE_LETTER: 80,
    ReasonCode.ONE_NAME_ONLY: 40,
    ReasonCode.SIMILAR: 50,
}
"""How well each difference fits at its best, of 100. Only the order matters, and on which side of ABOVE it falls."""

ABOVE = 70
"""From this score on a member stands above "new player"; a smaller one puts it below, as something to look at."""

DOUBTFUL = 60
"""The most that a fit may score which is more likely another person."""
