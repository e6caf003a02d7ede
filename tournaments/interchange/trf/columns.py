"""One 001 record: fixed columns (C.02.03), found again where a program has shifted them.

Columns are counted in characters. Two known faults move them: names padded by their length in UTF-8 bytes, and
names or numbers written wider or narrower than their field. A shift is accepted only if it makes the whole row
fit; otherwise the row is read where it stands and every cell that does not fit is left out with a warning.
"""

import re
from dataclasses import dataclass, replace

MAX_SHIFT = 20
_TAIL = re.compile(
    r" (?P<rating>[ \d]{4}) (?P<federation>[A-Za-z ]{3}) (?P<fide_id>[ \w]{11}) (?P<birth>[ \d./-]{10})"
    r" (?P<points>[ \d][ \d][.,]\d|\d{3}[.,]|[ ]{2}[ \d]\d|[ ]{4}) (?P<rank>[ \d]{4})(?P<cells>(  .{8})*) *",
    re.ASCII,
)
_CELL = re.compile(r"(?P<opponent> {0,3}\d{1,4}|\d{1,4} {0,3}| {4}) (?P<colour>[wWbB -]) (?P<letter>[-+=10½WDLHFUZwdlhfuz ])")
_SPILT = re.compile(r" {2,}(?=.*\d).*")
"""What follows a name that ends before its columns do: a rating or a date of birth is no part of it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """A 001 record cut up. `cells` holds (column from 1, eight characters) of each round, from round 1."""

    number: str
    sex: str
    title: str
    name: str
    rating: str
    federation: str
    fide_id: str
    birth: str
    points: str
    rank: str
    cells: tuple[tuple[int, str], ...]
    shift: int  # how far the columns after the name stand to the right of their place
    fits: bool = True  # False: nothing made the row fit, so that anything may stand anywhere


@dataclass(frozen=True, slots=True)
class Cell:
    """What a row says about one round. `opponent` is None for nobody; `colour` is w, b or empty; `letter` empty
    for a blank result."""

    opponent: int | None
    colour: str
    letter: str
    column: int


def cut_columns(text: str) -> Columns:
    """Cut a 001 record, realigned if needed."""
    for head, tail in _shifts(text):
        if _fits(text, head, tail):
            return _cut(text, head, tail)
    found = _cut(text, 0, 0)
    return replace(found, name=_SPILT.sub("", found.name), fits=False)


def parse_cell(column: int, text: str) -> Cell | None:
    """The cell of one round, or None where it cannot be read. `text` is its columns 1–8 of 10."""
    found = _CELL.fullmatch(text.ljust(8))
    if found is None:
        return None
    opponent = int(found["opponent"]) if found["opponent"].strip() else 0
    letter = found["letter"].strip().upper().replace("½", "=")
    return Cell(opponent or None, found["colour"].strip(" -").lower(), letter, column)


def _shifts(text: str) -> list[tuple[int, int]]:
    """Candidate shifts (of the number, title and name; of what follows the name), the likeliest first."""
    surplus = len(text.encode("utf-8", "replace")) - len(text)
    sizes = [size for step in range(1, MAX_SHIFT + 1) for size in (step, -step)]
    tails = [(0, tail) for tail in ([-surplus] if surplus else []) + sizes]
    return [(0, 0), *tails, *((size, size) for size in sizes[:8])]


def _fits(text: str, head: int, tail: int) -> bool:
    """Whether all separators are blank, every cell can be read and, in a shifted row, points are where they belong."""
    if text[13 + head : 14 + head].strip() or not text[4 + head : 8 + head].strip().isdecimal():
        return False
    if text[3 : 4 + head].strip():
        return False
    found = _TAIL.fullmatch(_padded(text[47 + tail :]))
    if found is None or ((head or tail) and not found["points"].strip()):
        return False
    cells = found["cells"]
    return all(_CELL.fullmatch(cells[start + 2 : start + 10]) for start in range(0, len(cells), 10))


def _padded(tail: str) -> str:
    """The part from column 48 on, filled up to the end of the last round's result."""
    missing = -max(0, len(tail) - 42) % 10
    return tail.ljust(42) if len(tail) <= 42 else tail + " " * missing


def _cut(text: str, head: int, tail: int) -> Columns:
    def after_name(first: int, last: int) -> str:
        return text[first - 1 + tail : last + tail].strip()

    title = text[9 + head : 13 + head].ljust(4)
    has_sex = title[0] in "mwfMWF "
    start = 91 + tail
    starts = range(start, len(text), 10)
    return Columns(
        number=text[4 + head : 8 + head].strip(),
        sex=title[0].strip() if has_sex else "",
        title=(title[1:] if has_sex else title).strip(),
        name=text[14 + head : 47 + tail].strip(),
        rating=after_name(49, 52),
        federation=after_name(54, 56),
        fide_id=after_name(58, 68),
        birth=after_name(70, 79),
        points=after_name(81, 84),
        rank=after_name(86, 89),
        cells=tuple((first + 1, text[first : first + 10].rstrip()) for first in starts),
        shift=tail,
    )
