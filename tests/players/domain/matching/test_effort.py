"""What one name may cost: counted in words compared and places looked at, never in seconds."""

from itertools import islice, permutations, product

import pytest

from players.domain.matching import Member, MemberIndex, build_index, suggest
from players.domain.matching.effort import MOST_LOOKS, MOST_PAIRS, PAIRS_EACH, Effort
from players.domain.matching.reasons import ReasonCode
from players.domain.matching.spelling import MOST_WORDS, read_spelling

COMMON = ["ivan", "maria", "anna", "peter", "jose", "juan", "carlos", "luis"]
SHORT = ["".join(two) for two in product("abcdef", repeat=2)]
LONG = "Ada Bea Cleo Dora Edda Flora Gina"


def shuffled(words: list[str], length: int, count: int) -> list[str]:
    """So many names of so many of the words, each in another order."""
    return [" ".join(words[(at * 7 + number * (at + 1)) % len(words)] for at in range(length)) for number in range(count)]


def compared(index: MemberIndex, name: str) -> tuple[int, Effort]:
    """How many pairs of forms are compared for a name, and what it has cost."""
    effort = Effort()
    return sum(len(index.candidates(form, effort)) for form in read_spelling(name).forms), effort


@pytest.mark.parametrize("words", [COMMON, SHORT], ids=["common", "short"])
@pytest.mark.parametrize("length", [2, 3, 4, 5, 6, 7, 8, 40])
def test_no_name_costs_more_than_the_bounds(words: list[str], length: int) -> None:
    index = build_index(Member(number, (name,)) for number, name in enumerate(shuffled(words, length, 500)))
    for name in shuffled(words, length, 5):
        pairs, effort = compared(index, name)
        assert pairs <= MOST_PAIRS / PAIRS_EACH
        assert effort.pairs <= MOST_PAIRS
        assert effort.looks <= MOST_LOOKS + len(words) + 500 * MOST_WORDS**2  # the last look may be at the longest list


@pytest.mark.parametrize(("length", "forms"), [(2, 1), (3, 3), (6, 6), (7, 1), (8, 1), (40, 1)])
def test_a_long_name_has_one_form(length: int, forms: int) -> None:
    assert len(read_spelling(" ".join(islice(SHORT, length))).forms) == forms


def test_an_ordinary_club_is_compared_in_full() -> None:
    index = build_index(Member(number, (f"Nadia{number} Brook",)) for number in range(200))
    assert compared(index, "N. Brook")[0] == 200
    proposal = suggest(index, "N. Brook")
    assert len(proposal.suggestions) + proposal.more == 200


@pytest.mark.parametrize(
    ("typed", "code", "preselected"),
    [
        (LONG, ReasonCode.EXACT, 1),
        (LONG.upper(), ReasonCode.SAME_LETTERS, 1),
        ("Gina Ada Bea Cleo Dora Edda Flora", ReasonCode.SWAPPED_ORDER, 1),
        ("AdaBea Cleo Dora Edda Flora Gina", ReasonCode.HYPHEN_OR_SPACE, None),
        ("Adá Bea Cleo Dora Edda Flora Gina", ReasonCode.ACCENTS, None),
    ],
)
def test_a_long_name_is_found_as_a_whole(typed: str, code: ReasonCode, preselected: int | None) -> None:
    proposal = suggest(build_index([Member(1, (LONG,)), Member(2, ("Ada Gina",))]), typed)
    assert [(one.member_id, one.reason.code) for one in proposal.suggestions] == [(1, code)]
    assert proposal.preselected == preselected


@pytest.mark.parametrize("typed", ["Ada Gina", "Ada Bea Cleo Dora Edda Flora Gino", "Ada Cleo Bea Dora Edda Flora Gina"])
def test_nothing_less_than_the_whole_fits_a_long_name(typed: str) -> None:
    assert suggest(build_index([Member(1, (LONG,))]), typed).suggestions == ()


def test_the_same_name_is_found_however_many_others_would_be_compared_before_it() -> None:
    crowd = [" ".join(words) for words in islice(permutations(COMMON, 5), 500)]
    index = build_index(Member(number, (name,)) for number, name in enumerate(crowd))
    assert [suggest(index, crowd[at]).suggestions[0].member_id for at in (0, 250, 499)] == [0, 250, 499]
