"""Comparing everybody of a large club with everybody: how long it takes, and whether what was planted is found.

The names are made of syllables, given names few and surnames many as in a real club; a hundred people are entered a second time, by an
initial, in another order or with a slip of a letter.
"""

from collections.abc import Iterator
from random import Random
from time import process_time

from bench.figures import Figure, at_least, at_most
from players.domain.matching import Member
from players.domain.matching.duplicates import find_duplicates

PEOPLE = 10_000
GIVEN, SURNAMES, PLANTED = 300, 2_500, 100
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


def measure(rounds: int) -> Iterator[Figure]:
    """One search is enough: it takes seconds."""
    members, planted = make_members(Random(11))
    began = process_time()
    found = {pair.pair for pair in find_duplicates(members)}
    taken = process_time() - began
    yield at_most(f"duplicates among {len(members):,} people", taken, "s", 30)
    yield at_least(f"{PLANTED} planted duplicates found", 100 * len(planted & found) / len(planted), "%", 95)


def make_members(chance: Random) -> tuple[list[Member], set[frozenset[int]]]:
    """The club, and the pairs that were planted in it."""
    given, surnames = ([_word(chance) for _ in range(many)] for many in (GIVEN, SURNAMES))
    names = sorted({f"{chance.choice(given)} {chance.choice(surnames)}" for _ in range(PEOPLE)})[: PEOPLE - PLANTED]
    chance.shuffle(names)
    members = [Member(number, (name,)) for number, name in enumerate(names)]
    planted = set()
    for number, member in enumerate(chance.sample(members, PLANTED)):
        copy = Member(PEOPLE + number, (_again(member.names[0], number % 3, chance),))
        members.append(copy)
        planted.add(frozenset({member.id, copy.id}))
    return members, planted


def _word(chance: Random) -> str:
    syllables = [chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(chance.choice((2, 3, 3)))]
    return "".join(syllables).capitalize() + chance.choice(("", "n", "r", "s"))


def _again(name: str, how: int, chance: Random) -> str:
    """The name as somebody types it who does not know that it is there already."""
    given, surname = name.split()
    if how == 0:
        return f"{given[0]}. {surname}"
    if how == 1:
        return f"{surname}, {given}"
    at = chance.randrange(1, len(surname))
    return f"{given} {surname[:at]}{surname[at - 1]}{surname[at:]}"
