"""Files for spreadsheets and programs, which are the same in every language (docs/api.md).

The first row has names of columns that do not change. Commas part the cells, a point begins the decimals, dates are those of ISO 8601,
yes and no are 1 and 0, and what there is not is empty. UTF-8 with a byte order mark, without which Excel takes Hebrew and Russian for
Latin letters. A text that a spreadsheet would take for a formula begins with an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date

from django.http import HttpResponse

Cell = str | bool | int | float | date | None
_FORMULA = (
    *("=", "+", "-", "@", "\t", "\r"),
    *("\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}", "\N{FULLWIDTH HYPHEN-MINUS}", "\N{FULLWIDTH COMMERCIAL AT}"),
)


def csv_answer(name: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, fresh: bool) -> HttpResponse:
    """The file, to be saved as `name`.csv; while the ladder is being rebuilt the name says that the figures are those from before."""
    answer = HttpResponse(csv_of(columns, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}{"" if fresh else "-not-current"}.csv"'
    return answer


def csv_of(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table with its head."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _written(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else str(int(cell)) if isinstance(cell, bool) else str(cell)
