"""Which word of one name answers which word of the other, and how well.

Pairs are taken greedily, the surest kind first: equal words, then words that sound the same, short forms, an initial for a word,
words a letter apart, words that are merely alike.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import JaroWinkler

from players.domain.matching.letters import script_of
from players.domain.matching.shortened import are_two_names, short_form_distance
from players.domain.matching.sounds import are_one_letter_apart, is_initial_of, sound_distance
from players.domain.matching.spelling import Form, Role

ALIKE = 0.86
"""Jaro-Winkler similarity from which two words count as alike: about two letters in eight."""

_TWO_NAMES = 0.35
"""How much farther apart two words of two scripts are that tables know as two names: Michal, מיכאל."""

_SURELY = 0.3


class Kind(IntEnum):
    """How two words answer each other, the surest first."""

    EQUAL = 0
    SOUND = 1
    SHORT = 2
    INITIAL = 3
    ONE_LETTER = 4
    ALIKE = 5


class Pair(NamedTuple):
    """A word at its place in the name as typed, and one in the member's. `distance` is 0 unless they differ in sound or shortness."""

    typed: int
    known: int
    kind: Kind
    distance: float = 0.0


@dataclass(frozen=True, slots=True)
class Alignment:
    """The pairs in the order of the typed words, and the places left over on both sides."""

    pairs: tuple[Pair, ...]
    typed_left: tuple[int, ...]
    known_left: tuple[int, ...]

    def of(self, *kinds: Kind) -> list[Pair]:
        """The pairs of these kinds."""
        return [pair for pair in self.pairs if pair.kind in kinds]

    @property
    def distance(self) -> float:
        """How far the words are apart in sound and shortness, all together."""
        return sum(pair.distance for pair in self.pairs)

    @property
    def in_order(self) -> bool:
        """True if the paired words follow each other as in the member's spelling."""
        places = self._places()
        return places == sorted(places)

    @property
    def is_rotation(self) -> bool:
        """True if they do after moving some words from the front to the end, as in surname first."""
        places = self._places()
        return any(places[at:] + places[:at] == sorted(places) for at in range(len(places)))

    def _places(self) -> list[int]:
        return [pair.known for pair in self.pairs]


def align(typed: Form, known: Form) -> Alignment:
    """Pair the words of two forms; see the module. A middle name comes after given name and surname."""
    typed_left, known_left = dict.fromkeys(range(len(typed.words))), dict.fromkeys(_by_weight(known))
    pairs: list[Pair] = []
    for i, word in enumerate(typed.words):
        equal = next((j for j in known_left if known.words[j] == word), None)
        if equal is not None:
            pairs.append(Pair(i, equal, Kind.EQUAL))
            del typed_left[i], known_left[equal]
    possible = []
    for i in typed_left:
        for j in known_left:
            relation = relate(typed.words[i], known.words[j])
            if relation is not None:
                possible.append((*relation, i, known.roles[j] is Role.MIDDLE, j))
    possible.sort()
    for kind, distance, i, _, j in possible:
        if i in typed_left and j in known_left:
            pairs.append(Pair(i, j, kind, distance))
            del typed_left[i], known_left[j]
    return Alignment(tuple(sorted(pairs)), tuple(sorted(typed_left)), tuple(sorted(known_left)))


def _by_weight(known: Form) -> list[int]:
    places = range(len(known.words))
    return sorted(places, key=lambda at: known.roles[at] is Role.MIDDLE) if Role.MIDDLE in known.roles else list(places)


@lru_cache(maxsize=262144)
def relate(typed: str, known: str) -> tuple[Kind, float] | None:
    """The surest way in which two folded words answer each other; None if they do not."""
    if typed == known:
        return Kind.EQUAL, 0.0
    if min(len(typed), len(known)) == 1:
        return (Kind.INITIAL, 0.0) if is_initial(typed, known) else None
    sound = sound_distance(typed, known)
    short = short_form_distance(typed, known)
    if sound is not None and script_of(typed) != script_of(known):
        sound = 0.0 if short == 0.0 and sound < _SURELY else sound + (_TWO_NAMES if are_two_names(typed, known) else 0.0)
    if sound is not None and (short is None or sound <= short + 0.1 or script_of(typed) != script_of(known)):
        return Kind.SOUND, sound
    if short is not None:
        return Kind.SHORT, short
    if are_one_letter_apart(typed, known):
        return Kind.ONE_LETTER, 0.0
    is_alike = min(len(typed), len(known)) > 2 and JaroWinkler.similarity(typed, known) >= ALIKE
    return (Kind.ALIKE, 0.0) if is_alike else None


def is_initial(typed: str, known: str) -> bool:
    """One of the two is a letter with which the other may begin; two letters only if they are of two scripts."""
    letter, word = (typed, known) if len(typed) == 1 else (known, typed)
    if len(word) == 1 and script_of(letter) == script_of(word):
        return False
    return is_initial_of(letter, word)
