"""Initials show a letter a part and never the name; marks tell equal ones apart and say nothing."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.errors import NameRefused
from players.domain.initials import BLANK, distinguish, initials
from players.domain.names import clean_name, is_letter

KEY = b"a secret of the installation"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("יוסי כהן", "י. כ."),  # the example of RULES section 3
        ("כהן, יוסי", "י. כ."),
        ("כהן יוסי", "כ. י."),
        ("יוֹסֵף כֹּהֵן", "י. כ."),
        ("בת־אל ברוש", "ב. ב."),
        ("נעמה ברוש־גל", "נ. ב."),
        ("ג'ורג' ברוש", "ג. ב."),
        ('ד"ר נעמה ברוש', "נ. ב."),
        ("נעמה הלל", "נ. ה."),
        ("שׂרה ברוש", "ש. ב."),
        ("Yossi Cohen", "Y. C."),
        ("Cohen, Yossi", "Y. C."),
        ("nadia brook", "N. B."),
        ("Jean-Luc Moreau", "J. M."),
        ("E\u0301lodie Brook", "É. B."),
        ("Ṩ\u0331ana Brook", "Ṩ\u0331. B."),
        ("ilse van dorn", "I. V. D."),
        ("Rory O'Hara", "R. O."),
        ("GM Nadia Brook", "N. B."),
        ("Nadia Brook 1850", "N. B."),
        ("Ёлка Лугова", "Ё. Л."),
        ("Лугов, Аркадий Ильич", "А. И. Л."),
        ("Аркадий Римский-Лугов", "А. Р."),
        ("ßora ǆana", "ß. D."),
        ("ﬁona Brook", "F. B."),
    ],
)
def test_initials(name: str, shown: str) -> None:
    assert initials(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Nadia", "N."),
        ("Yi", "Y."),
        ("X", BLANK),
        ("X.", BLANK),
        ("ח'", BLANK),
        ("J. K.", "J."),
        ("j k", "J."),
        ("J.K.", "J."),
        ("K., J.", "J."),
        ("י. כ.", "י."),
        ("С.Н.", "С."),
        ("J. K. Brook", "J. K. B."),
        ("Wu Yi", "W. Y."),
        ("O Yi", "O. Y."),
        ("李 明", "李."),
        ("1850", BLANK),
        ("...", BLANK),
    ],
)
def test_short_names_and_names_that_are_initials_do_not_come_out_whole(name: str, shown: str) -> None:
    assert initials(name) == shown


def letters(text: str) -> str:
    return "".join(character for character in text if is_letter(character))


names_in_three_scripts = st.text(
    alphabet=st.one_of(
        st.sampled_from("אבגדהוזחטיךכלםמןנסעפצקרשתּ־׳"),
        st.sampled_from("абвгдеёжзийклАЁЙ"),
        st.sampled_from("abcdefgéßÉÅøﬁİı"),
        st.sampled_from(" .,-'\u0301\u0327(1"),
    ),
    min_size=1,
    max_size=30,
)


@given(st.one_of(names_in_three_scripts, st.text(max_size=40)))
def test_never_the_name_and_never_two_letters_together(raw: str) -> None:
    try:
        name = clean_name(raw)
    except NameRefused:
        return
    shown = initials(name)
    assert shown == initials(name)
    if letters(name):
        assert letters(shown).casefold() != letters(name).casefold()
    assert shown == BLANK or all(len(letters(part)) <= 1 for part in re.split(r"\. ?", shown))


@given(st.lists(st.sampled_from(["Nadia", "נעמה", "Аркадий", "Brook", "Ann-Lee"]), min_size=2, max_size=4))
def test_initials_of_initials_show_no_more(parts: list[str]) -> None:
    shown = initials(" ".join(parts))
    assert len(initials(shown)) <= len(shown)


def test_marks_stand_only_where_initials_meet() -> None:
    marks = distinguish([("p1", "N. B."), ("p2", "N. B."), ("p3", "A. L.")], key=KEY)
    assert marks["p3"] == ""
    assert re.fullmatch(r"[1-9]\d\d", marks["p1"])
    assert re.fullmatch(r"[1-9]\d\d", marks["p2"])
    assert marks["p1"] != marks["p2"]


def test_a_mark_is_the_same_in_every_list_and_order() -> None:
    three = distinguish([("p1", "N. B."), ("p2", "N. B."), ("p4", "N. B.")], key=KEY)
    two = distinguish([("p4", "N. B."), ("p1", "N. B.")], key=KEY)
    assert (two["p1"], two["p4"]) == (three["p1"], three["p4"])


def test_a_mark_hangs_on_the_secret() -> None:
    people = [(f"p{number}", "N. B.") for number in range(20)]
    assert distinguish(people, key=KEY) != distinguish(people, key=b"another secret")


def test_one_person_twice_in_a_list_needs_no_mark() -> None:
    assert distinguish([("p1", "N. B."), ("p1", "N. B.")], key=KEY) == {"p1": ""}


def test_marks_do_not_follow_the_order_of_ids() -> None:
    ids = [f"p{number:04d}" for number in range(50)]
    marks = distinguish([(one, "N. B.") for one in ids], key=KEY)
    assert sorted(ids, key=marks.__getitem__) != ids


def test_more_people_than_three_digits_are_still_told_apart() -> None:
    marks = distinguish([(f"p{number}", "N. B.") for number in range(1500)], key=KEY)
    assert Counter(marks.values()).most_common(1)[0][1] == 1
