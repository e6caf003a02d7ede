"""Cleaning the texts of a source: names stay as they appear, only what cannot be seen is changed.

NFC, trimmed, runs of white space made one blank; control, zero-width and direction override characters are taken
out. ZERO WIDTH NON-JOINER and JOINER go too: they are right inside some Persian or Indic names, but they also make
two names that look the same, and a name that differs invisibly would never be linked again.
"""

import re
import unicodedata
from dataclasses import dataclass

_UNSEEN_CATEGORIES = {"Cc", "Cf", "Co", "Cn", "Cs"}
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class CleanText:
    """The text as it is kept, and how many unseen characters were taken out of it."""

    text: str
    removed: int


def clean_text(raw: str) -> CleanText:
    """`raw` in NFC, trimmed, with single blanks and without characters that cannot be seen (Cc, Cf, Co, Cn, Cs)."""
    spaced = _SPACE.sub(" ", raw)
    if spaced.isascii() and spaced.isprintable():
        return CleanText(spaced.strip(), 0)
    seen = "".join(char for char in spaced if unicodedata.category(char) not in _UNSEEN_CATEGORIES)
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", seen)).strip()
    return CleanText(text, len(spaced) - len(seen))
