"""Which members of a club may be one person: the matching turned from a night's names to the club itself.

Two registered names are compared as a name of an event is with a member. What else somebody was called counts only where it is the
whole of a name the other has: that both were once typed as "Y. Cohen" says nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from players.domain.matching.comparing import compare
from players.domain.matching.effort import Effort
from players.domain.matching.index import Candidate, Member, MemberIndex, build_index
from players.domain.matching.reasons import ABOVE, SCORES, Reason, ReasonCode
from players.domain.matching.spelling import Spelling, read_spelling

Pair = frozenset[int]
"""The ids of two members."""

MOST_DUPLICATES = 1_000
"""Pairs that are kept: more than anybody looks through."""

MOST_SPELLINGS = 12
"""Spellings of one member that are looked at, the registered name first."""

MOST_SCORE = max(SCORES.values())

SAME_NAME = SCORES[ReasonCode.HYPHEN_OR_SPACE]
"""What a spelling besides the registered name must score: nothing but order, signs, accents or hyphens differs."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two members who may be one person, `one` the smaller id. `score` of 100 orders them; `reason` says it in words."""

    one: int
    other: int
    score: int
    reason: Reason

    @property
    def pair(self) -> Pair:
        return frozenset({self.one, self.other})


def find_duplicates(
    members: Iterable[Member],
    *,
    are_two: Callable[[Pair], bool] = lambda pair: False,
    tell: Callable[[int], None] = lambda done: None,
    limit: int = MOST_DUPLICATES,
) -> list[Duplicate]:
    """Each pair once, best first; those who fit equally by who played last and plays most.

    `are_two` says of a pair that it is known to be two people; it is asked only of those that are alike. `tell` is called with how many
    members are done, after each of them; what it raises ends the search. The same members give the same pairs, in whatever order they come.
    """
    by_id = sorted(members, key=lambda member: member.id)
    known = {member.id: replace(member, names=member.names[:MOST_SPELLINGS]) for member in by_id}
    index = build_index(known.values())
    words = _Words(known.values())
    found = _Best(known, limit)
    for done, member in enumerate(known.values(), 1):
        for duplicate in _duplicates_of(index, words, member):
            if not are_two(duplicate.pair):
                found.add(duplicate)
        tell(done)
    return found.ranked()


def find_reason(one: Member, other: Member) -> Reason | None:
    """Why two members may be one person; None if nothing of their names says so."""
    found = find_duplicates([one, other])
    return found[0].reason if found else None


class _Words:
    """In how many registered names each word is, and in whose: a word of somebody else's name is rather no slip."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._of = {member.id: frozenset(read_spelling(member.names[0]).words) for member in members if member.names}
        self._times = Counter(word for words in self._of.values() for word in words)

    def is_of_somebody_else(self, word: str, two: tuple[int, int]) -> bool:
        return self._times[word] > sum(word in self._of.get(member_id, ()) for member_id in two)


class _Best:
    """The best pairs met so far, few enough to hold whatever the club is like."""

    def __init__(self, members: dict[int, Member], limit: int) -> None:
        self._members = members
        self._limit = limit
        self._by_pair: dict[Pair, Duplicate] = {}

    def add(self, found: Duplicate) -> None:
        held = self._by_pair.get(found.pair)
        if held is None or held.score < found.score:
            self._by_pair[found.pair] = found
        if len(self._by_pair) > 4 * self._limit:
            self._by_pair = {one.pair: one for one in self.ranked()}

    def ranked(self) -> list[Duplicate]:
        return sorted(self._by_pair.values(), key=self._rank)[: self._limit]

    def _rank(self, found: Duplicate) -> tuple[int, int, int, int, int]:
        two = (self._members[found.one], self._members[found.other])
        last_played = max(member.last_played or date.min for member in two)
        return -found.score, -last_played.toordinal(), -sum(member.games for member in two), found.one, found.other


def _duplicates_of(index: MemberIndex, words: _Words, member: Member) -> Iterator[Duplicate]:
    """Those of a member. One effort for all its names, so that the whole costs no more than the members are many."""
    effort = Effort()
    for position, name in enumerate(member.names):
        typed = read_spelling(name)
        for form in typed.forms:
            for candidate in index.candidates(form, effort):
                other = candidate.member.id
                if other == member.id:
                    continue
                fit = compare(typed, form, candidate, partial(words.is_of_somebody_else, two=(member.id, other)))
                if fit is not None and fit.score >= _least(typed, candidate, is_registered=position == 0):
                    one, two = sorted((member.id, other))
                    yield Duplicate(one, two, fit.score, _reason(fit.reason, both_registered=position == 0 and candidate.registered))


def _least(typed: Spelling, candidate: Candidate, *, is_registered: bool) -> int:
    """The score from which on two spellings say that two members may be one person."""
    if is_registered and candidate.registered:
        return ABOVE
    is_whole = len(typed.words) > 1 and all(len(word) > 1 for word in typed.words)
    return SAME_NAME if is_registered or candidate.registered or is_whole else MOST_SCORE + 1


def _reason(reason: Reason, *, both_registered: bool) -> Reason:
    """What is the same with a name besides the registered one is a spelling confirmed before, whichever of the two was looked up."""
    is_spelling = reason.code is ReasonCode.EXACT and not both_registered
    return Reason(ReasonCode.KNOWN_SPELLING) if is_spelling else reason
