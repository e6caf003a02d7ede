"""What a word sounds like, so that one name can be known again in Hebrew, Cyrillic and Latin letters and in its usual spellings.

A folded word becomes a row of places, each a set of the sounds that its letters may stand for: "c" is k, s or ts. Two words
are compared place by place; what it costs to make one of the other says how far apart they are. Hebrew writes few vowels, so a
vowel that stands in the other word only costs little there, but not at the ends of a word, where Hebrew does write them.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple

from rapidfuzz.distance import OSA, Levenshtein

from players.domain.matching.letters import CYRILLIC, HEBREW, LATIN, Place, script_of

_VOWELS = frozenset("aeiou")
_FAR = 1.3
_HARD_AT_FIRST = {"כ": frozenset("k"), "ב": frozenset("b"), "у": frozenset("u")}
"""Letters that have only one of their sounds at the beginning of a word."""

_MOST_KEYS = 12
_MOST_MORE = 4
"""Places more from which two words are looked at no further."""

_SHORT = 5
"""Letters up to which two words of one script may differ by two letters only, and by three if they are longer."""

_LONGEST = 24
"""Letters from which on a word is no name that somebody would write in another script."""

_NEAR: dict[frozenset[str], float] = {
    frozenset(pair): cost
    for pair, cost in {
        "ao": 0.35, "ae": 0.45, "ei": 0.35, "ou": 0.35, "eo": 0.45, "iu": 0.7, "ai": 0.8, "au": 0.7, "eu": 0.7, "io": 0.9,
        "yi": 0.0, "ye": 0.4, "xh": 0.0, "xk": 0.3, "sz": 0.3, "sS": 0.35, "sc": 0.35, "cz": 0.2, "CS": 0.35, "Cc": 0.3,
        "ZJ": 0.1, "Zz": 0.3, "ZS": 0.4, "JC": 0.4, "Jy": 0.45, "Jz": 0.4, "bv": 0.35, "bp": 0.55, "vf": 0.3, "pf": 0.5,
        "gh": 0.35, "gk": 0.45, "dt": 0.45, "uv": 0.35, "CS ": 0.35, "yJ": 0.45,
    }.items()
}  # fmt: skip


@lru_cache(maxsize=65536)
def places(word: str) -> tuple[Place, ...]:
    """The sounds of a folded word; empty for another script or a word of several."""
    reading = {"latin": LATIN, "cyrillic": CYRILLIC, "hebrew": HEBREW}.get(script_of(word))
    return reading.read(word) if reading is not None and len(word) <= _LONGEST else ()


@lru_cache(maxsize=65536)
def sound_keys(word: str) -> frozenset[str]:
    """Coarse keys: words that sound alike share one. Only consonants count, and those that scripts mix up are one class."""
    found = places(word)
    if not found:
        return frozenset()
    choices = [
        sorted({one for sound in place.sounds for one in _CLASSES.get(sound, "-")} | set("-" if place.silent else "")) for place in found
    ]
    keys: set[str] = set()
    for letters in product(*choices):
        keys.add("".join(letters).replace("-", ""))
        if len(keys) >= _MOST_KEYS:
            break
    return frozenset(keys)


_CLASSES = (
    dict.fromkeys("bv", "V") | dict.fromkeys("pf", "P") | {"k": "K", "g": "K-"} | dict.fromkeys("sz", "S") | dict.fromkeys("SZJ", "X")
)
_CLASSES |= dict.fromkeys("cC", "SX") | {letter: letter.upper() for letter in "dtlmnr"}
"""The classes of a sound; "-" stands for none."""


@lru_cache(maxsize=16384)
def initial_sounds(word: str) -> frozenset[str]:
    """The sounds with which the word may begin; an initial stands for a word with which it shares one."""
    found = places(word)
    if not found:
        return frozenset(word[:1])
    if word[0] in _HARD_AT_FIRST:
        return _HARD_AT_FIRST[word[0]]
    sounds = set("y" if word[0] == "е" else "")
    for place in found:
        sounds |= place.sounds
        if not (place.silent and "y" in place.sounds):
            break
    return frozenset(sounds)


def is_initial_of(letter: str, word: str) -> bool:
    """Whether a word may begin with the letter: in the same script with that one, else with one of its sounds."""
    if script_of(letter) == script_of(word):
        return letter == word[0]
    return not initial_sounds(letter).isdisjoint(initial_sounds(word))


class _Row(NamedTuple):
    """A word ready to be compared: the numbers of its places, and what it costs to leave each out, beside Hebrew and beside others."""

    script: str
    numbers: tuple[int, ...]
    leaving: tuple[float, ...]
    leaving_beside_hebrew: tuple[float, ...]


@lru_cache(maxsize=65536)
def _row(word: str) -> _Row:
    found = places(word)
    numbers = tuple(_number(place) for place in found)
    return _Row(script_of(word), numbers, _leaving_costs(found, beside_hebrew=False), _leaving_costs(found, beside_hebrew=True))


_PLACES: list[Place] = []
_EXCHANGES: list[list[float]] = []
"""What it costs to exchange the places of two numbers; both lists grow with the places met, of which there are some hundred."""


@lru_cache(maxsize=1024)
def _number(place: Place) -> int:
    _PLACES.append(place)
    _EXCHANGES.append([_exchange(place, other) for other in _PLACES])
    for costs, other in zip(_EXCHANGES[:-1], _PLACES[:-1], strict=True):
        costs.append(_exchange(other, place))
    return len(_PLACES) - 1


def sound_distance(one: str, other: str) -> float | None:
    """How far apart two words sound: 0 for the same; None if they are not one name in two spellings."""
    if sound_keys(one).isdisjoint(sound_keys(other)):
        return None
    return _distance(one, other)


@lru_cache(maxsize=262144)
def _distance(one: str, other: str) -> float | None:
    first, second = _row(one), _row(other)
    shorter = min(len(first.numbers), len(second.numbers))
    if not shorter or abs(len(first.numbers) - len(second.numbers)) > _MOST_MORE:
        return None
    if first.script == second.script:
        most = _most_letters(min(len(one), len(other)))
        if Levenshtein.distance(one, other, score_cutoff=most) > most:
            return None
    bound = _bound(first, second, shorter)
    cost = _cost(first, second, bound)
    return cost if cost <= bound else None


def sounding_alike(word: str, others: Collection[str]) -> Iterator[str]:
    """Those of the others, each with a key of this word, that are one name with it in two spellings."""
    return (other for other in others if _distance(word, other) is not None)


def _most_letters(length: int) -> int:
    return 2 if length <= _SHORT else 3


def _bound(first: _Row, second: _Row, shorter: int) -> float:
    """Another script allows more, and a longer word too: Uri is not Ori, nor Dan Dana."""
    if first.script == second.script:
        return min(0.08 * shorter, 0.56)
    return min(0.15 + 0.1 * shorter, 0.8)


def _cost(first: _Row, second: _Row, bound: float) -> float:
    """The cheapest way to make one row of places of the other (dynamic programming, row by row)."""
    leaving = first.leaving_beside_hebrew if second.script == "hebrew" else first.leaving
    leaving_other = second.leaving_beside_hebrew if first.script == "hebrew" else second.leaving
    columns = list(zip(second.numbers, leaving_other, strict=True))
    row = [0.0, *accumulate(leaving_other)]
    for number, leave in zip(first.numbers, leaving, strict=True):
        costs = _EXCHANGES[number]
        diagonal = row[0]
        best = row[0] = least = diagonal + leave
        for at, (other, leave_other) in enumerate(columns, 1):
            above = row[at]
            best += leave_other
            if above + leave < best:
                best = above + leave
            if diagonal + costs[other] < best:
                best = diagonal + costs[other]
            diagonal = above
            row[at] = best
            if best < least:
                least = best
        if least > bound:
            return _FAR
    return round(row[-1], 2)


def _exchange(one: Place, other: Place) -> float:
    if one.hebrew and other.hebrew:
        return _exchange_in_hebrew(one, other)
    if not one.sounds.isdisjoint(other.sounds):
        return 0.0
    return min((_NEAR.get(frozenset((a, b)), _FAR) for a in one.sounds for b in other.sounds), default=_FAR)


def _exchange_in_hebrew(one: Place, other: Place) -> float:
    """Letters that sound the same; of those that stand for vowels only alef and ayin, alef and he, vav and bet do."""
    if one == other:
        return 0.0
    if one.silent and other.silent:
        return 0.1
    vowels = [place for place in (one, other) if place.sounds & _VOWELS]
    if not vowels:
        return 0.1 if not one.sounds.isdisjoint(other.sounds) else _FAR
    if len(vowels) == 2:
        return 0.3 if {frozenset("hae"), frozenset("aeoiu")} == {one.sounds, other.sounds} else _FAR
    return 0.3 if "v" in one.sounds & other.sounds else _FAR


def _leaving_costs(row: tuple[Place, ...], *, beside_hebrew: bool) -> tuple[float, ...]:
    """What it costs to leave out each place, seen from the other word: cheap vowels if that one is in Hebrew letters."""
    last = len(row) - 1
    costs = [place.leaving(first=at == 0, last=at == last, beside_hebrew=beside_hebrew) for at, place in enumerate(row)]
    if last > 0 and not row[0].hebrew and "y" in row[0].sounds and row[1].sounds & {"e", "i"}:
        costs[0] = 0.1  # Yevgeny, Yitzhak
    return tuple(costs)


def are_one_letter_apart(one: str, other: str) -> bool:
    """One letter inserted, left out, replaced, or exchanged with its neighbour."""
    return min(len(one), len(other)) > 1 and OSA.distance(one, other, score_cutoff=1) <= 1
