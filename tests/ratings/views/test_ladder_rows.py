"""Rows joined as one text: whatever a name holds, a browser reads exactly it, and figures are written as everywhere else."""

from dataclasses import dataclass
from datetime import date
from html.parser import HTMLParser

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from clubs.templatetags.rookery import change, change_class, day, rating
from ratings.domain.ladder import Line, Place, SeasonLine
from ratings.views.ladder_rows import ladder_rows, season_rows, wall_rows
from tests.reading import parse

TODAY = date(2026, 11, 30)
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
tenths = st.integers(-30_000, 40_000)


@dataclass(frozen=True)
class Called:
    """A door of names that calls everybody the same."""

    name: str

    def name_of(self, player_id: int) -> str:
        return self.name

    def public_id_of(self, player_id: int) -> str:
        return "abc-_1XY"


class _Texts(HTMLParser):
    """The text of a row as a browser reads it, and its elements."""

    def __init__(self, row: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []
        self.feed(row)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def line(rating_: int = 14138, change_: int | None = None, *, played: date | None = TODAY, moved: int | None = None) -> Line:
    return Line(Place(1, rating_, 31, 14, 9, 8, False, played), 3, moved, change_)


@given(texts)
def test_a_name_is_read_as_it_is_and_makes_no_element(name: str) -> None:
    season = SeasonLine(1, 3, 14138, False, 0, 14, 9, 8)
    for rows, elements in (
        (ladder_rows([line()], Called(name), today=TODAY), "tr td th a td td td td"),
        (season_rows([season], Called(name)), "tr td th a td td td td"),
        (wall_rows([line()], Called(name)), "tr td th bdi td td"),
    ):
        row = _Texts(rows)
        assert row.tags == elements.split()
        assert name in "".join(row.found)


@given(tenths, st.none() | tenths)
@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_figures_are_written_as_everywhere_else(language: str, value: int, moved_by: int | None) -> None:
    with override(language):
        (row,) = parse(ladder_rows([line(value, moved_by)], Called("D. A."), today=TODAY)).find("tr")
        cells = row.find("td")
        assert (cells[1].text, cells[2].text) == (rating(value, "plain"), change(moved_by, "plain"))
        assert cells[2].attributes.get("class", "even") == change_class(moved_by)


def test_a_row_in_full() -> None:
    with override("en"):
        assert ladder_rows([line(14138, -42, moved=-2)], Called("D. A."), today=TODAY) == (
            "<tr><td>3 ▾2<th><a href=players/abc-_1XY/>D. A.</a><td>1413.8<td class=loss dir=ltr>−4.2<td>31<td>30 Nov\n"
        )


@pytest.mark.parametrize(
    ("played", "shown"),
    [
        (date(2025, 12, 1), "1 Dec"),
        (date(2025, 11, 30), day(date(2025, 11, 30), "plain")),
        (date(2019, 3, 5), day(date(2019, 3, 5), "plain")),
        (None, "–"),
    ],
)
def test_a_date_of_the_last_year_goes_without_its_year(played: date | None, shown: str) -> None:
    with override("en"):
        (row,) = parse(ladder_rows([line(played=played)], Called("D. A."), today=TODAY)).find("tr")
        assert row.find("td")[-1].text == shown


def test_the_same_day_in_every_language() -> None:
    written = {}
    for language in ("en", "he", "ru"):
        with override(language):
            (row,) = parse(ladder_rows([line(played=date(2026, 3, 5))], Called("D. A."), today=TODAY)).find("tr")
            written[language] = row.find("td")[-1].text
    assert written == {"en": "5 Mar", "he": "5 במרץ", "ru": "5 мар."}
