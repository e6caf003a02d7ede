"""Dates are read only where no guess is needed."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.interchange.dates import parse_date, parse_round_date


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026/03/18", date(2026, 3, 18)),
        ("2026-03-18", date(2026, 3, 18)),
        ("2026.3.8", date(2026, 3, 8)),
        ("18.03.2026", date(2026, 3, 18)),
        ("3.4.2026", date(2026, 4, 3)),
        ("28. 07. 2005", date(2005, 7, 28)),
        ("18/03/2026", date(2026, 3, 18)),
        ("03/18/2026", date(2026, 3, 18)),
        ("04/04/2026", date(2026, 4, 4)),
        ("May 29, 2020", date(2020, 5, 29)),
        ("Mar 3, 2026", date(2026, 3, 3)),
        ("29 September 2020", date(2020, 9, 29)),
        ("3. Dec. 2020", date(2020, 12, 3)),
        ("  2026/03/18  ", date(2026, 3, 18)),
        ("03/04/2026", None),  # March or April
        ("26/03/18", None),
        ("2026/02/30", None),
        ("2026/13/01", None),
        ("0000.00.00", None),
        ("1026/03/18", None),
        ("Foo 3, 2026", None),
        ("18", None),
        ("", None),
        ("٢٠٢٦/٠٣/١٨", None),
    ],
)
def test_dates(text: str, found: date | None) -> None:
    assert parse_date(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("26/03/18", date(2026, 3, 18)), ("05.07.28", date(2005, 7, 28)), ("2026/03/18", date(2026, 3, 18)), ("18/03", None)],
)
def test_round_dates(text: str, found: date | None) -> None:
    assert parse_round_date(text) == found


@given(st.integers(min_value=0, max_value=73_000))
def test_every_date_is_read_back(days: int) -> None:
    day = date(1900, 1, 1) + timedelta(days)
    assert {parse_date(day.strftime(style)) for style in ("%Y/%m/%d", "%Y-%m-%d", "%d.%m.%Y", "%B %d, %Y", "%d %b %Y")} == {day}
