"""A 001 record's meaning: the entry and what its row says about each round, with a warning for what is odd."""

import re
from dataclasses import dataclass

from tournaments.domain.record import EntryRecord
from tournaments.interchange.failures import too_large, unreadable
from tournaments.interchange.limits import MAX_NAME, MAX_ROUNDS
from tournaments.interchange.names import clean_text
from tournaments.interchange.remarks import Remarks, make_remark, quote
from tournaments.interchange.trf.columns import Cell, Columns, cut_columns, parse_cell
from tournaments.interchange.trf.lines import Line
from tournaments.interchange.trf.personal import kinds_in_row

_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
WHOLE_TITLES = frozenset(_TITLES.values()) | {"NM", "WNM", "CNM", "WCNM", "AGM", "AIM", "AFM", "ACM", "LM", "BOT"}
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One row: its entry, its cells by round, its points in tenths and the kinds of personal data left out."""

    line: int
    entry: EntryRecord
    tenths: int | None
    cells: dict[int, Cell]
    dropped: frozenset[str]

    @property
    def number(self) -> int:
        """The tournament pairing number."""
        return self.entry.number


def read_rows(lines: list[Line], remarks: Remarks) -> list[PlayerRow]:
    """The rows in the order of their numbers. Of two rows with one number the first in the file is kept.

    Errors: UnreadableFile for a row without a number or a name; TooLarge for a name or a round beyond the limit.
    """
    rows: dict[int, PlayerRow] = {}
    texts: dict[int, str] = {}
    for line in lines:
        row = read_row(line, remarks)
        first = rows.setdefault(row.number, row)
        if first is row:
            texts[row.number] = line.text
        else:
            code = "row_repeated" if texts[row.number] == line.text else "number_taken"
            remarks.warn(code, line.number, 5, number=row.number, first_line=first.line)
    return [rows[number] for number in sorted(rows)]


def read_row(line: Line, remarks: Remarks) -> PlayerRow:
    """One 001 record."""
    columns = cut_columns(line.text)
    number = _number(columns, line)
    if columns.shift:
        remarks.warn("columns_shifted", line.number, 48, number=number, shift=columns.shift)
    tenths = _tenths(columns, number, line, remarks)
    halves = None if tenths is None or tenths % 5 else tenths // 5
    entry = EntryRecord(
        number=number,
        name=_name(columns, number, line, remarks),
        rating=_whole(columns, columns.rating, "rating_unreadable", 49, line, remarks),
        title=_title(columns, number, line, remarks),
        rank=_whole(columns, columns.rank, "rank_unreadable", 86, line, remarks),
        points=halves,
    )
    return PlayerRow(line.number, entry, tenths, _cells(columns, number, line, remarks), kinds_in_row(columns))


def _number(columns: Columns, line: Line) -> int:
    if not (columns.number.isascii() and columns.number.isdecimal()) or int(columns.number) == 0:
        raise unreadable(make_remark("number_unreadable", line.number, 5, found=quote(columns.number)))
    return int(columns.number)


def _name(columns: Columns, number: int, line: Line, remarks: Remarks) -> str:
    clean = clean_text(columns.name)
    if not clean.text:
        raise unreadable(make_remark("name_missing", line.number, 15, number=number))
    if len(clean.text) > MAX_NAME:
        raise too_large(make_remark("name_too_long", line.number, 15, number=number, limit=MAX_NAME))
    if clean.removed:
        remarks.warn("unseen_characters", line.number, 15, number=number, count=clean.removed)
    return clean.text


def _whole(columns: Columns, text: str, code: str, column: int, line: Line, remarks: Remarks) -> int | None:
    """A whole number; blank and 0 mean that there is none."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()):
        remarks.warn(code, line.number, column, number=int(columns.number), found=_quoted(columns, text))
        return None
    return int(text) or None


def _quoted(columns: Columns, text: str) -> str:
    """A piece of the row for a remark, which is kept. Where nothing fits, its digits may be those of an id or a date of birth."""
    return quote(text if columns.fits else _DIGIT.sub("•", text))


def _title(columns: Columns, number: int, line: Line, remarks: Remarks) -> str:
    title = columns.title.upper()
    if not title or title in WHOLE_TITLES:
        return title
    if title not in _TITLES:
        remarks.warn("title_unknown", line.number, 11, number=number, found=_quoted(columns, columns.title))
    return _TITLES.get(title, "")


def _tenths(columns: Columns, number: int, line: Line, remarks: Remarks) -> int | None:
    if not columns.points:
        return None
    whole, _, tenth = columns.points.replace(",", ".").partition(".")
    digits = (whole or "0") + (tenth or "0")[:1]
    if not (digits.isascii() and digits.isdecimal()) or len(tenth) > 1:
        remarks.warn("points_unreadable", line.number, 81, number=number, found=_quoted(columns, columns.points))
        return None
    return int(digits)


def _cells(columns: Columns, number: int, line: Line, remarks: Remarks) -> dict[int, Cell]:
    cells = {}
    for round_number, (column, text) in enumerate(columns.cells, start=1):
        if not text.strip():
            continue
        if round_number > MAX_ROUNDS:
            raise too_large(make_remark("too_many_rounds", line.number, column, limit=MAX_ROUNDS))
        cell = parse_cell(column, text[:8])
        if cell is None or len(text) > 8:
            remarks.warn("cell_unreadable", line.number, column, number=number, round=round_number, found=_quoted(columns, text))
        if cell is not None:
            cells[round_number] = cell
    return cells
