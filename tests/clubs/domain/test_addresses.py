"""A club's address is readable, and its random part is never short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.domain.addresses import LONGEST_READABLE_PART, is_guessable, readable_part, slug_for


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Riverside Chess Club", "riverside-chess-club"),
        ("  L'Échiquier – Genève!  ", "l-echiquier-geneve"),
        ("L’Échiquier", "l-echiquier"),
        ("מועדון השחמט צריח", "mvdvn-hshmt-tsryh"),
        ("Ладья 64", "ladya-64"),
        ("Шахматный клуб «Гнездо» №2", "shakhmatnyy-klub-gnezdo-no2"),
        ("Łódź", "lodz"),
        ("A" * 60, "a" * LONGEST_READABLE_PART),
        ("Twelve letters and then one more word that is long", "twelve-letters-and-then-one-more-word"),
        (f"{'A' * 39} {'B' * 40}", "a" * 39),
        ("", "club"),
        ("···", "club"),
    ],
)
def test_readable_part(name: str, part: str) -> None:
    assert readable_part(name) == part


@given(st.text(max_size=120))
def test_an_address_holds_only_what_needs_no_escaping(name: str) -> None:
    slug = slug_for(name, "0123456789abcdef0123456789abcdef")
    assert slug.endswith("-0123456789abcdef0123456789abcdef")
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(slug) <= 80
    assert not is_guessable(slug)


def test_an_address_without_a_random_part_can_be_guessed() -> None:
    assert is_guessable("riverside")
