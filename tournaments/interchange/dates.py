"""Dates as people write them in event files, read only where no guess is needed.

Year first with any of `/ . -`; day first with dots; `29 May 2020` and `May 29, 2020` in English; two slashes with
the year last only where the day is above 12 or equal to the month. Anything else is None: the caller warns.
"""

import re
from datetime import date

FIRST_YEAR, LAST_YEAR = 1900, 2100
FIRST_DATE, LAST_DATE = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR_FIRST = re.compile(r"(\d{4})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{1,2})\.?", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})\s?([/.-])\s?(\d{1,2})\s?[/.-]\s?(\d{4})", re.ASCII)
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})", re.ASCII)
_MONTH_SECOND = re.compile(r"(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})", re.ASCII)
_SHORT = re.compile(r"(\d{2})[/.-](\d{1,2})[/.-](\d{1,2})", re.ASCII)


def parse_date(text: str) -> date | None:
    """The date that `text` states without doubt, or None."""
    text = " ".join(text.split())
    if found := _YEAR_FIRST.fullmatch(text):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := _YEAR_LAST.fullmatch(text):
        return _year_last(int(found[1]), found[2], int(found[3]), int(found[4]))
    if found := _MONTH_FIRST.fullmatch(text):
        return _named(found[1], int(found[2]), int(found[3]))
    if found := _MONTH_SECOND.fullmatch(text):
        return _named(found[2], int(found[1]), int(found[3]))
    return None


def parse_round_date(text: str) -> date | None:
    """A date of a TRF 132 record: YY/MM/DD (this century; C.02.03), or anything that `parse_date` reads."""
    text = text.strip()
    if found := _SHORT.fullmatch(text):
        return _date(2000 + int(found[1]), int(found[2]), int(found[3]))
    return parse_date(text)


def _year_last(first: int, separator: str, second: int, year: int) -> date | None:
    if separator == "." or first > 12 or first == second:
        return _date(year, second, first)
    return _date(year, first, second) if second > 12 else None


def _named(month: str, day: int, year: int) -> date | None:
    start = month[:3].lower()
    return _date(year, _MONTHS.index(start) + 1, day) if start in _MONTHS else None


def _date(year: int, month: int, day: int) -> date | None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
