"""A table as it was sent, before anybody knows what its columns are: cells as text, each row with the number that a spreadsheet gives it.

Two ways lead here: text with commas, semicolons or tabs, and a workbook (`players.interchange.workbooks`).
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

MAX_ROWS = 2_000  # a select for each stands in one form, which has at most 2,500 fields
MAX_COLUMNS = 60
MAX_CELL = 1_000  # characters of a cell that are looked at
SEPARATORS = (",", ";", "\t")
_NONE = "\x1f"  # stands in no file that anybody types


@dataclass(frozen=True, slots=True)
class Row:
    """`number` as a spreadsheet counts, from 1. `odd` says of a cell, by its place, that it holds no text but what it is: see `Kind`."""

    number: int
    cells: tuple[str, ...]
    odd: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with anything in them, at most `MAX_ROWS` and one that names the columns. `width`: cells of the longest row.

    `sheets` are the names of a workbook's sheets, `sheet` the place of this one.
    """

    rows: tuple[Row, ...]
    width: int
    sheets: tuple[str, ...] = ()
    sheet: int = 0


class TableUnreadable(Exception):
    """No table can be made of it. `code` is in the catalogue of `players.interchange.member_messages`."""

    def __init__(self, code: str, row: int | None = None, **params: str | int) -> None:
        self.code = code
        self.row = row
        self.params = params
        super().__init__(f"row {row}: {code}" if row else code)


def read_text_table(text: str) -> Table:
    """The cells of a text. Raises TableUnreadable: file_empty, quotes_broken, too_many_rows, too_many_columns."""
    whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = whole.split("\n")
    skipped = 0
    while skipped < len(lines) and (not lines[skipped].strip() or names_separator(lines[skipped])):
        skipped += 1
    if skipped == len(lines):
        raise TableUnreadable("file_empty")
    rest = "\n".join(lines[skipped:])
    separator = best_separator(lines[skipped : skipped + 20])
    return table_of(_records(rest, separator, skipped + 1))


def names_separator(line: str) -> bool:
    """The line with which spreadsheets say what separates cells; the first row says it as well."""
    return line.strip().lower() in {"sep=,", "sep=;", "sep=\\t", "sep=", "sep=\t"}


def best_separator(lines: Sequence[str]) -> str:
    """The sign that makes rows of the same width of most of the first lines, and the widest.

    Where none does each line is one cell, commas and all: "Brook, Nadia" below a heading of one column.
    """
    best = max(SEPARATORS, key=lambda separator: _rows_alike(lines, separator))
    return best if _rows_alike(lines, best)[0] else _NONE


def _rows_alike(lines: Sequence[str], separator: str) -> tuple[int, int]:
    try:
        widths = [len(cells) for cells in csv.reader(lines, delimiter=separator) if any(cell.strip() for cell in cells)]
    except csv.Error:
        return (0, 0)
    first = widths[0] if widths else 1
    return (sum(width == first for width in widths), first) if first > 1 else (0, 1)


def _records(text: str, separator: str, first_row: int) -> Iterator[Row]:
    """A row of a spreadsheet may run over several lines, and counts as one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = first_row
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise TableUnreadable("quotes_broken", number) from error
        yield Row(number, tuple(cell[:MAX_CELL] for cell in cells))
        number += 1


def table_of(rows: Iterator[Row], sheets: tuple[str, ...] = (), sheet: int = 0) -> Table:
    """Rows that hold anything, without empty cells at their ends. Raises TableUnreadable as `read_text_table`."""
    kept: list[Row] = []
    for row in rows:
        width = max((at + 1 for at, cell in enumerate(row.cells) if cell.strip() or at in row.odd), default=0)
        if width == 0:
            continue
        if width > MAX_COLUMNS:
            raise TableUnreadable("too_many_columns", row.number, columns=width, limit=MAX_COLUMNS)
        if len(kept) > MAX_ROWS:
            raise TableUnreadable("too_many_rows", row.number, limit=MAX_ROWS)
        kept.append(Row(row.number, row.cells[:width], row.odd))
    if not kept:
        raise TableUnreadable("file_empty")
    return Table(tuple(kept), max(len(row.cells) for row in kept), sheets, sheet)
