"""A TRF text cut into its lines, grouped by record code."""

import re
from dataclasses import dataclass

from tournaments.interchange.failures import too_large
from tournaments.interchange.limits import MAX_LINE
from tournaments.interchange.remarks import make_remark

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number from 1 and its text without the line end, tabs made blanks."""

    number: int
    text: str

    @property
    def code(self) -> str:
        """The record's first three columns."""
        return self.text[:3]

    @property
    def value(self) -> str:
        """What stands from column 5 on, trimmed."""
        return self.text[4:].strip()


def split_lines(text: str) -> list[Line]:
    """The lines of a TRF that hold a record: CR, LF and CRLF end a line (C.02.03 asks for CR).

    Empty lines and comments (`###`) are left out. Errors: TooLarge for a line beyond `MAX_LINE`.
    """
    lines = []
    for number, line in enumerate(_LINE_END.split(text), start=1):
        if len(line) > MAX_LINE:
            raise too_large(make_remark("line_too_long", line=number, length=len(line), limit=MAX_LINE))
        record = line.replace("\t", " ").rstrip("\x1a ")
        if record.strip() and not record.startswith("###"):
            lines.append(Line(number, record))
    return lines


def group_records(lines: list[Line]) -> dict[str, list[Line]]:
    """Lines by their code, in the order of the file."""
    records: dict[str, list[Line]] = {}
    for line in lines:
        records.setdefault(line.code, []).append(line)
    return records
