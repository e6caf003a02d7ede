"""What holds for every club and every name, and how much a night costs."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players.domain.matching import Member, Proposal, ReasonCode, build_index, propose_event, proposing, suggest
from players.domain.matching.comparing import compare
from players.domain.matching.judging import Fit
from players.domain.matching.reasons import ABOVE, ACROSS_SCRIPTS, CERTAIN
from players.domain.matching.spelling import Spelling, read_spelling

GIVEN = ["Nadia", "Nadja", "Norman", "Ann-Lee", "José", "N.", "נעמה", "נָעֳמִי", "אורן", "בת־אל", "Пётр", "Петр", "Аркадий", "А."]
SURNAMES = ["Brook", "Brok", "Brook-Stone", "Stone", "O'Hara", "ברוש", "ברוס", "בר גל", "ברגל", "Лугов", "Лугова", "Ильич Лугов"]

names = st.one_of(
    st.builds("{} {}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES)),
    st.builds("{1} {0}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES)),
    st.builds("{1}, {0}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES)),
    st.sampled_from(GIVEN + SURNAMES),
    st.text(max_size=12),
)
clubs = st.lists(st.lists(names, min_size=1, max_size=2).map(tuple), max_size=12).map(
    lambda spelled: [Member(number, spellings) for number, spellings in enumerate(spelled)]
)
ids = st.sets(st.integers(0, 11), max_size=4)


def shown(proposal: Proposal) -> list[int]:
    return [one.member_id for one in proposal.suggestions + proposal.others]


@given(clubs, names, ids, ids)
def test_never_shows_taken_or_different_members(members: list[Member], name: str, taken: set[int], different: set[int]) -> None:
    proposal = suggest(build_index(members), name, taken=taken, different=different)
    assert not (taken | different) & {*shown(proposal), proposal.preselected}


@given(clubs, names)
def test_lists_are_ranked_without_repetition_and_a_preselected_member_is_the_first(members: list[Member], name: str) -> None:
    proposal = suggest(build_index(members), name)
    scores = [one.score for one in proposal.suggestions + proposal.others]
    assert scores == sorted(scores, reverse=True)
    assert len(set(shown(proposal))) == len(shown(proposal))
    assert all(one.score >= ABOVE for one in proposal.suggestions)
    assert all(one.score < ABOVE for one in proposal.others)
    if proposal.preselected is not None:
        assert proposal.suggestions[0].member_id == proposal.preselected
        assert proposal.suggestions[0].reason.code in CERTAIN


@given(clubs, names)
def test_the_order_of_members_makes_no_difference(members: list[Member], name: str) -> None:
    assert suggest(build_index(members), name) == suggest(build_index(members[::-1]), name)


@given(st.sampled_from(GIVEN), st.sampled_from(SURNAMES))
def test_a_swap_fits_in_both_directions(given_name: str, surname: str) -> None:
    written, swapped = f"{given_name} {surname}", f"{surname} {given_name}"
    there = suggest(build_index([Member(1, (written,))]), swapped)
    back = suggest(build_index([Member(1, (swapped,))]), written)
    assert shown(there) == shown(back) == [1]
    assert there.preselected == back.preselected == 1


@given(names, names)
def test_the_same_name_fits_equally_in_both_directions(one: str, other: str) -> None:
    there = suggest(build_index([Member(1, (one,))]), other)
    back = suggest(build_index([Member(1, (other,))]), one)
    assert there.preselected == back.preselected


@given(clubs, st.lists(names, max_size=8), ids)
def test_in_one_event_nobody_is_suggested_or_preselected_twice(members: list[Member], typed: list[str], taken: set[int]) -> None:
    proposals = propose_event(build_index(members), typed, taken=taken)
    suggested = [one.member_id for proposal in proposals for one in proposal.suggestions]
    assert len(set(suggested)) == len(suggested)
    assert [proposal.name for proposal in proposals] == typed
    assert not taken & {member for proposal in proposals for member in shown(proposal)}
    assert all(proposal.preselected is None or proposal.preselected in shown(proposal) for proposal in proposals)


@settings(deadline=None)
@given(st.text(max_size=130))
def test_no_text_breaks_it(name: str) -> None:
    suggest(build_index([Member(1, (name, "Nadia Brook"))]), name)


def test_of_ten_thousand_members_few_are_compared_with_each_of_two_hundred_names(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = Counter[str]()

    def counting(typed: Spelling, *others: Any) -> Fit | None:
        compared[typed.text] += 1
        return compare(typed, *others)

    monkeypatch.setattr(proposing, "compare", counting)
    syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"]
    stems = ["".join(three).title() for three in product(syllables, repeat=3)]
    given_names, surnames = stems[::10], [f"{stem}n" for stem in stems[5::10]]
    people = [f"{given_name} {surname}" for given_name, surname in product(given_names, surnames)]
    index = build_index(Member(number, (name,)) for number, name in enumerate(people))
    typed = [name[1:] if at % 2 else f"{name[0]}. {name.split()[1]}" for at, name in enumerate(people[::50])]
    proposals = propose_event(index, typed)
    assert len(proposals) == 200
    assert compared.total() < 10_000, "of two millions"


@given(clubs, st.integers(0, 11))
def test_a_registered_name_finds_its_member_first_or_one_whom_it_fits_as_well(members: list[Member], number: int) -> None:
    if number < len(members) and read_spelling(members[number].names[0]).words:
        proposal = suggest(build_index(members), members[number].names[0], limit=12)
        best = [one.member_id for one in proposal.suggestions if one.score == proposal.suggestions[0].score]
        assert number in best
        assert proposal.preselected in {None, number} or len(best) > 1


@given(names, names)
def test_a_fit_in_letters_or_sound_holds_in_both_directions(one: str, other: str) -> None:
    there = suggest(build_index([Member(1, (one,))]), other)
    back = suggest(build_index([Member(1, (other,))]), one)
    symmetric = CERTAIN | ACROSS_SCRIPTS | {ReasonCode.FINAL_LETTERS, ReasonCode.ACCENTS}
    if there.suggestions and there.suggestions[0].reason.code in symmetric:
        assert [each.member_id for each in back.suggestions] == [1]
