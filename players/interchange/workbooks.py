"""Workbooks of spreadsheets (.xlsx): read with limits and without computing anything, and written.

What is read was sent by a stranger: how far the archive unpacks is known before anything of it is unpacked, formulas are not computed and
their last results not taken, links lead nowhere, and entities in the XML are refused (defusedxml).
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from xml.etree.ElementTree import ParseError

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import WriteOnlyCell
from openpyxl.utils.exceptions import InvalidFileException

from players.interchange.tables import MAX_CELL, MAX_COLUMNS, MAX_ROWS, Row, Table, TableUnreadable, table_of

MAX_UNPACKED = 16 * 1024 * 1024
MAX_PARTS = 500
MAX_ELEMENTS = 500_000  # of XML in all parts: a list of the largest size has about as many; reading them takes seconds
MAX_SETTINGS = 20_000  # outside of sheets and their texts: styles and names, each of which is forty times as dear as a cell
MAX_SHEETS = 20
LAST_ROW = 20_000  # beyond it nothing is looked for: a list begins at the top
_COMPRESSIONS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # of others zipfile unpacks a whole chunk at once, gigabytes out of a few bytes
_ZIP = b"PK\x03\x04"
_WORKBOOK = "xl/workbook.xml"
_CELLS = ("xl/worksheets/", "xl/sharedStrings.xml")

# What openpyxl and the modules below it raise for files that are damaged or only pretend to be workbooks.
_BROKEN = (
    InvalidFileException,
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    struct.error,
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)

FORMULA, DATE, NUMBER, TRUTH, FAULT = "formula", "date", "number", "truth", "fault"
"""What a cell holds that holds no text."""


def is_workbook(raw: bytes) -> bool:
    """True for any archive: which one it is, `read_workbook` says."""
    return raw.startswith(_ZIP)


def read_workbook(raw: bytes, sheet: int = 0) -> Table:
    """The cells of one sheet, counted from 0 among those that are seen.

    Raises:
        TableUnreadable: not_a_workbook, workbook_too_large, workbook_too_rich, workbook_broken, file_empty, too_many_rows,
            too_many_columns.
    """
    try:
        _look_inside(raw)
        return _read(raw, sheet)
    except _BROKEN as error:
        raise TableUnreadable("workbook_broken") from error


def _look_inside(raw: bytes) -> None:
    """The sizes that the archive declares bind whoever unpacks it: `zipfile` reads no further."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = archive.infolist()
        if _WORKBOOK not in {part.filename for part in parts}:
            raise TableUnreadable("not_a_workbook")
        if {part.compress_type for part in parts} - _COMPRESSIONS:
            raise TableUnreadable("workbook_broken")
        unpacked = sum(part.file_size for part in parts)
        if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED:
            raise TableUnreadable("workbook_too_large", limit=MAX_UNPACKED // (1024 * 1024))
        elements = {part: _count_elements(archive.read(part)) for part in parts}
    settings = sum(count for part, count in elements.items() if not part.filename.startswith(_CELLS))
    if sum(elements.values()) > MAX_ELEMENTS or settings > MAX_SETTINGS:
        raise TableUnreadable("workbook_too_rich")


def _count_elements(part: bytes) -> int:
    """At most so many, in any encoding that the parser knows: what an element becomes in memory is a hundred times its few bytes."""
    return part.count(b"<") - part.count(b"</")


def _read(raw: bytes, sheet: int) -> Table:
    book = load_workbook(io.BytesIO(raw), read_only=True, data_only=False, keep_links=False, rich_text=False)
    try:
        seen = [each for each in book.worksheets if each.sheet_state == "visible"][:MAX_SHEETS]
        if not seen:
            raise TableUnreadable("file_empty")
        at = sheet if 0 <= sheet < len(seen) else 0
        return table_of(_rows(seen[at]), tuple(str(each.title) for each in seen), at)
    finally:
        book.close()


def _rows(sheet: Any) -> Iterator[Row]:
    """A sheet may say anything of its size, so it is not asked: rows and cells beyond the limits are never made."""
    sheet.reset_dimensions()
    filled = 0
    for number, cells in enumerate(sheet.iter_rows(max_row=LAST_ROW, max_col=MAX_COLUMNS + 1), start=1):
        row = _row(number, cells)
        filled += bool(row.odd or any(row.cells))
        yield row
        if filled > MAX_ROWS + 1:
            return


def _row(number: int, cells: Sequence[Any]) -> Row:
    texts, odd = [], {}
    for at, cell in enumerate(cells):
        text, kind = _content(cell.value, cell.data_type)
        texts.append(text)
        if kind:
            odd[at] = kind
    return Row(number, tuple(texts), odd)


def _content(value: object, data_type: str) -> tuple[str, str]:
    """What stands in the cell, and what it is if it is no text."""
    if value is None or value == "":
        return "", ""
    if data_type == "f":
        return str(value)[:MAX_CELL], FORMULA
    if data_type == "e":
        return str(value)[:MAX_CELL], FAULT
    if isinstance(value, bool):
        return str(value), TRUTH
    if isinstance(value, date | datetime | time | timedelta):
        return str(value)[:MAX_CELL], DATE
    if isinstance(value, int | float):
        return (str(int(value)) if float(value).is_integer() else str(value))[:MAX_CELL], NUMBER
    return str(value)[:MAX_CELL], ""


def write_workbook(title: str, columns: Sequence[str], rows: Iterable[Sequence[str | bool | int | float | date | None]]) -> bytes:
    """A workbook of one sheet. Texts are text whatever they begin with, and stay so when a cell is edited; numbers are numbers."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    sheet.append([_text(sheet, column) for column in columns])
    for row in rows:
        sheet.append([_written(sheet, cell) for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _written(sheet: Any, cell: str | bool | int | float | date | None) -> Any:
    if isinstance(cell, str):
        return _text(sheet, cell)
    return int(cell) if isinstance(cell, bool) else cell


def _text(sheet: Any, text: str) -> Any:
    """openpyxl would take a text that begins with = for a formula."""
    cell = WriteOnlyCell(sheet, value=text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell
