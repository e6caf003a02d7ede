"""The members of a club, made ready once so that a night's names find their candidates without a scan.

A candidate shares a word with the name (or has one a letter away) and the beginning of another. That leaves a few dozen
of ten thousand members, and leaves out nobody who could stand above "new player".
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import combinations, takewhile

from players.domain.matching.effort import LOOKS_AT_ONCE, Effort
from players.domain.matching.letters import script_of
from players.domain.matching.shortened import words_of_names
from players.domain.matching.sounds import are_one_letter_apart, initial_sounds, sound_keys, sounding_alike
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
    """Built by `build_index`, never changed afterwards but for what it remembers of the words that it was asked for."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._candidates: list[Candidate] = []
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_word_and_start: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_letters: dict[str, list[int]] = defaultdict(list)
        self._by_shortened: dict[str, list[str]] = defaultdict(list)
        self._by_sound: dict[str, list[str]] = defaultdict(list)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._registered_words: set[str] = set()
        self._related_to_known: dict[str, tuple[list[str], int]] = {}
        self._has_initials = False
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
                for start in {start for other in form.words[:at] + form.words[at + 1 :] for start in _starts(other)}:
                    self._by_word_and_start[word, start].append(number)
        if registered:
            self._registered_words.update(spelling.words)

    def _add_word(self, word: str, number: int) -> None:
        numbers = self._by_word[word]
        self._has_initials |= len(word) == 1
        if not numbers and len(word) > 1:
            for keys, words in (
                (_one_letter_out(word), self._by_shortened),
                (sound_keys(word), self._by_sound),
                (words_of_names(word), self._by_name),
            ):
                for key in keys:
                    words[key].append(word)
        if not numbers or numbers[-1] != number:
            numbers.append(number)

    def is_registered_word(self, word: str) -> bool:
        """True if a member's registered name has this word: then it is a name of its own rather than a slip."""
        return word in self._registered_words

    def candidates(self, form: Form, effort: Effort | None = None) -> list[Candidate]:
        """Everyone who may fit a form of a name, in the order in which members were added.

        `effort` is what the name has cost with its other forms; beyond its bounds members are left out.
        """
        effort = effort or Effort()
        whole = self._by_letters.get("".join(form.words), [])
        found: dict[int, None] = {}
        if len(form.words) <= MOST_WORDS and effort.may_look:
            for numbers in self._sharing_words(form, effort):
                effort.look(1 + len(numbers))
                found.update(dict.fromkeys(numbers))
                if not effort.may_look:
                    break
        ordered = dict.fromkeys(whole) | found
        kept = takewhile(lambda number: effort.affords(form, self._candidates[number].form), ordered)
        return [self._candidates[number] for number in sorted(kept)]

    def _sharing_words(self, form: Form, effort: Effort) -> Iterator[Collection[int]]:
        """Those with two words of the name first, then those with one and the beginning of another."""
        related = [self._related(word, effort) if len(word) > 1 else [] for word in form.words]
        having = [self._having(words, effort) for words in related]
        if len(form.words) == 1:
            yield having[0]
        for one, other in combinations(having, 2):
            yield sorted(one & other)
        for at, words in enumerate(related):
            others = form.words[:at] + form.words[at + 1 :]
            starts = sorted({start for other in others for start in _starts_beside(other, initials=self._has_initials)})
            for known in words:
                for start in starts:
                    numbers = self._by_word_and_start.get((known, start))
                    if numbers:
                        yield numbers

    def _having(self, words: list[str], effort: Effort) -> set[int]:
        numbers: set[int] = set()
        for word in words:
            if not effort.may_look:
                break
            numbers.update(self._by_word[word])
            effort.look(len(self._by_word[word]) // LOOKS_AT_ONCE)
        return numbers

    def knows(self, word: str) -> bool:
        """Whether any spelling of a member has this word."""
        return word in self._by_word

    def _related(self, word: str, effort: Effort) -> list[str]:
        """Known words that may be this one: itself, the same by sound, its short forms, those a letter away."""
        remembered = self._related_to_known.get(word)
        if remembered is None:
            remembered = self._find_related(word)
            if word in self._by_word:
                self._related_to_known[word] = remembered
        words, looks = remembered
        effort.look(looks)
        return words

    def _find_related(self, word: str) -> tuple[list[str], int]:
        """The words, and at how many it had to look for them."""
        found = {word} if word in self._by_word else set()
        for name in words_of_names(word):
            found.update(self._by_name.get(name, ()))
        alike = {known for key in sound_keys(word) for known in self._by_sound.get(key, ())} - found
        found.update(sounding_alike(word, alike))
        near = {known for shortened in _one_letter_out(word) for known in self._by_shortened.get(shortened, ())} - found
        found.update(known for known in near if are_one_letter_apart(word, known))
        return sorted(found, key=lambda known: (known != word, known)), len(alike) + len(near)


def build_index(members: Iterable[Member]) -> MemberIndex:
    """Make the members of one club ready for matching; about a second for 20,000 of them."""
    return MemberIndex(members)


def _one_letter_out(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)) if len(word) > 1)}


def _starts(word: str) -> list[str]:
    """Under which beginnings a member's word is found: of an initial, and of a word that is alike."""
    script = script_of(word[0])
    sounds = [f"{script}~{sound}" for sound in initial_sounds(word)]
    if len(word) == 1:
        return [f"{word}.", *(f"{sound}." for sound in sounds)]
    return [word[0], word[:2], *sounds]


@lru_cache(maxsize=32768)
def _starts_beside(word: str, *, initials: bool) -> tuple[str, ...]:
    """Under which beginnings a word of a typed name looks for members': the reverse of `_starts`. `initials`: some have only those."""
    if len(word) > 1 and not initials:
        return (word[:2],)
    script = script_of(word[0])
    others = [f"{other}~{sound}" for other in ("latin", "cyrillic", "hebrew") if other != script for sound in initial_sounds(word)]
    if len(word) == 1:
        return (word, f"{word}.", *others, *(f"{one}." for one in others))
    return (word[:2], f"{word[0]}.", *(f"{one}." for one in others))
