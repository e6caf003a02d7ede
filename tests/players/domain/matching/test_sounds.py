"""Words that sound the same in two scripts or spellings, and those that only look so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.matching.folding import fold
from players.domain.matching.sounds import is_initial_of, places, sound_distance, sound_keys

SAME = [
    # Hebrew and Latin
    ("אלמוג", "Almog"), ("שמואל", "Shmuel"), ("יצחק", "Yitzhak"), ("יצחק", "Itzhak"), ("חיים", "Chaim"), ("זיסמן", "Zisman"),
    ("ליפשיץ", "Lifshitz"), ("ג'ורג'", "George"), ("רוטשילד", "Rothschild"), ("מיטשל", "Mitchell"), ("דוידוביץ'", "Davidowitz"),
    # Hebrew and Cyrillic
    ("אלמוג", "Альмог"), ("שמואל", "Шмуэль"), ("יהודה", "Иегуда"), ("הלפרן", "Гальперн"), ("יבגני", "Евгений"), ("שצ'וקין", "Щукин"),
    # Cyrillic and Latin
    ("Щукин", "Shchukin"), ("Юрий", "Iouri"), ("Фёдор", "Fyodor"), ("Хасанов", "Hasanov"), ("Шпигель", "Spiegel"), ("Ксения", "Xenia"),
    ("Бродский", "Brodskiy"), ("Наталья", "Natalia"), ("Шварц", "Schwarz"), ("Евгений", "Yevgeny"), ("Хосе", "Jose"), ("Джабер", "Jaber"),
    # one script
    ("Haim", "Chaim"), ("Zvi", "Tzvi"), ("Jehuda", "Yehuda"), ("Brodsky", "Brodskij"), ("Schechter", "Shechter"), ("Caplan", "Kaplan"),
    ("יעקב", "יעקוב"), ("רועי", "רואי"), ("סרגי", "סרגיי"),
]  # fmt: skip

DIFFERENT = [
    ("דן", "דנה"), ("דן", "Dana"), ("דנה", "Dan"), ("תמר", "תומר"), ("רון", "רונן"), ("אורה", "אורי"), ("רן", "Ron"),
    ("Uri", "Ori"), ("Daniel", "Daniela"), ("Marina", "Martina"), ("Валерий", "Валерия"), ("Валерий", "Valeria"), ("Яна", "Анна"),
    ("כהן", "כהנא"), ("לוי", "Лев"), ("Brook", "Brock"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same(one: str, other: str) -> None:
    there, back = sound_distance(fold(one), fold(other)), sound_distance(fold(other), fold(one))
    assert there is not None
    assert there == back
    assert there <= 0.6


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_not_the_same(one: str, other: str) -> None:
    assert sound_distance(fold(one), fold(other)) is None


@pytest.mark.parametrize(
    ("letter", "word", "expected"),
    [
        ("נ", "Nadia", True),
        ("N", "נעמה", True),
        ("Е", "Yevgeny", True),
        ("Я", "Yana", True),
        ("С", "שמואל", True),
        ("П", "פנחס", True),
        ("כ", "Khalil", False),
        ("Г", "Khalil", False),
        ("У", "Valery", False),
        ("N", "Mark", False),
        ("N", "nadia", False),
    ],
)
def test_initials(letter: str, word: str, expected: bool) -> None:
    typed = fold(letter) if word != "nadia" else letter
    assert is_initial_of(typed, fold(word)) is expected


words = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=10) | st.text(
    alphabet="אבגדהוזחטיכלמנסעפצקרשת", min_size=1, max_size=8
)
words |= st.text(alphabet="абвгдежзийклмнопрстуфхцчшщъыьэюя", min_size=1, max_size=10)


@given(words)
def test_a_word_sounds_like_itself(word: str) -> None:
    distance = sound_distance(word, word)
    assert distance == 0.0 or not places(word)


@given(words, words)
def test_both_directions_say_the_same(one: str, other: str) -> None:
    assert sound_distance(one, other) == sound_distance(other, one)


@given(words, words)
def test_words_that_sound_the_same_share_a_key(one: str, other: str) -> None:
    assert sound_distance(one, other) is None or not sound_keys(one).isdisjoint(sound_keys(other))


@given(st.text(max_size=30))
def test_no_text_breaks_it(word: str) -> None:
    assert sound_distance(fold(word), "cohen") is None or places(fold(word))
