"""Reading a table of opening ratings (docs/opening-ratings.md): all of it or nothing, and every fault with its row and column.

CSV with a first row that names the columns. Which people of the club the names mean is decided elsewhere, and by a person.
"""

import csv
import io
from collections.abc import Iterator

from players.domain.errors import NameRefused
from players.domain.names import LONGEST_NAME, has_letter, sort_key
from players.domain.pseudonyms import living_name
from ratings.domain.opening import BroughtRating, Column, Note, OpeningFile, OpeningUnreadable
from ratings.interchange.opening_cells import HIGHEST_RATING, LOWEST_RATING, MOST_GAMES, in_tenths, looks_like_formula, read_number
from ratings.interchange.opening_headings import Heading, read_heading
from tournaments.domain.errors import UnknownEncoding, UnreadableFile
from tournaments.interchange.encoding import decode
from tournaments.interchange.names import clean_text
from tournaments.interchange.remarks import quote

MAX_BYTES = 512 * 1024
MAX_ROWS = 2_000  # a select for each stands in one form, which has at most 2,500 fields
MAX_ERRORS = 20
_ENCODING_CODES = frozenset({"encoding_wrong", "encoding_hopeless", "encoding_not_offered"})


def read_opening(raw: bytes, encoding: str | None = None) -> OpeningFile:
    """Read a table of opening ratings; `encoding` is what a person chose, as for an event file.

    Errors: OpeningUnreadable with every fault; UnknownEncoding with previews, and UnreadableFile for an encoding that does not fit.
    """
    if len(raw) > MAX_BYTES:
        raise OpeningUnreadable([Note("file_too_large", params={"size": len(raw), "limit": MAX_BYTES})])
    return read_opening_text(_decoded(raw, encoding))


def _decoded(raw: bytes, encoding: str | None) -> str:
    try:
        return decode(raw, encoding)
    except UnknownEncoding:
        raise
    except UnreadableFile as error:
        if error.code in _ENCODING_CODES:
            raise
        raise OpeningUnreadable([Note("file_empty" if error.code == "file_empty" else "not_a_table")]) from error


def read_opening_text(text: str) -> OpeningFile:
    """The same for a text that was typed or pasted. Errors: OpeningUnreadable."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip() and not _names_separator(line)), None)
    if first is None:
        raise OpeningUnreadable([Note("file_empty")])
    heading = read_heading(lines[first])
    if heading is None:
        raise OpeningUnreadable([Note("no_heading", row=first + 1, cell=quote(lines[first], 60))])
    if heading.doubles:
        raise OpeningUnreadable([_double(first + 1, *double) for double in heading.doubles])
    table = _Table(heading)
    table.read("\n".join(lines[first + 1 :]), first + 2)
    return table.finish()


def _names_separator(line: str) -> bool:
    """The line with which spreadsheets say what separates cells; the first row says it as well."""
    return line.strip().lower() in {"sep=,", "sep=;", "sep=\\t", "sep=", "sep=\t"}


def _double(row: int, column: Column, one: str, other: str) -> Note:
    return Note("heading_twice", row, column, params={"column": column.value, "one": quote(one), "other": quote(other)})


class _Table:
    """The rows below the heading, as far as they have been read."""

    def __init__(self, heading: Heading) -> None:
        self._heading = heading
        self._rows: list[BroughtRating] = []
        self._errors: list[Note] = []
        self._remarks: list[Note] = []
        if heading.left_out:
            self._remarks.append(Note("columns_left_out", params={"columns": quote(", ".join(heading.left_out), 200)}))
        if Column.GAMES not in heading.places:
            self._remarks.append(Note("no_games_column"))

    def read(self, text: str, first_row: int) -> None:
        """Read every row; `first_row` is the number of the first."""
        for row, cells in self._records(text, first_row):
            if len(self._rows) == MAX_ROWS:
                self._errors.append(Note("too_many_rows", row, params={"limit": MAX_ROWS}))
                return
            self._read_row(row, cells)

    def finish(self) -> OpeningFile:
        """Everything that was read. Errors: OpeningUnreadable."""
        if not self._rows and not self._errors:
            self._errors.append(Note("no_rows"))
        if self._errors:
            more = len(self._errors) - MAX_ERRORS
            told = [] if more <= 0 else [Note("more_errors", params={"count": more})]
            raise OpeningUnreadable([*self._errors[:MAX_ERRORS], *told])
        first: dict[str, int] = {}
        for brought in self._rows:
            earlier = first.setdefault(sort_key(brought.name) or brought.name, brought.row)
            if earlier != brought.row:
                self._remarks.append(Note("name_twice", brought.row, Column.NAME, quote(brought.name), {"first_row": earlier}))
        return OpeningFile(tuple(self._rows), tuple(self._remarks), self._heading.dropped)

    def _records(self, text: str, first_row: int) -> Iterator[tuple[int, list[str]]]:
        """Rows that hold anything, with their numbers; a row of a spreadsheet may run over several lines."""
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self._heading.separator, strict=True)
        row = first_row
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error:
                self._errors.append(Note("quotes_broken", row))
                return
            if any(cell.strip() for cell in cells):
                yield row, cells
            row += 1

    def _read_row(self, row: int, cells: list[str]) -> None:
        width = self._heading.width
        if any(cell.strip() for cell in cells[width:]):
            whole = quote(self._heading.separator.join(cells), 60)
            self._errors.append(Note("too_many_cells", row, cell=whole, params={"cells": len(cells), "columns": width}))
            return
        found = {column: cells[place] if place < len(cells) else "" for column, place in self._heading.places.items()}
        name = self._name(row, found[Column.NAME])
        rating = self._rating(row, found[Column.RATING])
        games = self._games(row, found.get(Column.GAMES))
        self._rows.append(BroughtRating(row, name, rating, games))

    def _name(self, row: int, cell: str) -> str:
        seen = clean_text(cell)
        if not seen.text:
            return self._wrong("name_missing", row, Column.NAME, cell)
        if len(seen.text) > LONGEST_NAME:
            return self._wrong("name_too_long", row, Column.NAME, cell, length=len(seen.text), limit=LONGEST_NAME)
        try:
            name = living_name(seen.text)
        except NameRefused:
            return self._wrong("name_refused", row, Column.NAME, cell)
        if seen.removed:
            self._odd("unseen_characters", row, Column.NAME, name, count=seen.removed)
        if looks_like_formula(name):
            self._odd("looks_like_formula", row, Column.NAME, name)
        elif not has_letter(name):
            self._odd("no_letter", row, Column.NAME, name)
        return name

    def _rating(self, row: int, cell: str) -> int:
        number = read_number(cell)
        if not cell.strip():
            self._wrong("rating_missing", row, Column.RATING, cell)
        elif number is None:
            self._wrong("rating_unreadable", row, Column.RATING, cell, found=quote(cell))
        elif not LOWEST_RATING <= number <= HIGHEST_RATING:
            limits = {"lowest": LOWEST_RATING, "highest": HIGHEST_RATING}
            self._wrong("rating_out_of_range", row, Column.RATING, cell, found=quote(cell), **limits)
        else:
            tenths, rounded = in_tenths(number)
            if rounded:
                self._odd("rating_rounded", row, Column.RATING, cell, found=quote(cell), rating=f"{tenths // 10}.{tenths % 10}")
            return tenths
        return 0

    def _games(self, row: int, cell: str | None) -> int:
        if cell is None:
            return 0
        number = read_number(cell)
        if not cell.strip():
            self._odd("games_missing", row, Column.GAMES, cell)
        elif number is None or number != int(number):
            self._wrong("games_unreadable", row, Column.GAMES, cell, found=quote(cell))
        elif number > MOST_GAMES:
            self._wrong("games_out_of_range", row, Column.GAMES, cell, found=quote(cell), limit=MOST_GAMES)
        else:
            return int(number)
        return 0

    def _wrong(self, code: str, row: int, column: Column, cell: str, **params: str | int) -> str:
        self._errors.append(Note(code, row, column, quote(cell), params))
        return ""

    def _odd(self, code: str, row: int, column: Column, cell: str, **params: str | int) -> None:
        self._remarks.append(Note(code, row, column, quote(cell), params))
