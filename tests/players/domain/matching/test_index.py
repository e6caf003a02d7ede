"""The index leaves out nobody whom a scan of all members would suggest."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.matching import Member, MemberIndex, build_index, suggest
from players.domain.matching.comparing import compare
from players.domain.matching.index import Candidate
from players.domain.matching.reasons import ABOVE
from players.domain.matching.spelling import read_spelling


def found(index: MemberIndex, name: str) -> set[int]:
    return {candidate.member.id for form in read_spelling(name).forms for candidate in index.candidates(form)}


@pytest.mark.parametrize(
    ("typed", "members"),
    [
        ("Nadia Brook", {1, 2, 4}),
        ("N. Brook", {1, 2, 4}),
        ("Brook N.", {1, 2, 4}),
        ("Nadia Brok", {1, 2, 4}),
        ("Nsdia Brook", {1, 2, 4}),
        ("Oscar Brook", set()),
        ("Ann Lee Tern", {3}),
        ("Annlee Tern", {3}),
        ("A. Tern", {3}),
        ("Brook", {1, 2, 4}),
        ("", set()),
    ],
)
def test_candidates_share_a_word_and_the_beginning_of_another(typed: str, members: set[int]) -> None:
    index = build_index(
        [Member(1, ("Nadia Brook",)), Member(2, ("Nadia Jane Brook",)), Member(3, ("Ann-Lee Tern",)), Member(4, ("N. Brook",))]
    )
    assert found(index, typed) == members


def test_confirmed_spellings_are_found_too() -> None:
    assert found(build_index([Member(1, ("Nadia Brook", "Nadya Broek"))]), "Nadya Broek") == {1}


def test_only_registered_names_make_known_words() -> None:
    index = build_index([Member(1, ("Nadia Brook", "Nadya Broek"))])
    assert [index.is_registered_word(word) for word in ("nadia", "brook", "nadya", "broek")] == [True, True, False, False]


def test_rotations() -> None:
    assert read_spelling("Ron Bar Gal").rotations == {"ronbargal", "bargalron", "galronbar"}
    assert read_spelling("").rotations == frozenset()


GIVEN = ["Nadia", "Nadja", "Adia", "Norman", "Ann-Lee", "Annlee", "Jörg", "Joerg", "N.", "נעמה", "אורן", "ע.", "Пётр", "Аркадий", "А.И."]
SURNAMES = ["Brook", "Rook", "Brok", "Jane Brook", "Brook-Stone", "Stone", "B.", "ברוש", "בר גל", "ברגל", "Лугов", "Ильич Лугов"]
names = st.builds("{} {}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES)) | st.builds(
    "{} {}".format, st.sampled_from(SURNAMES), st.sampled_from(GIVEN)
)


def scan(members: Iterable[Member], index: MemberIndex, name: str) -> set[int]:
    """Every member above "new player", by comparing each form of each spelling: slow and without an index."""
    above: set[int] = set()
    typed = read_spelling(name)
    for member in members:
        for position, known in enumerate(member.names):
            spelling = read_spelling(known)
            for form in spelling.forms:
                candidate = Candidate(member, spelling, form, registered=position == 0)
                fits = [compare(typed, typed_form, candidate, index.is_registered_word) for typed_form in typed.forms]
                if any(fit is not None and fit.score >= ABOVE for fit in fits):
                    above.add(member.id)
    return above


@given(st.lists(names, max_size=10), names)
def test_suggestions_are_those_of_a_full_scan(registered: list[str], typed: str) -> None:
    members = [Member(number, (name,)) for number, name in enumerate(registered)]
    index = build_index(members)
    suggested = {one.member_id for one in suggest(index, typed, limit=100).suggestions}
    assert suggested == scan(members, index, typed)


letters = st.sampled_from("abcdefghijklmnopqrstuvwxyz") | st.sampled_from("אבגדהוזחטיכלמנסעפצקרשת")


@given(st.integers(0, 8), letters, st.sampled_from(["insert", "replace", "leave out", "exchange"]))
def test_any_one_letter_in_a_surname_is_suggested(at: int, letter: str, slip: str) -> None:
    surname = "brookfield"
    typed = {
        "insert": surname[:at] + letter + surname[at:],
        "replace": surname[:at] + letter + surname[at + 1 :],
        "leave out": surname[:at] + surname[at + 1 :],
        "exchange": surname[:at] + surname[at + 1] + surname[at] + surname[at + 2 :],
    }[slip]
    proposal = suggest(build_index([Member(1, ("Nadia Brookfield",))]), f"Nadia {typed}")
    assert [one.member_id for one in proposal.suggestions] == [1]
    assert proposal.preselected == (1 if typed == surname else None)
