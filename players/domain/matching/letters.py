"""Which sounds the letters of the three scripts may stand for: general rules of transliteration, no names.

Sounds are written with one sign each: the vowels a e i o u, y as in yes, x as in Bach, S as in shoe, Z as in measure, c as in
tsar, C as in church, J as in judge, and b v p f k h g d t s z l m n r.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Place:
    """The sounds that one or more letters may stand for. `silent`: they may stand for none. `hebrew`: written in Hebrew."""

    sounds: frozenset[str]
    silent: bool = False
    hebrew: bool = False

    def leaving(self, *, first: bool, last: bool, beside_hebrew: bool) -> float:
        """What it costs that the other word has nothing here."""
        if self.hebrew:
            return _leaving_of_hebrew(self, first=first, last=last)
        if "y" in self.sounds and self.sounds <= _GLIDES:
            if first or (last and beside_hebrew):
                return 0.3 if first else 0.6
            return 0.0 if self.silent else 0.1
        if self.silent:
            return 0.0
        if self.sounds <= _BREATH:
            return 0.0 if last else 0.3
        if not self.sounds <= _VOWELS:
            return 1.0
        if first or last:
            return 0.8
        if beside_hebrew:
            return 0.05 if self.sounds & _OPEN else 0.4
        return 0.35 if "e" in self.sounds else 0.5


_VOWELS = frozenset("aeiou")
_OPEN = frozenset("ae")
_GLIDES = frozenset("yi")
_BREATH = frozenset("hx")


def _leaving_of_hebrew(place: Place, *, first: bool, last: bool) -> float:
    if place.silent:  # alef, ayin
        return 0.5 if first else 0.8 if last and "u" in place.sounds else 0.1
    if "h" in place.sounds and "a" in place.sounds:  # he
        return 0.8 if last else 0.35
    if place.sounds == frozenset("yie"):
        return 0.8 if last or first else 0.2
    if place.sounds == frozenset("vou"):
        return 0.8 if last or first else 0.3
    return 1.0


@dataclass(frozen=True, slots=True)
class Reading:
    """Letters to places, the longest letters first; a place is its sounds, with "-" if it may be silent."""

    rules: dict[str, str]
    is_hebrew: bool = False
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        keys = sorted(self.rules, key=lambda key: -len(key))
        object.__setattr__(self, "pattern", re.compile("|".join(map(re.escape, keys))))

    def read(self, word: str) -> tuple[Place, ...]:
        """The places of a folded word; letters without a rule have none."""
        found: list[Place] = []
        for match in self.pattern.finditer(_prepare(word, is_hebrew=self.is_hebrew)):
            for signs in self.rules[match.group()].split():
                place = _place(signs, self.is_hebrew)
                if not found or not _melts(found[-1], place):
                    found.append(place)
        return tuple(found)


@lru_cache(maxsize=512)
def _place(signs: str, is_hebrew: bool) -> Place:
    return Place(frozenset(signs) - {"-"}, "-" in signs, is_hebrew)


def _melts(before: Place, place: Place) -> bool:
    """Doubled letters are one sound, and so are i and y side by side; in Hebrew each letter is read: רון is not רונן."""
    if place.hebrew:
        return False
    return before == place or (before.sounds <= _GLIDES and place.sounds <= _GLIDES)


def _prepare(word: str, *, is_hebrew: bool) -> str:
    """Marks the places where a letter is read another way: the beginning, the end, before a light vowel."""
    if is_hebrew or not word.isascii():
        return word
    word = re.sub(r"([bcdfghklmnpqrstvwxz])e$", r"\1_", word) if len(word) > 3 else word  # George, Steve
    word = re.sub(r"ey$", "ƴ", word)  # Ashley, Sergey
    word = re.sub(r"g(?=[eiy_])", "ġ", word)
    word = re.sub(r"c(?=[eiy_])", "ċ", word)
    return re.sub(r"(?<=[bdfgklmnprstvz])[yj]o", "ÿ", word)  # Fyodor, Pyotr


def script_of(word: str) -> str:
    """latin, cyrillic, hebrew; empty for a word of other letters or of several scripts."""
    return _script_of(word[:1]) if len(word) == 1 else _script_of_word(word)


@lru_cache(maxsize=65536)
def _script_of_word(word: str) -> str:
    scripts = {_script_of(letter) for letter in word}
    return scripts.pop() if len(scripts) == 1 else ""


@lru_cache(maxsize=4096)
def _script_of(letter: str) -> str:
    name = unicodedata.name(letter, "") if letter else ""
    return next((script for script in ("latin", "cyrillic", "hebrew") if name.startswith(script.upper())), "")


LATIN = Reading(
    {
        "a": "a", "b": "b", "c": "kc", "ċ": "scC", "d": "d", "e": "e", "f": "f", "g": "g", "ġ": "gJx", "h": "hx", "i": "iy",
        "j": "Jyx", "k": "k", "l": "l", "m": "m", "n": "n", "o": "o", "p": "p", "q": "k", "r": "r", "s": "sz", "t": "t",
        "u": "u", "v": "v", "w": "vu", "x": "k s", "y": "yi", "z": "zcs", "_": "e-", "ÿ": "eo",
        "shch": "S", "schtsch": "S", "sch": "S", "tsch": "C", "tch": "C", "ch": "xCkS", "sh": "S", "zh": "ZJ", "kh": "x",
        "tz": "c", "ts": "c", "cz": "cC", "ph": "f", "th": "t", "gh": "g-", "ck": "k", "cqu": "k", "qu": "k", "dzh": "J",
        "dj": "J", "dg": "J", "ee": "i", "oo": "u", "ou": "uo", "ea": "iea", "ae": "ea", "oe": "oe", "ue": "ue", "aa": "a",
        "sz": "Ss", "ng": "n g-", "ij": "iy", "iy": "iy", "yi": "iy", "ii": "iy", "ie": "i e-", "iel": "iy e l", "yu": "y- u", "ya": "y- a",
        "ju": "J- u", "eu": "e u-", "tzch": "c xk", "tch_": "C", "mc": "m a- k", "tsh": "t- SC", "sp": "szS p", "st": "szS t", "ƴ": "e- yi",
        "wh": "vu",
    }
)  # fmt: skip

CYRILLIC = Reading(
    {
        "а": "a", "б": "b", "в": "v", "г": "gh", "ґ": "g", "д": "d", "е": "e", "ж": "ZJ", "з": "z", "и": "iy", "й": "yi", "к": "k",
        "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "uv", "ф": "f", "х": "xh", "ц": "c",
        "ч": "C", "ш": "S", "щ": "S", "ъ": "", "ь": "", "ы": "iy", "э": "e", "ю": "y- u", "я": "y- a", "є": "y- e", "і": "iy",
        "ї": "iy", "ў": "uv", "дж": "J", "ьо": "eo", "йо": "y- o", "тц": "c", "тч": "C", "тш": "t- SC", "тс": "c", "ые": "iy e",
    }
)  # fmt: skip

HEBREW = Reading(
    {
        "א": "aeoiu-", "ב": "bv", "ג": "gJ", "ד": "d", "ה": "hae", "ו": "vou", "ז": "zZ", "ח": "xh", "ט": "t", "י": "yie", "כ": "kx",
        "ל": "l", "מ": "m", "נ": "n", "ס": "s", "ע": "aeoi-", "פ": "pf", "צ": "cC", "ק": "k", "ר": "r", "ש": "Ss", "ת": "t",
        "וו": "vu", "יי": "yie", "שצ": "S", "טש": "t- SsC", "דז": "d- zZJ", "או": "oua",
    },
    is_hebrew=True,
)  # fmt: skip
