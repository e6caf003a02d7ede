"""Initials: what everybody may see of a name, and the mark that tells equal initials apart.

The rules (RULES section 3, "י. כ." for יוסי כהן):

- One letter and a dot for each part, given name first where a comma tells it, else in the order written.
- A part ends at a space. Hyphen and maqaf join: Jean-Luc is J., בת־אל is ב.
- The letter is one grapheme: Latin and Cyrillic keep their accents (É., Ё.), Hebrew goes without niqqud, and a geresh
  stays behind (ג'ורג' is ג.). Titles and numbers are left out.
- A name that is nothing but initials would be published whole: only its first is shown, and of a name of one letter
  or none not even that, but a blank.
"""

import hmac
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from players.domain.names import FINAL_LETTERS, is_letter, split_name, strip_marks

BLANK = "•"
"""Stands for a name of which no letter can be shown without showing all of it."""


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """The initials of a name: "Y. C." for "Yossi Cohen" and for "Cohen, Yossi".

    Never equal to the name, whatever its case and punctuation; never two letters side by side.
    """
    parts = split_name(name).parts
    letters = [_first_letter(part) for part in parts]
    if all(_letter_count(part) == 1 for part in parts):
        letters = letters[:1] if len(parts) > 1 else []
    return " ".join(f"{letter}." for letter in letters) or BLANK


def _letter_count(part: str) -> int:
    return sum(map(is_letter, unicodedata.normalize("NFKC", part)))


def _first_letter(part: str) -> str:
    """The first letter with its marks, in capitals where the script has them and one letter makes one capital."""
    composed = unicodedata.normalize("NFKC", part)
    start = next(at for at, character in enumerate(composed) if is_letter(character))
    end = start + 1
    while end < len(composed) and unicodedata.category(composed[end]).startswith("M"):
        end += 1
    letter = composed[start:end]
    if "HEBREW" in unicodedata.name(letter[0], ""):
        return strip_marks(letter).translate(FINAL_LETTERS)
    capital = unicodedata.normalize("NFC", letter.upper())
    return capital if _letter_count(capital) == 1 else letter


def distinguish(people: Iterable[tuple[str, str]], *, key: bytes) -> dict[str, str]:
    """A mark for each of (public id, initials) whose initials somebody else in the list has too; "" for all others.

    The mark is a number of three digits (more if two should meet) taken from a keyed hash of the random public id. So
    it is the same in every list and every year, and says nothing about the name, the age or when somebody joined.
    Three digits, because two could be read as an age. `key` is a secret of the installation.
    """
    groups: dict[str, set[str]] = defaultdict(set)
    for public_id, shown in people:
        groups[shown].add(public_id)
    marks: dict[str, str] = {}
    for group in groups.values():
        marks.update(marks_of(group, key=key) if len(group) > 1 else dict.fromkeys(group, ""))
    return marks


def marks_of(public_ids: Iterable[str], *, key: bytes, digits: int = 3) -> dict[str, str]:
    """A mark for each public id; of those who would get the same one, each gets more digits."""
    numbers = {public_id: _number(public_id, key) for public_id in public_ids}
    shown = {public_id: number[:digits] for public_id, number in numbers.items()}
    while len(set(shown.values())) < len(shown):
        digits += 2
        taken = list(shown.values())
        shown = {public_id: numbers[public_id][:digits] if taken.count(mark) > 1 else mark for public_id, mark in shown.items()}
    return shown


@lru_cache(maxsize=4096)
def _number(public_id: str, key: bytes) -> str:
    """Digits to take a mark from, the first never a nought."""
    rest, first = divmod(int.from_bytes(hmac.digest(key, public_id.encode(), "sha256")), 900)
    return f"{100 + first}{rest}"
