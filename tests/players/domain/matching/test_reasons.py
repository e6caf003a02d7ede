"""One member, one name: whether it is suggested, and the reason that is given. All people are invented."""

import re

import pytest

from players.domain.matching import REASONS, Member, Reason, ReasonCode, build_index, suggest
from players.domain.matching.reasons import ABOVE, CERTAIN, SCORES

SUGGESTED = [
    # the same name
    ("Nadia Brook", "Nadia Brook", "exact"),
    ("נעמה ברוש", "נעמה ברוש", "exact"),
    ("Аркадий Лугов", "Аркадий Лугов", "exact"),
    ("Zoé Lark", "Zoe\u0301 Lark", "exact"),
    # case and punctuation
    ("Nadia Brook", "NADIA  brook", "same_letters"),
    ("Nadia Brook", '"Nadia Brook"', "same_letters"),
    ("Nadia Brook", "Nadia.Brook", "same_letters"),
    ("Nadia Brook", "WGM Nadia Brook", "same_letters"),
    ("Nadia Brook", "Dr. Nadia Brook", "same_letters"),
    ("Nadia Brook", "Nadia Brook 1850", "same_letters"),
    ("Rory O'Hara", "rory o’hara", "same_letters"),
    ("Rory O'Hara", "Rory OHara", "same_letters"),
    ("Nadia Brook", "Nadia Brook*", "same_letters"),
    ("ג'ואנה ברוש", "ג׳ואנה ברוש", "same_letters"),
    ("ג'ואנה ברוש", "גואנה ברוש", "same_letters"),
    ("נעמה ברוש־גל", "נעמה ברוש-גל", "same_letters"),
    ("נעמה ברוש", 'ד"ר נעמה ברוש', "same_letters"),
    ("Аркадий Лугов", "аркадий ЛУГОВ", "same_letters"),
    ("Brook, Nadia", "Nadia Brook", "same_letters"),
    # vowel points, yo, final letters, accents
    ("דן ברוש", "דָּן בְּרוֹשׁ", "niqqud"),
    ("דָּן בְּרוֹשׁ", "דן ברוש", "niqqud"),
    ("Пётр Лугов", "Петр Лугов", "yo_ye"),
    ("Петр Селезнев", "Пётр Селезнёв", "yo_ye"),
    ("אורן ברוש", "אורנ ברוש", "final_letters"),
    ("אורנה גלסמן", "אורנה גלסמנ", "final_letters"),
    ("José Lark", "Jose Lark", "accents"),
    ("Jörg Strüver", "Jorg Struver", "accents"),
    ("Jörg Strüver", "Joerg Struever", "accents"),
    ("Joerg Struever", "Jörg Strüver", "accents"),
    ("Anke Weiß", "Anke Weiss", "accents"),
    ("Łucja Dom", "Lucja Dom", "accents"),
    # order
    ("Nadia Brook", "Brook Nadia", "swapped_order"),
    ("נעמה ברוש", "ברוש נעמה", "swapped_order"),
    ("נעמה ברוש", "ברוש, נעמה", "same_letters"),
    ("Лугов Аркадий Ильич", "Аркадий Ильич Лугов", "swapped_order"),
    ("רון בן גל", "בן גל רון", "swapped_order"),
    ("Nadia Brook", "BROOK Nadia", "swapped_order"),
    ("דן ברוש", "בְּרוֹשׁ דָּן", "swapped_order"),
    # hyphens and spaces
    ("Ann-Lee Brook", "Ann Lee Brook", "hyphen_or_space"),
    ("Ann-Lee Brook", "Annlee Brook", "hyphen_or_space"),
    ("Annlee Brook", "Ann-Lee Brook", "hyphen_or_space"),
    ("רון בר-גל", "רון ברגל", "hyphen_or_space"),
    ("רון בר-גל", "ברגל רון", "hyphen_or_space"),
    ("בת־אל ברוש", "בתאל ברוש", "hyphen_or_space"),
    ("רון בן גל", "רון בנגל", "hyphen_or_space"),
    ("Анна-Мария Лугова", "Анна Мария Лугова", "hyphen_or_space"),
    # initials
    ("Nadia Brook", "N. Brook", "initial_of_first_name"),
    ("Nadia Brook", "Brook N", "initial_of_first_name"),
    ("N. Brook", "Nadia Brook", "initial_of_first_name"),
    ("נעמה ברוש", "נ. ברוש", "initial_of_first_name"),
    ("נעמה ברוש", "נ' ברוש", "initial_of_first_name"),
    ("נעמה ברוש", "ברוש, נ.", "initial_of_first_name"),
    ("רון בר-גל", "ר. ברגל", "initial_of_first_name"),
    ("Аркадий Лугов", "А.Лугов", "initial_of_first_name"),
    ("Аркадий Ильич Лугов", "А.И. Лугов", "initial_of_first_name"),
    ("Лугов Аркадий Ильич", "Лугов А.И.", "initial_of_first_name"),
    ("Аркадий Лугов", "Лугов А. И.", "initial_of_first_name"),
    ("Nadia Brook", "Nadia B.", "initial_of_last_name"),
    ("נעמה ברוש", "נעמה ב'", "initial_of_last_name"),
    ("Аркадий Лугов", "Аркадий Л", "initial_of_last_name"),
    # middle names and patronymics
    ("Nadia Jane Brook", "Nadia Brook", "middle_name"),
    ("Nadia Brook", "Nadia Jane Brook", "middle_name"),
    ("Nadia Brook", "Nadia J. Brook", "middle_name"),
    ("Nadia Jane Brook", "Nadia J. Brook", "initial_of_middle_name"),
    ("Nadia Jane Brook", "Jane Brook", "middle_name"),
    ("נעמה רות ברוש", "נעמה ברוש", "middle_name"),
    ("Аркадий Ильич Лугов", "Аркадий Лугов", "middle_name"),
    ("Лугов Аркадий Ильич", "Аркадий Лугов", "middle_name"),
    ("Лугов Аркадий Ильич", "Лугов Аркадий", "middle_name"),
    ("Аркадий Лугов", "Лугов Аркадий Ильич", "middle_name"),
    # double surnames
    ("Nadia Brook-Stone", "Nadia Brook", "half_of_double_surname"),
    ("Nadia Brook-Stone", "Nadia Stone", "half_of_double_surname"),
    ("Nadia Brook", "Nadia Brook-Stone", "half_of_double_surname"),
    ("נעמה ברוש־גל", "נעמה גל", "half_of_double_surname"),
    ("נעמה ברוש גל", "נעמה ברוש", "half_of_double_surname"),
    ("Анна Лугова-Ким", "Анна Ким", "half_of_double_surname"),
    # one letter
    ("Nadia Brook", "Nadia Brok", "one_letter"),
    ("Nadia Brook", "Nadia Brookk", "one_letter"),
    ("Nadia Brook", "Nadia Bropk", "one_letter"),
    ("Nadia Brook", "Nadia Borok", "one_letter"),
    ("Nadia Brook", "Nadia Vrook", "one_letter"),
    ("Nadia Brook", "Brok Nadia", "one_letter"),
    ("Nadia Brook", "Nsdia Brook", "one_letter"),
    ("נעמה ברוש", "נעמה ברוס", "one_letter"),
    ("דן גל", "דן גר", "one_letter"),
    ("Аркадий Лугов", "Аркадий Лкгов", "one_letter"),
    ("Nadia Jane Brook", "Nadia Brok", "one_letter"),
]


@pytest.mark.parametrize(("member", "typed", "reason"), SUGGESTED)
def test_suggested_with_its_reason(member: str, typed: str, reason: str) -> None:
    proposal = suggest(build_index([Member(1, (member,))]), typed)
    assert [(one.member_id, one.reason.code.value) for one in proposal.suggestions] == [(1, reason)]
    assert proposal.others == ()
    assert proposal.preselected == (1 if ReasonCode(reason) in CERTAIN else None)


@pytest.mark.parametrize(
    ("member", "typed", "reason"),
    [
        ("Daniel Brook", "Daniela Brook", "one_letter"),  # an ending makes another name
        ("Валентин Лугов", "Валентина Лугов", "one_letter"),
        ("דן ברוש", "דנה ברוש", "one_letter"),
        ("Uri Brook", "Ori Brook", "one_letter"),  # too short to be a slip
        ("Nadia Brook", "N. Brok", "one_letter"),  # an initial and a slip leave too little
        ("Аркадий Лугов", "А. Лугова", "one_letter"),
        ("Nadia Brookfield", "Nadia Brookstield", "similar"),
        ("Аркадий Ильич Лугов", "Аркадий Львович Лугов", "similar"),
        ("Волков Аркадий Ильич", "Аркадий Ильич", "similar"),
        ("Nadia Jane Brook", "J. Brook", "initial_of_middle_name"),
        ("Nadia Jane Brook", "Jane Nadia Brook", "swapped_order"),
        ("Nadia Brook", "Nadia", "one_name_only"),
        ("Nadia Brook", "Brook", "one_name_only"),
        ("Guest 1", "Guest 2", "similar"),
    ],
)
def test_shown_below_new_player(member: str, typed: str, reason: str) -> None:
    proposal = suggest(build_index([Member(1, (member,))]), typed)
    assert proposal.suggestions == ()
    assert [(one.member_id, one.reason.code.value) for one in proposal.others] == [(1, reason)]
    assert proposal.preselected is None


@pytest.mark.parametrize(
    ("member", "typed"),
    [
        ("Nadia Brook", "Nadia Stone"),
        ("Nadia Brook", "Oscar Brook"),
        ("Nadia Brook", "O. Brook"),
        ("Nadia Brook", "Nadia S."),
        ("Nadia Brook", "N. B."),
        ("Nadia Brook", "Nadua Brohk"),
        ("Валентин Лугов", "Валентина Лугова"),
        ("Nadia Brook", "Oscar Tern"),
        ("נעמה ברוש", "אורן ברוש"),
        ("Аркадий Лугов", "Вера Лугов"),
        ("Nadia Brook", ""),
        ("Nadia Brook", "1850"),
        ("1850", "1850"),
        ("", "Nadia Brook"),
    ],
)
def test_not_shown_at_all(member: str, typed: str) -> None:
    proposal = suggest(build_index([Member(1, (member,))]), typed)
    assert (proposal.suggestions, proposal.others, proposal.preselected) == ((), (), None)


@pytest.mark.parametrize("typed", ["Nadia Brook", "N. B."])
def test_a_club_without_members_suggests_nobody(typed: str) -> None:
    assert suggest(build_index([]), typed).suggestions == ()


def test_a_name_that_another_member_has_is_rather_a_name_than_a_slip() -> None:
    alone = suggest(build_index([Member(1, ("Marian Brook",))]), "Marion Brook")
    beside = suggest(build_index([Member(1, ("Marian Brook",)), Member(2, ("Marion Tern",))]), "Marion Brook")
    assert [one.member_id for one in alone.suggestions] == [1]
    assert beside.suggestions == ()
    assert [one.member_id for one in beside.others] == [1]


def test_one_letter_names_both_words() -> None:
    proposal = suggest(build_index([Member(1, ("Nadia Brook",))]), "Nadia Broom")
    assert proposal.suggestions[0].reason == Reason(ReasonCode.ONE_LETTER, {"typed": "Broom", "known": "Brook"})
    assert str(proposal.suggestions[0].reason) == "one letter differs: Broom / Brook"


@pytest.mark.parametrize("code", list(ReasonCode))
def test_every_reason_has_a_sentence_and_a_score(code: ReasonCode) -> None:
    params = dict.fromkeys(re.findall(r"%\((\w+)\)s", REASONS[code]), "x")
    assert str(Reason(code, params)) == REASONS[code] % params
    assert 0 < SCORES[code] <= 100
    names_words = {ReasonCode.ONE_LETTER, ReasonCode.OTHER_SPELLING, ReasonCode.SHORT_FORM, ReasonCode.WRONG_LAYOUT}
    assert set(params) == ({"typed", "known"} if code in names_words else set())


def test_a_certain_reason_always_stands_above() -> None:
    assert min(SCORES[code] for code in CERTAIN) > max(SCORES[code] for code in SCORES if code not in CERTAIN)
    assert all(SCORES[code] >= ABOVE for code in CERTAIN)
