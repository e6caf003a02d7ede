"""Letters that only look right: what is remarked upon, and what is written so on purpose."""

import pytest

from players.domain.lookalikes import MIXED_WORD, SCRIPT_NAMES, MixedWord, Script, find_mixed_words

CYRILLIC_A, LATIN_E = "\u0430", "e"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (f"N{CYRILLIC_A}dia Brook", (MixedWord(f"N{CYRILLIC_A}dia", 2, CYRILLIC_A, Script.CYRILLIC),)),
        (f"Серг{LATIN_E}й Лугов", (MixedWord(f"Серг{LATIN_E}й", 5, "e", Script.LATIN),)),
        ("A. Лугов", (MixedWord("A", 1, "A", Script.LATIN),)),
        ("В. Brook", (MixedWord("В", 1, "В", Script.CYRILLIC),)),
        ("Anna Роса", (MixedWord("Роса", 1, "Р", Script.CYRILLIC),)),
        ("דaנה אדלר", (MixedWord("דaנה", 2, "a", Script.LATIN),)),
        ("\uff21nna Brook", (MixedWord("\uff21nna", 1, "\uff21", Script.FULLWIDTH),)),
        ("Ν\u03b1dia Brook", (MixedWord("Ν\u03b1dia", 1, "Ν", Script.GREEK),)),
        (
            f"N{CYRILLIC_A}dia Br{'о'}ok",
            (MixedWord(f"N{CYRILLIC_A}dia", 2, CYRILLIC_A, Script.CYRILLIC), MixedWord("Brоok", 3, "о", Script.CYRILLIC)),
        ),
    ],
)
def test_each_word_with_a_letter_of_another_alphabet(name: str, found: tuple[MixedWord, ...]) -> None:
    assert find_mixed_words(name) == found


@pytest.mark.parametrize(
    "name",
    [
        "Nadia Brook",
        "נדיה ברוק",
        "צ'רלי כהן",
        "צ׳רלי בן־דוד",
        'יו"ר הסניף',
        "Алёна Лугова-Лесная",
        "Joan O'Neil",
        "Joan O\u02bcNeil",
        "Jean-Luc Brook",
        "Anna-Анна Brook",
        "Dana Adler דנה אדלר",
        "Анна Brook",
        "Иван III",
        "José Núñez",
        "Łukasz Straße",
        "דָּן אָדְלֵר",
        "山田 アンナ",
        "Guest 1",
        "",
    ],
)
def test_what_is_written_so_on_purpose(name: str) -> None:
    assert find_mixed_words(name) == ()


def test_the_sentence_says_which_letter_of_which_word() -> None:
    [mixed] = find_mixed_words(f"N{CYRILLIC_A}dia Brook")
    told = MIXED_WORD % {"word": mixed.word, "position": mixed.position, "letter": mixed.letter, "script": SCRIPT_NAMES[mixed.script]}
    assert told == "“Nаdia” mixes letters of different alphabets: letter 2 (а) is Cyrillic. Type it again in one alphabet."


def test_every_script_has_a_name() -> None:
    assert set(SCRIPT_NAMES) == set(Script)
