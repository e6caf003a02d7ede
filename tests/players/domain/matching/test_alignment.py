"""Which words answer each other: pairs are (place as typed, place in the member's spelling)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.matching.alignment import Alignment, Kind, Pair, align
from players.domain.matching.spelling import read_spelling


def aligned(typed: str, known: str) -> Alignment:
    return align(read_spelling(typed).forms[0], read_spelling(known).forms[0])


@pytest.mark.parametrize(
    ("typed", "known", "expected"),
    [
        ("Nadia Brook", "Nadia Brook", Alignment((Pair(0, 0, Kind.EQUAL), Pair(1, 1, Kind.EQUAL)), (), ())),
        ("Brook Nadia", "Nadia Brook", Alignment((Pair(0, 1, Kind.EQUAL), Pair(1, 0, Kind.EQUAL)), (), ())),
        ("N. Brook", "Nadia Brook", Alignment((Pair(0, 0, Kind.INITIAL), Pair(1, 1, Kind.EQUAL)), (), ())),
        ("Nadia B.", "Nadia Brook", Alignment((Pair(0, 0, Kind.EQUAL), Pair(1, 1, Kind.INITIAL)), (), ())),
        ("Nadia Brok", "Nadia Brook", Alignment((Pair(0, 0, Kind.EQUAL), Pair(1, 1, Kind.ONE_LETTER)), (), ())),
        ("Nadia Brookstield", "Nadia Brookfield", Alignment((Pair(0, 0, Kind.EQUAL), Pair(1, 1, Kind.ALIKE)), (), ())),
        ("Nadia Brook", "Nadia Jane Brook", Alignment((Pair(0, 0, Kind.EQUAL), Pair(1, 2, Kind.EQUAL)), (), (1,))),
        ("Nadia Jane Brook", "Nadia Brook", Alignment((Pair(0, 0, Kind.EQUAL), Pair(2, 1, Kind.EQUAL)), (1,), ())),
        ("Oscar Tern", "Nadia Brook", Alignment((), (0, 1), (0, 1))),
        (
            "Лугов А.И.",
            "Аркадий Ильич Лугов",
            Alignment((Pair(0, 2, Kind.EQUAL), Pair(1, 0, Kind.INITIAL), Pair(2, 1, Kind.INITIAL)), (), ()),
        ),
        ("נ. ברוש", "נעמה ברוש־גל", Alignment((Pair(0, 0, Kind.INITIAL), Pair(1, 1, Kind.EQUAL)), (), (2,))),
    ],
)
def test_pairs(typed: str, known: str, expected: Alignment) -> None:
    assert aligned(typed, known) == expected


def test_an_initial_is_rather_the_given_name_than_a_middle_name() -> None:
    assert aligned("A. Brook", "Abel Arno Brook").of(Kind.INITIAL) == [Pair(0, 0, Kind.INITIAL)]
    assert aligned("А. Лугов", "Лугов Аркадий Андреевич").of(Kind.INITIAL) == [Pair(0, 1, Kind.INITIAL)]


def test_two_initials_do_not_answer_each_other_unless_they_are_equal() -> None:
    assert aligned("N. Brook", "N. Brook").of(Kind.EQUAL) == [Pair(0, 0, Kind.EQUAL), Pair(1, 1, Kind.EQUAL)]
    assert aligned("N. Brook", "M. Brook").of(Kind.INITIAL) == []


@pytest.mark.parametrize(
    ("typed", "known", "in_order", "rotation"),
    [
        ("Nadia Jane Brook", "Nadia Jane Brook", True, True),
        ("Brook Nadia Jane", "Nadia Jane Brook", False, True),
        ("Jane Nadia Brook", "Nadia Jane Brook", False, False),
        ("Brook Nadia", "Nadia Jane Brook", False, True),
        ("Oscar Tern", "Nadia Jane Brook", True, False),
    ],
)
def test_order(typed: str, known: str, in_order: bool, rotation: bool) -> None:
    alignment = aligned(typed, known)
    assert (alignment.in_order, alignment.is_rotation) == (in_order, rotation)


some_names = st.lists(st.sampled_from(["Nadia", "Nadja", "N.", "Jane", "Brook", "Brok", "Brookfield", "נעמה", "ברוש"]), max_size=5)


@given(some_names, some_names)
def test_every_word_is_paired_once_or_left_over(typed: list[str], known: list[str]) -> None:
    alignment = aligned(" ".join(typed), " ".join(known))
    assert sorted([*(pair.typed for pair in alignment.pairs), *alignment.typed_left]) == list(range(len(typed)))
    assert sorted([*(pair.known for pair in alignment.pairs), *alignment.known_left]) == list(range(len(known)))
