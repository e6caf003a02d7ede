"""Short texts that people type and others see: which characters they may hold, and how they are stored."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

_WHITE_SPACE = re.compile(r"[ \t\n\r\x0b\x0c\x85\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Drawn as nothing although Unicode counts them as letters, marks or symbols.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(c) for c in range(0xFE00, 0xFE10)}
_QUOTES = frozenset("'\"`´\u05f3\u05f4")
_PUNCTUATION = frozenset({"Pi", "Pf", "Pd", "Zs"})  # opening and closing quotes, dashes, spaces
_CONTROL_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


class Unfit(StrEnum):
    """Why a character may not stand in a text that others read."""

    DIRECTION_OVERRIDE = "direction_override"
    INVISIBLE = "invisible_character"
    CONTROL = "control_character"


N_ = str  # marks a text for extraction

UNFIT_MESSAGES: dict[Unfit, str] = {
    Unfit.CONTROL: N_("Character %(position)d of the name (%(character)s) is a control character. Remove it, or type the name again."),
    Unfit.INVISIBLE: N_("Character %(position)d of the name (%(character)s) cannot be seen. Remove it, or type the name again."),
    Unfit.DIRECTION_OVERRIDE: N_(
        "Character %(position)d of the name (%(character)s) changes the direction of the text. "
        "Remove it: Hebrew and Latin letters are put in order without it."
    ),
}


@dataclass(frozen=True, slots=True)
class UnfitCharacter:
    """The first one of a text. `position` counts from 1; `code_point` looks like U+202E."""

    why: Unfit
    position: int
    code_point: str


def find_unfit_character(text: str) -> UnfitCharacter | None:
    """The first character that turns the text round, cannot be seen or controls something; white space of any kind is fit."""
    for position, character in enumerate(text, start=1):
        why = _why_unfit(character)
        if why is not None:
            return UnfitCharacter(why, position, f"U+{ord(character):04X}")
    return None


def as_stored(text: str) -> str:
    """NFC, trimmed, each run of white space one space. Doing it twice changes nothing."""
    return _WHITE_SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def is_typed_so(typed: str, text: str) -> bool:
    """Whether somebody has typed the text, quotes, hyphens, spaces and case as their keyboard has them."""
    return _typed(typed) == _typed(text)


def _typed(text: str) -> str:
    """All of a text that consists of nothing else."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(character for character in plain if character not in _QUOTES and unicodedata.category(character) not in _PUNCTUATION)
    return kept or as_stored(text)


def isolated(text: str) -> str:
    """A name within a sentence of either direction, where no element can stand around it."""
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


def _why_unfit(character: str) -> Unfit | None:
    category = unicodedata.category(character)
    if _WHITE_SPACE.match(character):
        return None
    if character in _DIRECTION:
        return Unfit.DIRECTION_OVERRIDE
    if category == "Cf" or character in _BLANK:
        return Unfit.INVISIBLE
    return Unfit.CONTROL if category in _CONTROL_CATEGORIES else None
