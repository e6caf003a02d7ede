"""Which members of a club may be one person: the rules of the matching, each pair once, best first, whatever the order."""

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.matching import Member, ReasonCode
from players.domain.matching.duplicates import Pair, find_duplicates, find_reason

Told = list[tuple[int, int, str]]


def club(*names: str | tuple[str, ...]) -> list[Member]:
    """Members 1, 2, …: a name, or the registered name and other spellings."""
    return [Member(number, (each,) if isinstance(each, str) else each) for number, each in enumerate(names, 1)]


def told(members: list[Member]) -> Told:
    return [(pair.one, pair.other, str(pair.reason.code)) for pair in find_duplicates(members)]


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        ("Nadia Brook", "Nadia Brook", ReasonCode.EXACT),
        ("Nadia Brook", "NADIA BROOK", ReasonCode.SAME_LETTERS),
        ("Nadia Brook", "Brook Nadia", ReasonCode.SWAPPED_ORDER),
        ("דָּן כהן", "דן כהן", ReasonCode.NIQQUD),
        ("Пётр Лугов", "Петр Лугов", ReasonCode.YO_YE),
        ("Nadia Brook", "Nadia Jane Brook", ReasonCode.MIDDLE_NAME),
        ("Nadia Brook", "N. Brook", ReasonCode.INITIAL_OF_FIRST_NAME),
        ("Nadia Brook", "Nadia Brok", ReasonCode.ONE_LETTER),
        ("Nadia Brook-Stone", "Nadia Stone", ReasonCode.HALF_OF_DOUBLE_SURNAME),
    ],
)
def test_what_a_night_would_suggest_is_found(one: str, other: str, code: ReasonCode) -> None:
    assert told(club(one, other)) == [(1, 2, code)]
    assert told(club(other, one)) == [(1, 2, code)]


@pytest.mark.parametrize(
    ("one", "other"), [("Nadia Brook", "Norman Brook"), ("Nadia Brook", "Nadia Stone"), ("Uri Vale", "Ori Vale"), ("Nadia", "Nadia Brook")]
)
def test_two_who_are_merely_alike_are_not(one: str, other: str) -> None:
    assert told(club(one, other)) == []


def test_a_letter_makes_no_pair_where_it_is_the_name_of_somebody_else_too() -> None:
    """Where there are other Brocks, Brock is no slip for Brook; that the two themselves have the words says nothing."""
    assert told(club("Nadia Brook", "Nadia Brock")) == [(1, 2, "one_letter")]
    assert told(club("Nadia Brook", "Nadia Brock", "Oren Brook", "Lena Brock")) == []


class TestOtherSpellings:
    def test_the_same_initial_for_two_people_says_nothing(self) -> None:
        assert told(club(("Yossi Cohen", "Y. Cohen"), ("Yael Cohen", "Y. Cohen"))) == []

    def test_a_spelling_that_only_resembles_the_other_name_says_nothing(self) -> None:
        assert told(club(("Yossi Cohen", "Y. Cohen"), "Yael Cohen")) == []

    def test_a_spelling_that_is_the_whole_name_of_the_other_says_it(self) -> None:
        assert told(club(("Joe Cohen", "Yosef Cohen"), "Yosef Cohen")) == [(1, 2, "known_spelling")]
        assert told(club("Yosef Cohen", ("Joe Cohen", "Yosef Cohen"))) == [(1, 2, "known_spelling")]
        assert told(club(("Joe Cohen", "Yosef Cohen"), ("Josh Cohen", "Yosef Cohen"))) == [(1, 2, "known_spelling")]

    def test_of_many_spellings_the_first_twelve_are_looked_at(self) -> None:
        many = tuple(f"Nadia {chr(97 + number) * 8}" for number in range(20))
        assert told(club(("Nadia Brook", *many[:11], "Vera Stone"), "Vera Stone")) == []
        assert told(club(("Nadia Brook", *many[:10], "Vera Stone"), "Vera Stone")) == [(1, 2, "known_spelling")]


def test_who_is_known_to_be_two_is_left_out() -> None:
    members = club("Nadia Brook", "Nadia Brook", "N. Brook")
    asked: list[Pair] = []

    def are_two(pair: Pair) -> bool:
        asked.append(pair)
        return pair == {1, 2}

    found = [pair.pair for pair in find_duplicates([*members, Member(4, ("Oscar Tern",))], are_two=are_two)]
    assert found == [{1, 3}, {2, 3}]
    assert set(asked) == {frozenset({1, 2}), frozenset({1, 3}), frozenset({2, 3})}  # never of those who are not alike


def test_best_first_then_who_played_last_then_who_plays_most() -> None:
    members = [
        Member(1, ("Nadia Brok",)),
        Member(2, ("Nadia Brook",)),
        Member(3, ("Oren Vale",), date(2026, 1, 1), 5),
        Member(4, ("Oren Vale",)),
        Member(5, ("Lena Marsh",), date(2026, 2, 1), 1),
        Member(6, ("Lena Marsh",)),
        Member(7, ("Mika Sand",), date(2026, 1, 1), 9),
        Member(8, ("Mika Sand",)),
    ]
    assert [(pair.one, pair.other) for pair in find_duplicates(members)] == [(5, 6), (7, 8), (3, 4), (1, 2)]
    assert [(pair.one, pair.other) for pair in find_duplicates(members, limit=2)] == [(5, 6), (7, 8)]


def test_a_crowd_of_namesakes_is_bounded_and_nobody_stands_twice() -> None:
    found = find_duplicates([Member(number, ("Guest Player",)) for number in range(600)], limit=100)
    assert len({pair.pair for pair in found}) == len(found) == 100


def test_it_tells_how_far_it_is_and_ends_when_it_is_told_to() -> None:
    members = club("Nadia Brook", "Oscar Tern", "Lena Marsh")
    steps: list[int] = []
    find_duplicates(members, tell=steps.append)
    assert steps == [1, 2, 3]

    def enough(done: int) -> None:
        if done == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        find_duplicates(members, tell=enough)


def test_nobody_without_a_name_breaks_it() -> None:
    assert find_duplicates([]) == []
    assert told([Member(1, ()), Member(2, ("",)), Member(3, ("!",)), Member(4, ("!",))]) == []


_NAMES = st.sampled_from(
    ["Nadia Brook", "Brook Nadia", "N. Brook", "Nadia Brok", "Nadia Jane Brook", "Norman Brook", "Oscar Tern", "Nadia"]
)


@given(st.lists(st.lists(_NAMES, min_size=1, max_size=3, unique=True), max_size=7), st.randoms(use_true_random=False))
def test_the_order_of_the_members_changes_nothing(names: list[list[str]], shuffle: Random) -> None:
    members = [Member(number, tuple(each)) for number, each in enumerate(names)]
    found = find_duplicates(members)
    assert len({pair.pair for pair in found}) == len(found)
    assert all(pair.one < pair.other for pair in found)
    assert [pair.score for pair in found] == sorted((pair.score for pair in found), reverse=True)
    shuffle.shuffle(members)
    assert find_duplicates(members) == found


def test_the_reason_of_two_is_found_by_their_names_alone() -> None:
    one, other, third = club("Nadia Brook", "Nadia Brok", "Oscar Tern")
    reason = find_reason(one, other)
    assert reason is not None
    assert str(reason) == "one letter differs: Brook / Brok"
    assert find_reason(one, third) is None
