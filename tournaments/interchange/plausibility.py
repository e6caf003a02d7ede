"""How much a text looks like names and headers that somebody wrote, to order previews of encodings.

This never decides anything: it only says which preview a person sees first.
"""

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_]+")
_COMMON = {
    "HEBREW": frozenset("אבדהוילמנרשתכ"),
    "CYRILLIC": frozenset("оеаинтсрвлкмдпу"),
    "LATIN": frozenset("áéíóöüäåøæçñèêëßšžčćřýąęłńśżź"),
    "GREEK": frozenset("αοιετσνηυρ"),
}


def plausibility(text: str) -> float:
    """From 0 (signs and boxes) to about 2 (whole words of one script, in ordinary case, of common letters)."""
    foreign = [char for char in text if ord(char) > 127]
    if not foreign:
        return 1.0
    if any(unicodedata.category(char) in ("Cc", "Cn", "Co") for char in foreign):
        return 0.0
    letters = [char for char in foreign if char.isalpha() or unicodedata.category(char) == "Mn"]
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    return len(letters) / len(foreign) * _words_share(words) + _common_share(letters)


def _words_share(words: list[str]) -> float:
    """The mean of the words' looks: one script in lower case, capitalised or without case 1; all capitals ¾ (bytes of
    one alphabet read as another often look so); anything else 0."""
    if not words:
        return 0.0
    return sum(_word_look(word) for word in words) / len(words)


def _word_look(word: str) -> float:
    if len({_script(char) for char in word}) > 1:
        return 0.0
    if word[1:] == word[1:].lower():
        return 1.0
    return 0.75 if word.isupper() else 0.0


def _common_share(letters: list[str]) -> float:
    if not letters:
        return 0.0
    common = sum(char.lower() in _COMMON.get(_script(char), frozenset()) for char in letters)
    return common / len(letters)


def _script(char: str) -> str:
    return unicodedata.name(char, "?").partition(" ")[0]
