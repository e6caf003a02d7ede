"""Ranking, pre-selection, and the rule that two names in one event are never one person."""

from datetime import date

import pytest

from players.domain.matching import Member, MemberIndex, Proposal, build_index, propose_event, suggest, without_declared
from players.domain.matching.proposing import MOST_SHOWN


def club(*names: str) -> MemberIndex:
    """Members numbered from 1."""
    return build_index(Member(number, (name,)) for number, name in enumerate(names, start=1))


def above(proposal: Proposal) -> list[int]:
    return [one.member_id for one in proposal.suggestions]


def below(proposal: Proposal) -> list[int]:
    return [one.member_id for one in proposal.others]


def test_the_exact_name_comes_before_its_neighbours() -> None:
    proposal = suggest(club("Nadia Brook-Stone", "Nadia Jane Brook", "N. Brook", "Nadia Brook", "Nadia Brok"), "Nadia Brook")
    assert [(one.member_id, one.score, one.reason.code.value) for one in proposal.suggestions] == [
        (4, 100, "exact"),
        (2, 88, "middle_name"),
        (3, 86, "initial_of_first_name"),
        (1, 82, "half_of_double_surname"),
    ]
    assert below(proposal) == [5]
    assert proposal.preselected == 4


def test_an_initial_shows_everybody_it_fits_and_preselects_nobody() -> None:
    proposal = suggest(club("Nadia Brook", "Norman Brook", "Oscar Brook", "Nadia Tern"), "N. Brook")
    assert sorted(above(proposal)) == [1, 2]
    assert proposal.preselected is None


@pytest.mark.parametrize(
    ("names", "typed"),
    [
        (("Nadia Brook", "Nadia Brook"), "Nadia Brook"),
        (("Nadia Brook", "Brook Nadia"), "Nadia Brook"),
        (("Пётр Лугов", "Петр Лугов"), "Петр Лугов"),
        (("דן ברוש", "דָּן בְּרוֹשׁ"), "דן ברוש"),
        (("Nadia Brook", "NADIA BROOK"), "Nadia Brook"),
    ],
)
def test_namesakes_are_shown_both_and_neither_is_preselected(names: tuple[str, str], typed: str) -> None:
    proposal = suggest(club(*names), typed)
    assert sorted(above(proposal)) == [1, 2]
    assert proposal.preselected is None


@pytest.mark.parametrize(
    ("names", "typed"),
    [
        (("N. Brook", "Nadia Brook"), "N. Brook"),
        (("Nadia", "Nadja"), "Nadia"),
    ],
)
def test_a_vague_name_is_preselected_only_without_any_rival(names: tuple[str, str], typed: str) -> None:
    assert suggest(club(names[0]), typed).preselected == 1
    both = suggest(club(*names), typed)
    assert both.preselected == (None if 2 in above(both) else 1)


def test_equal_fits_are_ordered_by_who_played_last_then_most_then_name_then_id() -> None:
    members = [
        Member(5, ("Nadia Brook",)),
        Member(6, ("Nadia Brook",), date(2030, 1, 5), games=9),
        Member(7, ("Norman Brook",), date(2030, 2, 5), games=3),
        Member(8, ("Nadia Brook",), date(2030, 2, 5), games=12),
        Member(4, ("Nadia Brook",)),
    ]
    expected = [8, 7, 6, 4, 5]
    assert above(suggest(build_index(members), "N. Brook")) == expected
    assert above(suggest(build_index(members[::-1]), "N. Brook")) == expected


def test_a_confirmed_spelling_is_suggested_first() -> None:
    members = [Member(1, ("Nadia Brook",), date(2030, 2, 5)), Member(2, ("Norman Brook", "N. Brook"))]
    proposal = suggest(build_index(members), "n. brook")
    assert [(one.member_id, one.reason.code.value) for one in proposal.suggestions] == [
        (2, "known_spelling"),
        (1, "initial_of_first_name"),
    ]
    assert proposal.preselected is None


def test_a_confirmed_spelling_is_preselected_when_it_fits_nobody_else() -> None:
    proposal = suggest(build_index([Member(1, ("Nadia Brook", "Nadya B-k")), Member(2, ("Oscar Tern",))]), "Nadya B-k")
    assert (above(proposal), proposal.preselected) == ([1], 1)


def test_a_confirmed_slip_does_not_become_a_name_of_its_own() -> None:
    members = [Member(1, ("Nadia Brook",)), Member(2, ("Oscar Brook", "Oscar Brok"))]
    assert above(suggest(build_index(members), "Nadia Brok")) == [1]


def test_taken_and_different_members_are_not_shown() -> None:
    index = club("Nadia Brook", "Norman Brook", "Nora Brook")
    assert sorted(above(suggest(index, "N. Brook", taken={2}))) == [1, 3]
    assert sorted(above(suggest(index, "N. Brook", different={1, 3}))) == [2]


def test_a_taken_namesake_still_prevents_preselection_and_a_different_one_does_not() -> None:
    index = club("Nadia Brook", "Nadia Brook")
    assert (above(suggest(index, "Nadia Brook", taken={1})), suggest(index, "Nadia Brook", taken={1}).preselected) == ([2], None)
    assert suggest(index, "Nadia Brook", different={1}).preselected == 2


def test_the_limit_counts_both_lists_and_says_how_many_are_missing() -> None:
    index = club(*[f"N{letter}va Brook" for letter in "abcdefgh"], "Nadia Brock")
    proposal = suggest(index, "N. Brook", limit=9)
    assert (len(proposal.suggestions), len(proposal.others), proposal.more) == (8, 1, 0)
    assert suggest(index, "N. Brook", limit=8).more == 1


def test_the_limit_cuts_off_nobody_who_fits_as_well_as_the_last_of_the_list() -> None:
    index = club(*[f"N{letter}va Brook" for letter in "abcdefgh"], "Nadia Brock")
    assert [len(suggest(index, "N. Brook", limit=limit).suggestions) for limit in (1, 5, 8)] == [8, 8, 8]
    assert suggest(index, "N. Brook", limit=5).more == 1
    crowd = suggest(club(*[f"N{one}{other}va Brook" for one in "aeiou" for other in "bcdfg"]), "N. Brook")
    assert (len(crowd.suggestions), crowd.more) == (MOST_SHOWN, 25 - MOST_SHOWN)


def test_each_name_of_an_event_gets_its_proposal_in_order() -> None:
    index = club("Nadia Brook", "Oscar Tern")
    proposals = propose_event(index, ["Oscar Tern", "Vera Moss", "Nadia Brook"])
    assert [(one.name, one.preselected, one.doubtful) for one in proposals] == [
        ("Oscar Tern", 2, False),
        ("Vera Moss", None, False),
        ("Nadia Brook", 1, False),
    ]


def test_the_name_that_fits_with_certainty_keeps_the_member() -> None:
    sure, initial = propose_event(club("Nadia Brook", "Norman Brook"), ["Nadia Brook", "N. Brook"])
    assert (above(sure), sure.preselected, sure.doubtful) == ([1], 1, False)
    assert (above(initial), below(initial), initial.doubtful) == ([2], [1], True)


@pytest.mark.parametrize("names", [["Nadia Brook", "Brook Nadia"], ["N. Brook", "Nadia Brok"], ["Nadia Brook", "Nadia Brook"]])
def test_equal_claims_are_both_doubtful_and_nobody_is_suggested_twice(names: list[str]) -> None:
    proposals = propose_event(club("Nadia Brook"), names)
    assert [(above(one), below(one), one.preselected, one.doubtful) for one in proposals] == [([], [1], None, True)] * 2


def test_an_event_respects_taken_members_and_declared_differences_by_name() -> None:
    index = club("Nadia Brook", "Norman Brook", "Oscar Tern")
    proposals = propose_event(index, ["N. Brook", "Oscar Tern"], taken={2}, different=[(), {3}])
    assert [(above(one), below(one)) for one in proposals] == [([1], []), ([], [])]


def test_who_is_declared_different_from_the_certain_one_is_not_shown_and_stays_a_rival() -> None:
    index = build_index([Member(1, ("Yael Tern", "Y. Tern")), Member(2, ("Yossi Tern",)), Member(3, ("Yair Tern",))])
    proposal = suggest(index, "Y. Tern")
    assert (above(proposal), proposal.preselected) == ([1, 3, 2], None)
    shown = without_declared(proposal, {frozenset({1, 2}), frozenset({2, 3})})
    assert (above(shown), shown.preselected) == ([1, 3], None)
    assert without_declared(suggest(index, "J. Tern"), {frozenset({1, 2})}) == suggest(index, "J. Tern")


def test_two_who_both_fit_with_certainty_are_both_shown_although_declared_different() -> None:
    index = club("Nadia Brook", "Nadia Brook")
    assert above(without_declared(suggest(index, "Nadia Brook"), {frozenset({1, 2})})) == [1, 2]


def test_a_spelling_once_confirmed_comes_first_even_before_who_plays_more() -> None:
    members = [Member(1, ("Norman Brook",), date(2026, 5, 1), 90), Member(2, ("Nadia Brook", "N. Brook"), date(2019, 5, 1), 3)]
    proposal = suggest(build_index(members), "N. Brook")
    assert [(one.member_id, one.reason.code.value) for one in proposal.suggestions] == [(2, "known_spelling"), (1, "initial_of_first_name")]
    assert proposal.preselected is None


def test_a_confirmed_spelling_that_is_another_members_name_is_ambiguous() -> None:
    members = [Member(1, ("Naomi Brook",), date(2026, 5, 1), 90), Member(2, ("Nadia Brook", "Naomi Brook"), date(2019, 5, 1), 3)]
    proposal = suggest(build_index(members), "Naomi Brook")
    assert [(one.member_id, one.reason.code.value) for one in proposal.suggestions] == [(2, "known_spelling"), (1, "exact")]
    assert proposal.preselected is None


def test_a_namesake_in_another_script_keeps_a_name_from_being_preselected() -> None:
    proposal = suggest(club("Nadia Brook", "נדיה ברוק"), "Nadia Brook")
    assert ([one.member_id for one in proposal.suggestions], proposal.preselected) == ([1, 2], None)
