"""Cleaning, parts and sort keys of names in three scripts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.errors import NameRefused, PlayerError
from players.domain.names import LONGEST_NAME, NameParts, clean_name, is_title, sort_key, split_name


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Nadia Brook", "Nadia Brook"),
        ("  Nadia \t  Brook\r\n", "Nadia Brook"),
        ("Nadia\u00a0\u2009Brook", "Nadia Brook"),
        ("Zoe\u0301 Lark", "Zo\u00e9 Lark"),
        ("נעמה  ברוש", "נעמה ברוש"),
        ("\ufb2aרית", "\u05e9\u05c1רית"),
        ("Аркадий   Лугов", "Аркадий Лугов"),
        ("O'Hara-Smythe, J. (1850)", "O'Hara-Smythe, J. (1850)"),
    ],
)
def test_white_space_and_unicode_form_are_the_only_things_changed(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize(
    ("raw", "code", "position"),
    [
        ("", "name_empty", None),
        (" \t\u00a0 ", "name_empty", None),
        ("x" * 121, "name_too_long", None),
        ("Na\x00dia", "name_control_character", 3),
        ("Nadia\x1b[31m", "name_control_character", 6),
        ("Nadia\u2028Brook", "name_control_character", 6),
        ("\ud800", "name_control_character", 1),
        ("\ue000 Brook", "name_control_character", 1),
        ("Na\u200bdia", "name_invisible_character", 3),
        ("Na\u200ddia", "name_invisible_character", 3),
        ("\ufeffNadia", "name_invisible_character", 1),
        ("Na\u00addia", "name_invisible_character", 3),
        ("\u3164", "name_invisible_character", 1),
        ("Nadia\ufe0f", "name_invisible_character", 6),
        ("\u202eaidaN", "name_direction_override", 1),
        ("Nadia \u2067Brook\u2069", "name_direction_override", 7),
        ("נעמה\u200f ברוש", "name_direction_override", 5),
    ],
)
def test_refused_names_say_what_and_where(raw: str, code: str, position: int | None) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(raw)
    assert (refused.value.code, refused.value.position) == (code, position)
    assert isinstance(refused.value, PlayerError)


def test_message_names_the_character_and_what_to_do() -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name("Na\u200bdia")
    assert str(refused.value) == ("Character 3 of the name (U+200B) cannot be seen. Remove it, or type the name again.")
    assert refused.value.params == {"position": 3, "character": "U+200B"}


def test_length_counts_the_clean_name() -> None:
    longest = "x" * LONGEST_NAME
    assert clean_name(f"   {longest}   ") == longest
    assert clean_name("e\u0301" * LONGEST_NAME) == "\u00e9" * LONGEST_NAME
    with pytest.raises(NameRefused) as refused:
        clean_name(longest + "xyz")
    assert refused.value.params == {"length": 123, "limit": 120}


@given(st.text(max_size=130))
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    try:
        clean = clean_name(raw)
    except NameRefused:
        return
    assert clean_name(clean) == clean
    assert clean == unicodedata.normalize("NFC", clean)
    assert clean.isprintable()
    assert "  " not in clean


@pytest.mark.parametrize(
    ("name", "parts", "surname"),
    [
        ("Nadia Brook", ("Nadia", "Brook"), ()),
        ("Brook, Nadia", ("Nadia", "Brook"), ("Brook",)),
        ("van Dorn, Ilse Marie", ("Ilse", "Marie", "van", "Dorn"), ("van", "Dorn")),
        ("ברוש, נעמה", ("נעמה", "ברוש"), ("ברוש",)),
        ("Лугов, Аркадий Ильич", ("Аркадий", "Ильич", "Лугов"), ("Лугов",)),
        ("Brook, Dr. Nadia", ("Nadia", "Brook"), ("Brook",)),
        ("Nadia Brook, Ph.D.", ("Nadia", "Brook"), ()),
        ("Nadia Brook,", ("Nadia", "Brook"), ()),
        ("А.И. Лугов", ("А", "И", "Лугов"), ()),
        ("Nadia.Brook", ("Nadia", "Brook"), ()),
        ("WGM Nadia Brook", ("Nadia", "Brook"), ()),
        ("Nadia Brook (FM) 1850", ("Nadia", "Brook"), ()),
        ('ד"ר נעמה ברוש', ("נעמה", "ברוש"), ()),
        ("פרופ' נעמה ברוש", ("נעמה", "ברוש"), ()),
        ("д-р Лугов", ("д-р", "Лугов"), ()),
        ("д-р Аркадий Лугов", ("Аркадий", "Лугов"), ()),
        ("מר כהן", ("מר", "כהן"), ()),
        ("Im Soo", ("Im", "Soo"), ()),
        ('"Nadia Brook"', ("Nadia", "Brook"), ()),
        ("Nadia Brook - Stone", ("Nadia", "Brook-Stone"), ()),
        ("נעמה ברוש־גל", ("נעמה", "ברוש־גל"), ()),
        ("Nadia", ("Nadia",), ()),
        ("1850", (), ()),
        ("- . -", (), ()),
    ],
)
def test_parts_of_a_name(name: str, parts: tuple[str, ...], surname: tuple[str, ...]) -> None:
    assert split_name(name) == NameParts(parts, surname)


def test_a_comma_and_no_comma_give_the_same_parts() -> None:
    assert split_name("Brook, Nadia").parts == split_name("Nadia Brook").parts


@pytest.mark.parametrize("title", ["GM", "WFM", "(IM)", "Dr.", "Ph.D.", "ד״ר", "עו''ד", "д-р", "КМС"])
def test_titles(title: str) -> None:
    assert is_title(title)


@pytest.mark.parametrize("word", ["Im", "Gm", "Drew", "מרים", "Драгунов", "1850", ""])
def test_words_that_are_no_titles(word: str) -> None:
    assert not is_title(word)


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["Ábel Moor", "Abigail Moor", "ábnar Moor", "Zed Ash"], "accents and case aside"),
        (["Łucja Dom", "Lucky Dom", "Øyvind Ek", "Pia Ek"], "Latin letters with a stroke"),
        (["Евгений Ким", "Ёлкин Пётр", "Жанна Ким", "Иван Ким", "Йосиф Ким", "Кира Ким"], "ё with е, й after и"),
        (["אביב גל", "בּועז גל", "כרם גל", "מרים אלון", "מרים גל"], "niqqud aside"),
        (["Zed Ash", "Аркадий Лугов", "אביב גל"], "one script after another"),
        (["Ona Hara", "O'nan Hara", "O’nara Bell"], "apostrophes aside"),
    ],
)
def test_sort_key_orders(names: list[str], reason: str) -> None:
    backwards = names[::-1]
    assert sorted(backwards, key=sort_key) == names, reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José Lark", "JOSE  LARK"),
        ("Пётр Лугов", "Петр Лугов"),
        ("דָּן בְּרוֹשׁ", "דן ברוש"),
        ("אורן ברוש־גל", "אורנ ברוש-גל"),
        ("Ann-Lee Brook", "Ann Lee Brook"),
    ],
)
def test_spellings_that_share_a_sort_key(one: str, other: str) -> None:
    assert sort_key(one) == sort_key(other)


@given(st.text(max_size=60))
def test_sort_key_is_a_fixed_point(name: str) -> None:
    assert sort_key(sort_key(name)) == sort_key(name)


@given(st.text(max_size=LONGEST_NAME))
def test_sort_key_fits_its_column(name: str) -> None:
    assert len(sort_key(name)) <= 400
