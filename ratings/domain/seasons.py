"""Seasons: a calendar year, or the chess year from 1 September to 31 August, as they are named in addresses: 2026, 2025-26."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

AUTUMN = 9
"""The month with whose first day a chess year begins."""


@dataclass(frozen=True, slots=True)
class Season:
    """From `first` to `last`, both days in it."""

    name: str
    first: date
    last: date


def find_season(name: str) -> Season | None:
    """The season of this name, None if it is none."""
    match = re.fullmatch(r"([12][0-9]{3})(?:-([0-9]{2}))?", name)
    if match is None:
        return None
    year = int(match.group(1))
    if match.group(2) is None:
        return calendar_year(year)
    season = chess_year(year)
    return season if season.name == name else None


def calendar_year(year: int) -> Season:
    """January to December."""
    return Season(f"{year}", date(year, 1, 1), date(year, 12, 31))


def chess_year(year: int) -> Season:
    """The one that begins in the autumn of `year`."""
    return Season(f"{year}-{(year + 1) % 100:02}", date(year, AUTUMN, 1), date(year + 1, AUTUMN, 1) - timedelta(days=1))


def seasons_between(first: date, last: date) -> list[Season]:
    """All seasons of both kinds with a day from `first` to `last`, the latest first."""
    years = [calendar_year(year) for year in range(first.year, last.year + 1)]
    autumns = [chess_year(year) for year in range(first.year - 1, last.year + 1)]
    held = [season for season in (*years, *autumns) if season.last >= first and season.first <= last]
    return sorted(held, key=lambda season: season.first, reverse=True)
