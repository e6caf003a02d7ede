"""Names stay as they appear; only what cannot be seen is changed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.interchange.names import CleanText, clean_text


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Adler, Noa", CleanText("Adler, Noa", 0)),
        ("  Adler,\t Noa \n", CleanText("Adler, Noa", 0)),
        ("Le\u0301vy", CleanText("Lévy", 0)),
        ("\u202eAdler\u202c", CleanText("Adler", 2)),
        ("כ\u200fהן", CleanText("כהן", 1)),
        ("a\u200b \u200db", CleanText("a b", 2)),
        ("Ad\x00ler\x7f", CleanText("Adler", 2)),
        ("\ud800x", CleanText("x", 1)),
        ("\ufeff", CleanText("", 1)),
        ("A\u00a0B", CleanText("A B", 0)),
        ("שָׁלוֹם", CleanText(unicodedata.normalize("NFC", "שָׁלוֹם"), 0)),
    ],
)
def test_cleaning(raw: str, clean: CleanText) -> None:
    assert clean_text(raw) == clean


@given(st.text())
def test_cleaning_twice_is_cleaning_once(raw: str) -> None:
    once = clean_text(raw).text
    assert clean_text(once) == CleanText(once, 0)
    assert once == once.strip()
    assert "  " not in once
