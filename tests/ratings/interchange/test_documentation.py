"""The page that tells how a club brings its ratings says what is so."""

import re
from pathlib import Path

from django.conf import settings

from ratings.interchange.opening_cells import HIGHEST_RATING, LOWEST_RATING, MOST_GAMES
from ratings.interchange.openings import MAX_BYTES, MAX_ROWS, read_opening_text

PAGE = (Path(settings.BASE_DIR) / "docs" / "opening-ratings.md").read_text()
KNOWN = re.findall(r"^\| (name|rating|games) \| ([^|]+) \|", PAGE, re.MULTILINE)


def test_its_examples_can_be_read() -> None:
    tables = [read_opening_text(text) for text in re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)]
    assert [[(row.rating, row.games) for row in table.rows] for table in tables] == [
        [(14_325, 24), (12_850, 8), (12_000, 0)],
        [(14_325, 24), (12_850, 8)],
    ]
    assert all(table.remarks == () for table in tables)


def test_its_headings_are_known() -> None:
    told = {column: [heading.strip() for heading in re.split(r"[,·]", headings)] for column, headings in KNOWN}
    assert {column: len(headings) for column, headings in told.items()} == {"name": 9, "rating": 6, "games": 6}
    cells = {"name": "Anna", "rating": "1400", "games": "3"}
    for column, headings in told.items():
        for heading in headings:
            line = [heading if each == column else each for each in cells]
            (row,) = read_opening_text("\n".join([",".join(line), ",".join(cells.values())])).rows
            assert (heading, row.name, row.rating, row.games) == (heading, "Anna", 14_000, 3)


def test_its_limits_are_those_of_the_code() -> None:
    assert f"Up to {MAX_ROWS:,} rows and {MAX_BYTES // 1024} KB." in PAGE
    assert f"from {LOWEST_RATING} to {HIGHEST_RATING};" in PAGE
    assert f"up to {MOST_GAMES:,};" in PAGE
