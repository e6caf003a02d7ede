"""Scores and certainty of single comparisons, where the difference between two reasons decides what is shown first."""

import pytest

from players.domain.matching import Member, build_index, suggest
from players.domain.matching.reasons import CERTAIN, ReasonCode
from players.domain.matching.spelling import read_spelling


def score(member: str, typed: str, *, beside: tuple[str, ...] = ()) -> int:
    """The score of one member, 0 if it is not shown."""
    members = [Member(1, (member,)), *(Member(number, (name,)) for number, name in enumerate(beside, start=2))]
    proposal = suggest(build_index(members), typed, limit=50)
    return next((one.score for one in proposal.suggestions + proposal.others if one.member_id == 1), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("Nadia Brook", "Nadia Brook"), ("Nadia Brook", "NADIA BROOK")),
        (("Nadia Brook", "NADIA BROOK"), ("Nadia Brook", "Brook Nadia")),
        (("Nadia Brook", "Brook Nadia"), ("José Brook", "Jose Brook")),
        (("José Brook", "Jose Brook"), ("Ann-Lee Brook", "Ann Lee Brook")),
        (("Ann-Lee Brook", "Ann Lee Brook"), ("Nadia Jane Brook", "Nadia Brook")),
        (("Nadia Jane Brook", "Nadia Brook"), ("Nadia Jane Ruth Brook", "Nadia Brook")),
        (("Nadia Jane Brook", "Nadia J. Brook"), ("Nadia Jane Brook", "N. J. Brook")),
        (("Nadia Brook", "N. Brook"), ("Nadia Brook", "Nadia B.")),
        (("Nadia Brook", "N. Brook"), ("Nadia Jane Brook", "N. Brook")),
        (("Nadia Brook-Stone", "Nadia Stone"), ("Nadia Brook Stone", "Nadia Brook")),
        (("Nadia Brook", "Nadia Brok"), ("Nadia Brook", "Nasia Brook")),
        (("Nadia Brook", "Nadia Brok"), ("Nadia Brook", "Brok Nadia")),
        (("Nadia Brook", "Nadia Brok"), ("Nadia Jane Brook", "Nadia Brok")),
        (("Nadia Brook", "Brok Nadia"), ("Nadia Brook", "N. Brok")),
    ],
)
def test_the_smaller_difference_scores_more(better: tuple[str, str], worse: tuple[str, str]) -> None:
    assert score(*better) > score(*worse) > 0


@pytest.mark.parametrize(
    ("member", "typed"),
    [
        ("Nadia Brook", "Brook, Nadia"),
        ("Nadia Brook", "(Nadia) BROOK"),
        ("רון בן גל", "בן גל רון"),
        ("רון בן גל", "רוֹן בֶּן גַּל"),
        ("Семён Селезнёв", "Селезнев Семен"),
        ("Nadia Brook", "GM Brook Nadia 2100"),
    ],
)
def test_certain(member: str, typed: str) -> None:
    assert suggest(build_index([Member(1, (member,))]), typed).preselected == 1


@pytest.mark.parametrize(
    ("member", "typed"),
    [
        ("Nadia Brook", "Nadia Brok"),
        ("Nadia Brook", "Nadia Jane Brook"),
        ("José Brook", "Jose Brook"),
        ("אורן ברוש", "אורנ ברוש"),
        ("Ann-Lee Brook", "Ann Lee Brook"),
        ("Nadia Brook-Stone", "Stone Nadia-Brook"),
        ("Nadia Jane Brook", "Jane Nadia Brook"),
        ("Guest 1", "Guest 2"),
        ("Guest", "Guest 2"),
        ("Guest 1", "Guest 12"),
        ("Nadia Brook Sr.", "Nadia Brook Jr."),
        ("Nadia Brook", "Nadia Brook Sr."),
        ("Nadia Brook II", "Nadia Brook III"),
        ("Александр Лугов", "Александра Лугова"),
    ],
)
def test_never_certain(member: str, typed: str) -> None:
    assert suggest(build_index([Member(1, (member,))]), typed).preselected is None


def test_certain_names_have_the_same_folded_words() -> None:
    for member, typed in [("Nadia Brook", "BROOK nadia"), ("דן ברוש", "דָּן בְּרוֹשׁ"), ("Пётр Лугов", "Петр Лугов")]:
        proposal = suggest(build_index([Member(1, (member,))]), typed)
        assert proposal.suggestions[0].reason.code in CERTAIN
        assert sorted(read_spelling(member).words) == sorted(read_spelling(typed).words)


def test_the_registered_name_explains_before_a_confirmed_spelling() -> None:
    index = build_index([Member(1, ("Nadia Brook", "Nadja Brook"))])
    codes = [suggest(index, typed).suggestions[0].reason.code for typed in ("Nadia Brook", "Nadja Brook", "N. Brook")]
    assert codes == [ReasonCode.EXACT, ReasonCode.KNOWN_SPELLING, ReasonCode.INITIAL_OF_FIRST_NAME]


def test_a_known_surname_makes_a_slip_less_likely() -> None:
    assert score("Nadia Brook", "Nadia Brock") > score("Nadia Brook", "Nadia Brock", beside=("Oscar Brock",)) > 0


def test_words_of_the_reason_are_as_they_were_written() -> None:
    proposal = suggest(build_index([Member(1, ("Nadia Brookfield",))]), "Nadia BROOKFIELT")
    assert proposal.suggestions[0].reason.params == {"typed": "BROOKFIELT", "known": "Brookfield"}


def test_a_final_letter_stays_one_in_the_reason() -> None:
    proposal = suggest(build_index([Member(1, ("דנה רוזן",))]), "דנה רזן")
    assert proposal.suggestions[0].reason.params == {"typed": "רזן", "known": "רוזן"}


@pytest.mark.parametrize(
    ("member", "typed", "code"),
    [
        ("Сидоров Дмитрий", "Сидоров Д.", ReasonCode.INITIAL_OF_FIRST_NAME),
        ("Сидоров Дмитрий", "Д. Сидоров", ReasonCode.INITIAL_OF_FIRST_NAME),
        ("Сидоров Дмитрий", "Дмитрий С.", ReasonCode.INITIAL_OF_LAST_NAME),
        ("כהן דנה", "כהן ד", ReasonCode.INITIAL_OF_FIRST_NAME),
        ("Дмитрий Павел", "Дмитрий П.", ReasonCode.INITIAL_OF_LAST_NAME),
    ],
)
def test_a_name_in_the_register_with_the_surname_first_is_told_for_what_it_is(member: str, typed: str, code: ReasonCode) -> None:
    [one] = suggest(build_index([Member(1, (member,))]), typed).suggestions
    assert one.reason.code is code
