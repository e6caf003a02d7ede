"""What is searched for: every word of every canary's name and its first letters, in texts that are stripped of all but their letters."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tests.canary.decoding import texts_of

_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ"})
_NO_LETTER = re.compile(r"[\W\d_]+")  # marks that combine with letters are no letters either
_IN_WORDS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069'’ʼ׳]+")
_AT_RANDOM = re.compile(r"(?=[a-z_-]*[0-9A-Z])[A-Za-z0-9_-]{8,}")
"""Ids, digests and tokens: a few letters side by side mean nothing in them. They are decoded, and searched for whole words."""
_TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value="|nonce-)[^"\']*')


def letters_of(text: str) -> str:
    """The letters of a text alone: without case, accents, niqqud, final forms, and whatever stands between letters."""
    if text.isascii():
        return _NO_LETTER.sub("", text).lower()
    return _NO_LETTER.sub("", unicodedata.normalize("NFKD", text)).casefold().translate(_PLAIN)


def words_in(text: str) -> str:
    """The same with blanks between words, so that the end of one and the beginning of the next make nobody's."""
    return _NO_LETTER.sub(" ", _IN_WORDS.sub("", unicodedata.normalize("NFKD", text))).casefold().translate(_PLAIN)


def smallest_part(word: str) -> int:
    """So many of the first letters of a word tell whose it is; Hebrew has no vowels to fill words with."""
    return 3 if "א" <= word[0] <= "ת" else 4


@dataclass(frozen=True)
class Needle:
    """`beginning` is enough to know the word; `word` is looked for where letters stand at random."""

    beginning: str
    word: str


def needles_of(name: str) -> list[Needle]:
    """One for each word of a name, also for both halves of a double one."""
    words = (letters_of(word) for word in re.split(r"[\s,־-]+", name))
    return [Needle(word[: smallest_part(word)], word) for word in words if word]


class Net:
    """The names to look for, and what has been looked through without finding any.

    Pages of a club have most of their lines in common: each line is searched once, next to those that are as new as it is.
    """

    def __init__(self, names: Mapping[str, Iterable[str]], keys: Mapping[str, Iterable[str]] | None = None) -> None:
        """`names` by whom they belong to; `keys`, which are looked for as they are."""
        self._needles = [(whose, needle) for whose, own in names.items() for name in own for needle in needles_of(name)]
        self._keys = [(whose, key) for whose, own in (keys or {}).items() for key in own]
        self._clean: set[str] = set()
        self.searched = 0

    def caught(self, content: bytes | str) -> set[str]:
        """Whose names stand in it, however they are written."""
        self.searched += len(content)
        found: set[str] = set()
        for text in set(texts_of(content)):
            fresh = [line for line in _TOKEN.sub(r"\1", text).split("\n") if line not in self._clean]
            caught = self._caught("\n".join(fresh))
            found |= caught
            if not caught:
                self._clean.update(fresh)
        return found

    def _caught(self, text: str) -> set[str]:
        whole, calm = letters_of(text), words_in(_AT_RANDOM.sub("|", text))
        backwards = whole[::-1]
        named = {whose for whose, needle in self._needles if needle.beginning in calm or needle.word in whole or needle.word in backwards}
        return named | {whose for whose, key in self._keys if key in text}
