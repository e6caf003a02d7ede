"""What a name is: cleaning before it is stored, its parts, and the key that sorts it.

A name is kept as typed but for white space and Unicode form (NFC). Nothing here guesses which word is the
surname: only a comma says so.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from clubs.domain.text import as_stored, find_unfit_character
from players.domain.errors import NameRefused

LONGEST_NAME = 120

HYPHENS = "-\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
"""Hyphen, maqaf and the dashes typed for them: each joins two words into one part of a name."""

QUOTES = "'\"`´‘’‚‛“”„‟«»\u05f3\u05f4ʹʺʻʼʾʿ′″"
"""Apostrophes, quotation marks, geresh and gershayim in all their characters."""

# Written without dots, quotes and hyphens, in small letters. The chess titles count only in capitals: Im is a surname.
_CHESS_TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "NM"})
_RUSSIAN_CHESS_TITLES = frozenset({"КМС", "МС", "ГМ", "ММ", "МФ", "МСМК"})
_TITLES = frozenset(
    {"dr", "mr", "mrs", "ms", "prof", "phd", "md", "esq", "herr", "frau", "mme"}
    | {"דר", "פרופ", "פרופסור", "מר", "גב", "גברת", "עוד", "הרב", "אינג"}
    | {"др", "проф", "гн", "гжа", "гм", "доктор", "профессор"}
)
_NOT_LETTER = re.compile(r"[\W\d_]+")
_SPACED_HYPHEN = re.compile(rf"\s+([{re.escape(HYPHENS)}])\s+")


@dataclass(frozen=True)
class NameParts:
    """A name cut at its spaces and dots, titles and numbers left out.

    `parts` come given name first where a comma told the order, else in the order written. A part keeps its hyphens.
    `surname` holds the parts before a comma, and is empty when there was none.
    """

    parts: tuple[str, ...]
    surname: tuple[str, ...]


def clean_name(raw: str) -> str:
    """The name as it is stored: NFC, trimmed, each run of white space one space. Cleaning twice changes nothing.

    Raises NameRefused: name_empty, name_too_long (over 120 characters when clean), name_control_character,
    name_invisible_character, name_direction_override. The position counts from 1 in `raw`.
    """
    if unfit := find_unfit_character(raw):
        raise NameRefused(f"name_{unfit.why}", unfit.position, {"character": unfit.code_point})
    name = as_stored(raw)
    if not name:
        raise NameRefused("name_empty")
    if len(name) > LONGEST_NAME:
        raise NameRefused("name_too_long", params={"length": len(name), "limit": LONGEST_NAME})
    return name


def split_name(name: str) -> NameParts:
    """Cut a name into parts: "Cohen, Yossi" and "Yossi Cohen" give the same parts, in the same order.

    A title or nothing behind a comma ("Langford, Ph.D.") leaves the order alone. Titles go only while two parts
    remain without them, so that nobody called Im or מר loses half a name.
    """
    before, comma, after = name.partition(",")
    front, back = _words(before), _words(after.replace(",", " "))
    whole = [*front, *back]
    if len(without := [word for word in whole if not is_title(word)]) >= 2:
        front = [word for word in front if not is_title(word)]
        back = [word for word in back if not is_title(word)]
        whole = without
    if comma and front and back:
        return NameParts(_cut_dots([*back, *front]), _cut_dots(front))
    return NameParts(_cut_dots(whole), ())


def _words(text: str) -> list[str]:
    """Words that hold a letter: numbers (a rating behind the name) and lone signs are none."""
    spaced = _SPACED_HYPHEN.sub(r"\1", text)
    words = (word.strip("()[]{}<>;:") for word in spaced.split())
    return [word for word in words if has_letter(word)]


def _cut_dots(words: list[str]) -> tuple[str, ...]:
    """С.Н. are two parts, and so is Edward.Collins."""
    return tuple(part.strip(QUOTES + HYPHENS) for word in words for part in word.split(".") if has_letter(part))


def is_letter(character: str) -> bool:
    """True for a letter that can begin a word; an apostrophe that Unicode calls a modifier letter is none."""
    return character.isalpha() and unicodedata.category(character) != "Lm"


def has_letter(text: str) -> bool:
    """True if there is anything to read in it."""
    return any(map(is_letter, text))


def is_title(word: str) -> bool:
    """True for a title in one word: Dr., ד"ר, д-р, GM."""
    letters = _NOT_LETTER.sub("", word)
    return letters in _CHESS_TITLES or letters in _RUSSIAN_CHESS_TITLES or letters.casefold() in _TITLES


# What is left of Latin letters that Unicode does not take apart.
LATIN_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"})
FINAL_LETTERS = str.maketrans("ךםןףץ", "כמנפצ")
_CYRILLIC_ORDER = str.maketrans({"ё": "е", "ґ": "г", "є": "е", "і": "и", "ї": "и", "ў": "у"})


def strip_marks(text: str) -> str:
    """Without accents, niqqud and other combining marks; Cyrillic й is a letter of its own and stays."""
    return text if text.isascii() else "".join(map(_without_marks, unicodedata.normalize("NFC", text)))


@lru_cache(maxsize=4096)
def _without_marks(character: str) -> str:
    if character in "йЙ":
        return character
    return "".join(c for c in unicodedata.normalize("NFD", character) if not unicodedata.category(c).startswith("M"))


def sort_key(name: str) -> str:
    """Key that sorts names by code point as a reader expects, in Hebrew, Cyrillic and Latin script.

    Case, accents, niqqud, final letters, ё and punctuation make no difference; the order of the words is the one
    written. Scripts come one after another: Latin, Cyrillic, Hebrew. Two names may share a key: break ties by id.
    """
    folded = strip_marks(name.casefold()).translate(LATIN_PLAIN)
    folded = folded.translate(_CYRILLIC_ORDER).translate(FINAL_LETTERS)
    for sign in QUOTES:
        folded = folded.replace(sign, "")
    return " ".join(re.sub(r"[\W_]+", " ", folded).split())
