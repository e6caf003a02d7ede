"""CSV files, which are the same in every language: what stands in a cell, and that none of it is a formula."""

import csv
import io
from datetime import date

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from clubs.views.csv_files import Cell, csv_answer, csv_of


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_every_kind_of_cell(language: str) -> None:
    cells: list[Cell] = [-4.2, 7, None, True, False, date(2026, 3, 5), "a, b", 'say "so"']
    with override(language):
        content = csv_of(["one", "two"], [cells])
    assert content.decode("utf-8-sig") == 'one,two\r\n-4.2,7,,1,0,2026-03-05,"a, b","say ""so"""\r\n'


@pytest.mark.parametrize(("fresh", "name"), [(True, "ladder.csv"), (False, "ladder-not-current.csv")])
def test_a_file_from_before_a_rebuild_says_so_by_its_name(fresh: bool, name: str) -> None:
    assert csv_answer("ladder", ["a"], [], fresh=fresh)["Content-Disposition"] == f'attachment; filename="{name}"'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "  ="])
def test_a_text_that_begins_like_a_formula_is_none(start: str) -> None:
    assert rows(csv_of([], [[f"{start}1+1"]]))[-1][0].startswith("'")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=5))
def test_any_text_comes_back_and_begins_no_formula(cells: list[str]) -> None:
    found = rows(csv_of(["head"], [["x", *cells]]))[1]
    assert [cell.removeprefix("'") for cell in found[1:]] == [cell.removeprefix("'") for cell in cells]
    assert [cell for cell in found[1:] if cell.lstrip(" ")[:1] in tuple("=+-@＝＋－＠")] == []
