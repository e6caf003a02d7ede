"""Seasons by their names."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.seasons import Season, calendar_year, chess_year, find_season, seasons_between

years = st.integers(1000, 2998)


def test_the_two_kinds() -> None:
    assert find_season("2026") == Season("2026", date(2026, 1, 1), date(2026, 12, 31))
    assert find_season("2025-26") == Season("2025-26", date(2025, 9, 1), date(2026, 8, 31))
    assert find_season("1999-00") == chess_year(1999)


@pytest.mark.parametrize("name", ["", "26", "2025-27", "2025-2026", "0999", "3000", "2025-26 ", "٢٠٢٦", "2026/"])
def test_what_is_none(name: str) -> None:
    assert find_season(name) is None


@given(years)
def test_every_season_is_found_by_its_name_and_follows_the_one_before(year: int) -> None:
    for season in (calendar_year, chess_year):
        assert find_season(season(year).name) == season(year)
        assert (season(year + 1).first - season(year).last).days == 1


def test_seasons_between_two_days_have_a_day_in_common_with_them() -> None:
    names = [season.name for season in seasons_between(date(2025, 8, 31), date(2026, 1, 1))]
    assert names == ["2026", "2025-26", "2025", "2024-25"]
