"""Letters of one alphabet that look like those of another: Cyrillic а in a Latin word. Nobody sees them, and no search finds the name.

Such a name is not refused, only remarked upon: the arbiter who types it may have a reason. Nothing is remarked upon in words joined by a
hyphen, each in a script of its own, in apostrophes, geresh, gershayim and maqaf, or in a name that has a Latin word beside a Hebrew one.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from players.domain.names import HYPHENS


class Script(StrEnum):
    """Alphabets that a name here may be written in, and two dresses of the Latin one. The value is how Unicode calls its letters."""

    LATIN = "LATIN"
    CYRILLIC = "CYRILLIC"
    HEBREW = "HEBREW"
    GREEK = "GREEK"
    ARABIC = "ARABIC"
    ARMENIAN = "ARMENIAN"
    GEORGIAN = "GEORGIAN"
    CHEROKEE = "CHEROKEE"
    COPTIC = "COPTIC"
    FULLWIDTH = "FULLWIDTH"
    MATHEMATICAL = "MATHEMATICAL"


N_ = str  # marks a text for extraction

MIXED_WORD = N_(
    "“%(word)s” mixes letters of different alphabets: letter %(position)d (%(letter)s) is %(script)s. Type it again in one alphabet."
)
SCRIPT_NAMES: dict[Script, str] = {
    Script.LATIN: N_("Latin"),
    Script.CYRILLIC: N_("Cyrillic"),
    Script.HEBREW: N_("Hebrew"),
    Script.GREEK: N_("Greek"),
    Script.ARABIC: N_("Arabic"),
    Script.ARMENIAN: N_("Armenian"),
    Script.GEORGIAN: N_("Georgian"),
    Script.CHEROKEE: N_("Cherokee"),
    Script.COPTIC: N_("Coptic"),
    Script.FULLWIDTH: N_("a wide Latin letter"),
    Script.MATHEMATICAL: N_("a mathematical sign"),
}

# Letters that cannot be told from a letter of another of the three alphabets that share their shapes.
_LOOK_ALIKE = {
    Script.CYRILLIC: frozenset("АВЕЅІЈКМНОРСТУХЗЬаеѕіјорсухһԁԛԝ"),
    Script.LATIN: frozenset("ABEKMHOPCTYSaceopxy"),
    Script.GREEK: frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονικα"),
}
_WORD = re.compile(rf"[^\s.,;:()\[\]/{re.escape(HYPHENS)}]+")


@dataclass(frozen=True, slots=True)
class MixedWord:
    """A word of a name with a letter of another alphabet than its own or its neighbours'. `position` counts letters of the word from 1."""

    word: str
    position: int
    letter: str
    script: Script


def find_mixed_words(name: str) -> tuple[MixedWord, ...]:
    """Words that hold letters of two alphabets, and words of look-alikes alone beside words of another alphabet."""
    words = _WORD.findall(unicodedata.normalize("NFC", name))
    scripts = [_scripts(word) for word in words]
    pure = Counter(found[0] for found in map(_distinct, scripts) if len(found) == 1)
    mixed = []
    for word, of_letters in zip(words, scripts, strict=True):
        odd = _odd_letter(word, of_letters) or _odd_word(word, of_letters, pure)
        if odd is not None:
            mixed.append(odd)
    return tuple(mixed)


def _scripts(word: str) -> list[Script | None]:
    return [_script(character) for character in word]


def _script(character: str) -> Script | None:
    """None for what is no letter, and for letters that all alphabets share (an apostrophe that counts as one)."""
    if unicodedata.category(character) not in {"Lu", "Ll", "Lt", "Lo"}:
        return None
    first = unicodedata.name(character, "").partition(" ")[0]
    return Script(first) if first in Script.__members__ else None


def _distinct(scripts: list[Script | None]) -> list[Script]:
    return list(dict.fromkeys(script for script in scripts if script is not None))


def _odd_letter(word: str, scripts: list[Script | None]) -> MixedWord | None:
    """The first letter that is not of the alphabet of most letters of the word; of two equals the first alphabet is the word's."""
    if len(_distinct(scripts)) < 2:
        return None
    own = Counter(script for script in scripts if script is not None).most_common(1)[0][0]
    at = next(at for at, script in enumerate(scripts) if script not in {None, own})
    script = scripts[at]
    assert script is not None
    return MixedWord(word, at + 1, word[at], script)


def _odd_word(word: str, scripts: list[Script | None], pure: Counter[Script]) -> MixedWord | None:
    """A word whose letters all look like those of another alphabet, in which the words beside it are written."""
    distinct = _distinct(scripts)
    if len(distinct) != 1 or distinct[0] not in _LOOK_ALIKE:
        return None
    own = distinct[0]
    beside = any(pure[other] for other in _LOOK_ALIKE if other != own)
    letters = [character for character, script in zip(word, scripts, strict=True) if script is not None]
    if not beside or pure[own] > 1 or not all(letter in _LOOK_ALIKE[own] for letter in letters):
        return None
    if own is Script.LATIN and len(letters) > 1:  # the alphabet that others are typed beside: only an initial is doubted
        return None
    return MixedWord(word, 1, letters[0], own)
