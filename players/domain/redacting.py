"""Taking the name of an erased person out of texts that people have written: notes, reasons, requests.

What somebody wrote in other words ("the boy of the baker") no program finds; whoever erases is told so.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from players.domain.names import sort_key, split_name

GAP = "[…]"
"""Stands where a name stood."""

SHORTEST_PART = 3
"""Letters of a part of a name that is looked for by itself: shorter ones are words of every language."""

_PARTICLES = frozenset("והלבמשכ")
_ENDINGS = "аеийоуыьюя"
_WORD = re.compile(r"\w(?:[\w'’׳״\"\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u200e\u200f-]*[\w\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7])?")
"""With apostrophes, hyphens, vowel points and accents inside."""


def name_key(name: str) -> str:
    """Equal for the spellings of a name that differ in case, accents, punctuation or the order of the words."""
    return " ".join(sorted(sort_key(name).split()))


def phrases_of(names: Iterable[str], *, parts: bool = False) -> frozenset[tuple[str, ...]]:
    """What to look for, as folded words: each name in both orders; with `parts` each longer part of it too."""
    found: set[tuple[str, ...]] = set()
    for name in names:
        words = tuple(sort_key(name).split())
        found |= {words, words[1:] + words[:1], words[-1:] + words[:-1]}
        if parts:
            found |= {tuple(sort_key(part).split()) for part in split_name(name).parts if len(part) >= SHORTEST_PART}
    return frozenset(phrase for phrase in found if phrase)


def without_phrases(text: str, phrases: Collection[tuple[str, ...]]) -> str:
    """The text with a gap where one of the phrases stands; itself if none does.

    A word counts as one of a name also behind a Hebrew particle or with an ending of a case: "לדנה", "Иванова".
    """
    text = unicodedata.normalize("NFC", text)
    words = [(found.start(), found.end(), sort_key(found.group())) for found in _WORD.finditer(text)]
    cuts: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        length = max((_words_taken(words[at:], phrase) for phrase in phrases), default=0)
        if length:
            cuts.append((words[at][0], words[at + length - 1][1]))
        at += length or 1
    for start, end in reversed(cuts):
        text = text[:start] + GAP + text[end:]
    return text


def redact(value: Any, phrases: Collection[tuple[str, ...]]) -> Any:
    """The same for what JSON holds, at any depth; keys are ours and stay."""
    if isinstance(value, str):
        return without_phrases(value, phrases)
    if isinstance(value, list):
        return [redact(item, phrases) for item in value]
    if isinstance(value, dict):
        return {key: redact(item, phrases) for key, item in value.items()}
    return value


def _words_taken(words: Sequence[tuple[int, int, str]], phrase: tuple[str, ...]) -> int:
    """How many of the text's first words are the phrase, 0 for none; one of them may fold into several (Jean-Luc)."""
    taken, left = 0, phrase
    while left and taken < len(words):
        folded = tuple(words[taken][2].split())
        if not folded or len(folded) > len(left) or not all(map(_is_word, folded, left)):
            return 0
        left = left[len(folded) :]
        taken += 1
    return 0 if left else taken


def _is_word(word: str, wanted: str) -> bool:
    return word == wanted or _is_behind_particles(word, wanted) or _is_case_of(word, wanted)


def _is_behind_particles(word: str, wanted: str) -> bool:
    """Hebrew: ולדנה is דנה."""
    particles = word.removesuffix(wanted)
    return word.endswith(wanted) and 0 < len(particles) <= 2 and set(particles) <= _PARTICLES


def _is_case_of(word: str, wanted: str) -> bool:
    """Russian: Анны is Анна, and Иванову is Иванова. What is left of the word besides its endings is long enough to be no other one."""
    stem = wanted.rstrip(_ENDINGS)
    return len(stem) >= 2 and "а" <= stem[0] <= "я" and word.startswith(stem) and len(word) - len(stem) <= 3
