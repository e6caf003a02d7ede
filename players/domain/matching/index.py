"""The members of a club, made ready once so that a night's names find their candidates without a scan.

A candidate shares a word with the name (or has one a letter away) and the beginning of another. That leaves a few dozen
of ten thousand members, and leaves out nobody who could stand above "new player".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from rapidfuzz.distance import OSA

from players.domain.matching.effort import Effort
from players.domain.matching.spelling import MOST_WORDS, Form, Spelling, read_spelling


@dataclass(frozen=True, slots=True)
class Member:
    """A person of the club. `names` is the registered name first, then the spellings confirmed for the person.

    `last_played` and `games` only order members who fit equally.
    """

    id: int
    names: tuple[str, ...]
    last_played: date | None = None
    games: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """One form of one spelling of one member."""

    member: Member
    spelling: Spelling
    form: Form
    registered: bool


class MemberIndex:
    """Built by `build_index`, never changed afterwards."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._candidates: list[Candidate] = []
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_word_and_letter: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_word_and_start: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_letters: dict[str, list[int]] = defaultdict(list)
        self._by_shortened: dict[str, set[str]] = defaultdict(set)
        self._registered_words: set[str] = set()
        for member in members:
            for position, name in enumerate(member.names):
                self._add(member, read_spelling(name), registered=position == 0)

    def _add(self, member: Member, spelling: Spelling, *, registered: bool) -> None:
        for letters in spelling.rotations:
            self._by_letters[letters].append(len(self._candidates))
        for form in spelling.forms:
            number = len(self._candidates)
            self._candidates.append(Candidate(member, spelling, form, registered))
            for at, word in enumerate(() if spelling.is_long else form.words):
                self._add_word(word, number)
                for other in form.words[:at] + form.words[at + 1 :]:
                    self._by_word_and_letter[word, other[0]].append(number)
                    self._by_word_and_start[word, other[:2]].append(number)
        if registered:
            self._registered_words.update(spelling.words)

    def _add_word(self, word: str, number: int) -> None:
        if word not in self._by_word:
            for shortened in _one_letter_out(word):
                self._by_shortened[shortened].add(word)
        self._by_word[word].append(number)

    def is_registered_word(self, word: str) -> bool:
        """True if a member's registered name has this word: then it is a name of its own rather than a slip."""
        return word in self._registered_words

    def candidates(self, form: Form, effort: Effort | None = None) -> list[Candidate]:
        """Everyone who may fit a form of a name, in the order in which members were added.

        `effort` is what the name has cost with its other forms; beyond its bounds members are left out.
        """
        effort = effort or Effort()
        whole = self._by_letters.get("".join(form.words), [])
        found: set[int] = set()
        if len(form.words) <= MOST_WORDS and effort.may_look:
            for numbers in self._sharing_a_word(form, effort):
                effort.look(1 + len(numbers))
                found.update(numbers)
                if not effort.may_look:
                    break
        ordered = [*whole, *sorted(found.difference(whole))]
        kept = takewhile(lambda number: effort.affords(form, self._candidates[number].form), ordered)
        return [self._candidates[number] for number in sorted(kept)]

    def _sharing_a_word(self, form: Form, effort: Effort) -> Iterator[list[int]]:
        for at, word in enumerate(form.words):
            others = form.words[:at] + form.words[at + 1 :]
            if len(word) > 1:
                for known in self._one_letter_away(word, effort):
                    yield from self._beside(known, others)

    def _beside(self, known: str, others: tuple[str, ...]) -> Iterator[list[int]]:
        if not others:
            yield self._by_word.get(known, [])
        for other in others:
            if len(other) == 1:
                yield self._by_word_and_letter.get((known, other), [])
            else:
                yield self._by_word_and_start.get((known, other[:2]), [])
                yield self._by_word_and_start.get((known, other[0]), [])

    def _one_letter_away(self, word: str, effort: Effort) -> Iterator[str]:
        """Known words at most one letter inserted, left out, replaced or exchanged with its neighbour away; the word itself first."""
        if word in self._by_word:
            yield word
        near: set[str] = set()
        for shortened in _one_letter_out(word):
            near |= self._by_shortened.get(shortened, set())
        near.discard(word)
        effort.look(len(near))
        yield from (known for known in sorted(near) if OSA.distance(word, known, score_cutoff=1) <= 1)


def build_index(members: Iterable[Member]) -> MemberIndex:
    """Make the members of one club ready for matching; about a second for 20,000 of them."""
    return MemberIndex(members)


def _one_letter_out(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)) if len(word) > 1)}
