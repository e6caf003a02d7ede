"""Which word of one name answers which word of the other, and how well.

Pairs are taken greedily, the surest kind first: equal words, then an initial for a word, then words a letter apart, then
words that are merely alike.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz.distance import OSA, JaroWinkler

from players.domain.matching.spelling import Form, Role

ALIKE = 0.86
"""Jaro-Winkler similarity from which two words count as alike: about two letters in eight."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs of (place in the name as typed, place in the member's), by kind, and the places left over on both sides."""

    equal: tuple[tuple[int, int], ...]
    initial: tuple[tuple[int, int], ...]
    one_letter: tuple[tuple[int, int], ...]
    alike: tuple[tuple[int, int], ...]
    typed_left: tuple[int, ...]
    known_left: tuple[int, ...]

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
        return [known for _, known in sorted((*self.equal, *self.initial, *self.one_letter, *self.alike))]


def align(typed: Form, known: Form) -> Alignment:
    """Pair the words of two forms; see the module."""
    typed_left, known_left = list(range(len(typed.words))), list(range(len(known.words)))
    pairs: list[tuple[tuple[int, int], ...]] = []
    for fits in (_equal, _initial, _one_letter, _alike):
        found = _pair(typed, known, typed_left, known_left, fits)
        pairs.append(found)
        typed_left = [at for at in typed_left if at not in {i for i, _ in found}]
        known_left = [at for at in known_left if at not in {j for _, j in found}]
    equal, initial, one_letter, alike = pairs
    return Alignment(equal, initial, one_letter, alike, tuple(typed_left), tuple(known_left))


def _pair(
    typed: Form, known: Form, typed_left: list[int], known_left: list[int], fits: Callable[[str, str], bool]
) -> tuple[tuple[int, int], ...]:
    """Each typed word with the first free known word that fits it; a middle name comes after given name and surname."""
    by_weight = sorted(known_left, key=lambda at: known.roles[at] is Role.MIDDLE)
    pairs: list[tuple[int, int]] = []
    for i in typed_left:
        j = next((at for at in by_weight if fits(typed.words[i], known.words[at])), None)
        if j is not None:
            pairs.append((i, j))
            by_weight.remove(j)
    return tuple(pairs)


def _equal(typed: str, known: str) -> bool:
    return typed == known


def _initial(typed: str, known: str) -> bool:
    return typed[0] == known[0] and (len(typed) == 1) != (len(known) == 1)


def _one_letter(typed: str, known: str) -> bool:
    return min(len(typed), len(known)) > 1 and OSA.distance(typed, known, score_cutoff=1) <= 1


def _alike(typed: str, known: str) -> bool:
    return min(len(typed), len(known)) > 2 and JaroWinkler.similarity(typed, known) >= ALIKE
