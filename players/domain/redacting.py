"""Taking the name of an erased person out of texts that people have written: notes, reasons, requests.

What somebody wrote in other words ("the boy of the baker") no program finds; whoever erases is told so.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

from players.domain.names import is_title, sort_key, split_name

GAP = "[…]"
"""Stands where a name stood."""

MOST_TURNED = 4
"""Parts of a name that is looked for in every order."""

SHORTEST_PART = 3
"""Letters of a part of a name that is looked for by itself: shorter ones are words of every language."""

_PARTICLES = frozenset("והלבמשכ")
_ENDINGS = "аеийоуыьюя"
_WORD = re.compile(r"\w(?:[\w'’׳״\"\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u200e\u200f-]*[\w\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7])?")
"""With apostrophes, hyphens, vowel points and accents inside."""


# Letters of one alphabet that look like those of the other, by which a name gets past whoever compares letters.
_LATIN_SHAPES = str.maketrans("аеѕіјорсухһԁԛԝ", "aesijopcyxhdqw")
_CYRILLIC_SHAPES = str.maketrans("aesijopcyxhdqw", "аеѕіјорсухһԁԛԝ")
_GENERATIONS = frozenset({"jr", "sr", "junior", "senior", "ii", "iii"})
_NOTED = re.compile(r"[(\[{][^)\]}]*[)\]}]")
"""What stands in brackets behind a name: a rating, an age group, a club."""


def name_key(name: str) -> str:
    """Equal for the spellings of a name that differ in what says nothing of who it is.

    In case, accents, punctuation, the order of the words, titles and numbers, what stands in brackets, wide letters, and letters of
    another alphabet that look the same.
    """
    plain = unicodedata.normalize("NFKC", name)
    words = sort_key(" ".join(split_name(_NOTED.sub(" ", plain)).parts) or plain).split()
    return " ".join(sorted(_in_one_alphabet(word) for word in words if word not in _GENERATIONS))


def _in_one_alphabet(word: str) -> str:
    latin, cyrillic = word.translate(_LATIN_SHAPES), word.translate(_CYRILLIC_SHAPES)
    if word.isascii() or not any("a" <= letter <= "z" for letter in word):
        return word
    return latin if latin.isascii() else cyrillic


def phrases_of(names: Iterable[str], *, parts: bool = False) -> frozenset[tuple[str, ...]]:
    """What to look for, as folded words: each name in every order, and with one of its parts shortened to a letter or, of three, left out.

    With `parts` each longer part of it too.
    """
    found: set[tuple[str, ...]] = set()
    for name in names:
        words = tuple(sort_key(name).split())
        cut = [tuple(sort_key(part).split()) for part in split_name(name).parts]
        found |= {words} | _orders(cut) | {order for short in _shortened(cut) for order in _orders(short)}
        if parts:
            found |= {part for part in cut if len("".join(part)) >= SHORTEST_PART}
    return frozenset(phrase for phrase in found if phrase)


_Cut = list[tuple[str, ...]]


def _orders(cut: _Cut) -> set[tuple[str, ...]]:
    """In every order, while there are few; a long name only turned round."""
    turned = permutations(cut) if len(cut) <= MOST_TURNED else (cut, cut[1:] + cut[:1], cut[-1:] + cut[:-1])
    return {tuple(word for part in order for word in part) for order in turned}


def _shortened(cut: _Cut) -> Iterator[_Cut]:
    if len(cut) == 2:
        (first, second) = cut
        yield from ([(first[0][0],), second], [first, (second[0][0],)])
    if len(cut) == 3:
        yield from ([*cut[:at], *cut[at + 1 :]] for at in range(3))


def without_phrases(text: str, phrases: Collection[tuple[str, ...]]) -> str:
    """The text with a gap where one of the phrases stands; itself if none does.

    A title between two of its words is passed over. A word counts as one of a name also behind a Hebrew particle or with an ending of a
    case: "לדנה", "Иванова", "Cohen's".
    """
    text = unicodedata.normalize("NFC", text)
    read = (found for found in _WORD.finditer(text) if not is_title(found.group()))
    words = [(found.start(), found.end(), sort_key(found.group())) for found in read]
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
    if len(wanted) == 1:
        return word == wanted
    return word in (wanted, f"{wanted}s") or _is_behind_particles(word, wanted) or _is_case_of(word, wanted)


def _is_behind_particles(word: str, wanted: str) -> bool:
    """Hebrew: ולדנה is דנה."""
    particles = word.removesuffix(wanted)
    return word.endswith(wanted) and 0 < len(particles) <= 2 and set(particles) <= _PARTICLES


def _is_case_of(word: str, wanted: str) -> bool:
    """Russian: Анны is Анна, and Иванову is Иванова. What is left of the word besides its endings is long enough to be no other one."""
    stem = wanted.rstrip(_ENDINGS)
    return len(stem) >= 2 and "а" <= stem[0] <= "я" and word.startswith(stem) and len(word) - len(stem) <= 3
