"""Folding: a word with everything taken away that never tells two people apart, in levels.

Each level takes away one more kind of difference, so that two names that become equal can be explained by the level at which they do.
"""

import re
import unicodedata
from functools import lru_cache

from players.domain.matching.reasons import ReasonCode
from players.domain.names import FINAL_LETTERS, LATIN_PLAIN, QUOTES, strip_marks

FOLDING_LEVELS = (ReasonCode.SAME_LETTERS, ReasonCode.NIQQUD, ReasonCode.YO_YE, ReasonCode.FINAL_LETTERS, ReasonCode.ACCENTS)
"""What each level of folding takes away, on top of those before it."""

_QUOTES = re.compile(f"[{re.escape(QUOTES)}]+")
_HEBREW_POINTS = re.compile("[\u0591-\u05bd\u05bf-\u05c7]+")
_SIGNS = re.compile(r"[\W_]+")
_YIDDISH = str.maketrans({"װ": "וו", "ױ": "וי", "ײ": "יי"})


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """The word with every difference taken away that never tells two people apart."""
    return fold_to(word, len(FOLDING_LEVELS) - 1)


@lru_cache(maxsize=65536)
def fold_to(word: str, level: int) -> str:
    """Fold up to and including FOLDING_LEVELS[level]."""
    folded = unicodedata.normalize("NFC", word.lower())
    if not folded.isalnum() or _QUOTES.search(folded):
        folded = "".join(c for c in _QUOTES.sub("", folded) if c.isalnum() or unicodedata.category(c).startswith("M"))
    if level >= 1:
        folded = _HEBREW_POINTS.sub("", folded).translate(_YIDDISH)
    if level >= 2:
        folded = folded.replace("ё", "е")
    if level >= 3:
        folded = folded.translate(FINAL_LETTERS)
    if level >= 4 and not folded.isascii():
        folded = _SIGNS.sub("", strip_marks(unicodedata.normalize("NFKC", folded).casefold()).translate(LATIN_PLAIN))
    return folded
