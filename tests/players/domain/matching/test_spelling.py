"""How a name is folded and taken apart before it is compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.matching.folding import FOLDING_LEVELS, fold, fold_to
from players.domain.matching.reasons import ReasonCode
from players.domain.matching.spelling import Form, Role, read_spelling

G, M, S = Role.GIVEN, Role.MIDDLE, Role.SURNAME


@pytest.mark.parametrize(
    ("word", "levels"),
    [
        ("BROOK", ["brook", "brook", "brook", "brook", "brook"]),
        ("O’Hara", ["ohara", "ohara", "ohara", "ohara", "ohara"]),
        ("José", ["josé", "josé", "josé", "josé", "jose"]),
        ("Weiß", ["weiß", "weiß", "weiß", "weiß", "weiss"]),
        ("Ёлкин", ["ёлкин", "ёлкин", "елкин", "елкин", "елкин"]),
        ("йод", ["йод", "йод", "йод", "йод", "йод"]),
        ("דָּן", ["דָּן", "דן", "דן", "דנ", "דנ"]),
        ("ג׳ואן", ["גואן", "גואן", "גואן", "גואנ", "גואנ"]),
        ("װײס", ["װײס", "ווייס", "ווייס", "ווייס", "ווייס"]),
    ],
)
def test_each_level_takes_away_one_more_difference(word: str, levels: list[str]) -> None:
    assert [fold_to(word, level) for level in range(len(FOLDING_LEVELS))] == levels


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing(word: str) -> None:
    assert fold(fold(word)) == fold(word)


@pytest.mark.parametrize(
    ("name", "words", "roles"),
    [
        ("Nadia", ("nadia",), (G,)),
        ("Nadia Brook", ("nadia", "brook"), (G, S)),
        ("Brook, Nadia", ("nadia", "brook"), (G, S)),
        ("Nadia Jane Brook", ("nadia", "jane", "brook"), (G, M, S)),
        ("Brook, Nadia Jane", ("nadia", "jane", "brook"), (G, M, S)),
        ("Ann-Lee Brook", ("ann", "lee", "brook"), (G, G, S)),
        ("Nadia Brook-Stone", ("nadia", "brook", "stone"), (G, S, S)),
        ("Ilse van Dorn", ("ilse", "van", "dorn"), (G, S, S)),
        ("van Dorn, Ilse", ("ilse", "van", "dorn"), (G, S, S)),
        ("רון בן גל", ("רונ", "בנ", "גל"), (G, S, S)),
        ("Лугов Аркадий Ильич", ("лугов", "аркадий", "ильич"), (S, G, M)),
        ("Аркадий Ильич Лугов", ("аркадий", "ильич", "лугов"), (G, M, S)),
        ("Аркадий Львович Рабинович", ("аркадий", "львович", "рабинович"), (G, M, S)),
        ("А.И. Лугов", ("а", "и", "лугов"), (G, M, S)),
        ("1850", (), ()),
    ],
)
def test_words_and_roles(name: str, words: tuple[str, ...], roles: tuple[Role, ...]) -> None:
    assert read_spelling(name).forms[0] == Form(words, roles)


def test_further_forms() -> None:
    assert read_spelling("Jörg Lee-Strüver").forms[1:] == (
        Form(("joerg", "lee", "struever"), (G, S, S), ReasonCode.ACCENTS),
        Form(("jorglee", "struver"), (S, S), ReasonCode.HYPHEN_OR_SPACE),
        Form(("jorg", "leestruver"), (G, S), ReasonCode.HYPHEN_OR_SPACE),
    )
    assert read_spelling("Nadia Brook").forms[1:] == ()
    assert read_spelling("N. J. Brook").forms[1:] == ()


def test_parts_keep_their_hyphens_and_ratings_are_no_numbers() -> None:
    spelling = read_spelling("Ann-Lee Brook 1850 7")
    assert (spelling.parts, spelling.numbers) == ((("ann", "lee"), ("brook",)), ("7",))
