"""Making members of a table (docs/people.md): all of it or nothing, and every fault with its row and column.

Which people of the club the names mean is decided elsewhere, and by a person.
"""

import re
from collections.abc import Iterator

from players.domain.disclosure import AgeGroup
from players.domain.errors import NameRefused
from players.domain.members import PARTS, Columns, MemberColumn, MemberFile, MemberNote, MemberRow, MembersUnreadable
from players.domain.names import clean_name, has_letter
from players.domain.personal_data import kind_of_cells, plain_heading
from players.domain.pseudonyms import living_name
from players.interchange.member_columns import names_somebody, personal_kind
from players.interchange.tables import Row, Table

MAX_ERRORS = 20
FIRST_YEAR, LAST_YEAR = 2000, 2199
_FORMULA = ("=", "+", "-", "@")
_MARKS = "\u200e\u200f\u061c\ufeff"  # spreadsheets put these around Hebrew cells when they are copied
_AGE_GROUPS = {
    AgeGroup.ADULT: ("adult", "a", "18", "over 18", "senior", "מבוגר", "מבוגרת", "בוגר", "בוגרת", "взрослый", "взрослая", "взр"),
    AgeGroup.UNDER_18: (
        *("under18", "under 18", "u18", "child", "junior", "minor", "youth", "c"),
        *("קטין", "קטינה", "ילד", "ילדה", "נוער", "מתחת ל18", "מתחת ל 18", "מתחת לגיל 18", "עד 18"),
        *("ребенок", "дети", "до 18", "младше 18", "моложе 18", "несовершеннолетний", "несовершеннолетняя", "юниор"),
    ),
    AgeGroup.UNKNOWN: ("unknown", "not known", "לא ידוע", "לא ידועה", "неизвестно", "не известно", "неизвестна", "не известна"),
}
_KNOWN_GROUPS = {plain_heading(word): group for group, words in _AGE_GROUPS.items() for word in words}


def read_members(table: Table, columns: Columns, *, has_heading: bool) -> MemberFile:
    """The people of a table whose columns are known. Raises MembersUnreadable with every fault."""
    if wrong := _wrong_columns(columns) or (_personal_column(table.rows[0], columns) if has_heading else None):
        raise MembersUnreadable([wrong])
    return _Reader(columns).read(table, has_heading=has_heading)


def _wrong_columns(columns: Columns) -> MemberNote | None:
    chosen = [column for column in columns if column is not None]
    twice = next((column for column in chosen if chosen.count(column) > 1), None)
    if twice is not None:
        return MemberNote("column_twice", column=twice, params={"column": twice.value})
    if not names_somebody(columns):
        return MemberNote("no_name_column")
    if MemberColumn.NAME in chosen and set(PARTS) & set(chosen):
        return MemberNote("name_and_parts")
    return None


def _personal_column(heading: Row, columns: Columns) -> MemberNote | None:
    """A column that was chosen to be read although its heading says that it holds what is never kept."""
    for cell, column in zip(heading.cells, columns, strict=False):
        if column is not None and personal_kind(cell):
            return MemberNote("personal_column", params={"heading": shown(cell), "column": column.value})
    return None


class _Reader:
    """What has been read, and what was wrong or odd with it."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._errors: list[MemberNote] = []
        self._remarks: list[MemberNote] = []
        self._persons: dict[str, int] = {}

    def read(self, table: Table, *, has_heading: bool) -> MemberFile:
        rows = table.rows[1:] if has_heading else table.rows
        if not rows:
            raise MembersUnreadable([MemberNote("no_rows")])
        read = [self._row(row) for row in rows]
        if self._errors:
            more = len(self._errors) - MAX_ERRORS
            told = [] if more <= 0 else [MemberNote("more_errors", params={"count": more})]
            raise MembersUnreadable([*self._errors[:MAX_ERRORS], *told])
        left_out = _left_out(table.rows[0], self._columns) if has_heading else ()
        return MemberFile(
            rows=tuple(read),
            left_out=left_out,
            dropped=_dropped(table, self._columns, has_heading=has_heading),
            remarks=tuple(self._remarks),
            says_age_group=MemberColumn.AGE_GROUP in self._columns,
            says_until=MemberColumn.AGE_GROUP_UNTIL in self._columns,
        )

    def _row(self, row: Row) -> MemberRow:
        before = len(self._errors)
        name = self._name(row)
        group = self._age_group(row)
        until = self._until(row)
        person = self._person(row)
        return MemberRow(row.number, name if len(self._errors) == before else "", person, group, until)

    def _cells(self, row: Row, *wanted: MemberColumn) -> Iterator[tuple[MemberColumn, str, str]]:
        """Of the wanted columns, in the order wanted: column, text, and what else it is than a text."""
        for column in wanted:
            if column in self._columns:
                at = self._columns.index(column)
                yield column, row.cells[at] if at < len(row.cells) else "", row.odd.get(at, "")

    def _name(self, row: Row) -> str:
        parts: list[str] = []
        first: MemberColumn | None = None
        for column, cell, kind in self._cells(row, MemberColumn.NAME, *PARTS):
            first = first or column
            if kind:
                return self._wrong(f"name_is_{kind}", row, column, cell)
            try:
                parts += [clean_name(self._bare(row, column, cell))] if cell.strip(_MARKS + " \t\n\xa0") else []
            except NameRefused as refused:
                return self._wrong(refused.code, row, column, cell, **refused.params)
        if not parts:
            return self._wrong("name_missing", row, first, "")
        return self._whole(row, first, " ".join(parts))

    def _whole(self, row: Row, column: MemberColumn | None, joined: str) -> str:
        try:
            name = living_name(joined)
        except NameRefused as refused:
            return self._wrong(refused.code, row, column, joined, **refused.params)
        if not has_letter(name):
            return self._wrong("name_no_letter", row, column, name)
        if name.startswith(_FORMULA):
            self._remarks.append(MemberNote("looks_like_formula", row.number, column, shown(name)))
        return name

    def _bare(self, row: Row, column: MemberColumn, cell: str) -> str:
        """Without direction marks at its ends, and without the apostrophe by which a spreadsheet knows that =A is a text."""
        text = cell.strip()
        bare = text.strip(_MARKS)
        if len(bare) < len(text):
            self._remarks.append(MemberNote("marks_left_out", row.number, column, shown(bare), {"count": len(text) - len(bare)}))
        if bare.startswith("'") and bare[1:].lstrip().startswith(_FORMULA):
            self._remarks.append(MemberNote("apostrophe_left_out", row.number, column, shown(bare)))
            return bare[1:]
        return bare

    def _age_group(self, row: Row) -> AgeGroup | None:
        for column, cell, _kind in self._cells(row, MemberColumn.AGE_GROUP):
            word = plain_heading(cell)
            if word and word not in _KNOWN_GROUPS:
                self._wrong("age_group_unreadable", row, column, cell, found=shown(cell))
            return _KNOWN_GROUPS.get(word)
        return None

    def _until(self, row: Row) -> int | None:
        for column, cell, _kind in self._cells(row, MemberColumn.AGE_GROUP_UNTIL):
            text = cell.strip()
            if re.fullmatch(r"[0-9]{4}", text, re.ASCII) and FIRST_YEAR <= int(text) <= LAST_YEAR:
                return int(text)
            if text:
                self._wrong("until_unreadable", row, column, cell, found=shown(cell), first=FIRST_YEAR, last=LAST_YEAR)
        return None

    def _person(self, row: Row) -> str:
        for column, cell, _kind in self._cells(row, MemberColumn.PERSON):
            person = cell.strip()
            if not re.fullmatch(r"[A-Za-z0-9_-]{8,22}", person, re.ASCII):
                return ""
            first = self._persons.setdefault(person, row.number)
            if first != row.number:
                self._wrong("person_twice", row, column, cell, first_row=first)
            return person
        return ""

    def _wrong(self, code: str, row: Row, column: MemberColumn | None, cell: str, **params: str | int) -> str:
        self._errors.append(MemberNote(code, row.number, column, shown(cell), params))
        return ""


def _left_out(heading: Row, columns: Columns) -> tuple[str, ...]:
    return tuple(shown(cell) for cell, column in zip(heading.cells, columns, strict=False) if column is None and cell.strip())


def _dropped(table: Table, columns: Columns, *, has_heading: bool) -> tuple[str, ...]:
    """Kinds of personal data in columns that are not read: as the heading says, or as the cells look where it says nothing."""
    rows = table.rows[1:] if has_heading else table.rows
    kinds: set[str | None] = set()
    for at in (at for at, column in enumerate(columns) if column is None):
        heading = table.rows[0].cells[at] if has_heading and at < len(table.rows[0].cells) else ""
        kinds.add(personal_kind(heading) or kind_of_cells(row.cells[at] for row in rows if at < len(row.cells)))
    return tuple(sorted(kind for kind in kinds if kind))


def shown(text: str, length: int = 40) -> str:
    """A short, printable piece of the table to show in a message."""
    seen = "".join(character if character.isprintable() else "�" for character in text[: length + 1].strip())
    return seen if len(seen) <= length else seen[: length - 1] + "…"
