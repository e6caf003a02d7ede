"""What every event did to a person's rating, for a spreadsheet: the rows of the table on the person's page.

UTF-8 with a byte order mark, without which Excel takes Hebrew and Russian for Latin letters. Excel cuts a line by the list separator of its
own language and reads figures by its decimal sign; so where the language of the page has a decimal comma, figures have one and a
semicolon stands between cells. Dates are written as ISO 8601 has them, which Excel reads in every language.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.templatetags.rookery import decimal
from clubs.tenancy.scope import snapshot
from ratings.selectors import get_ladder_state
from ratings.views.person import history_of, person_for
from ratings.views.player_events import event_rows

FILE_NAME = "rating-history.csv"
Cell = str | int | Decimal | date | None
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}", "\N{FULLWIDTH COMMERCIAL AT}")


@require_safe
def history_csv(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The file; open where the person's page is. Nobody's name is in it, nor in its own."""
    club = club_for(request, slug)
    with snapshot(club):
        person = person_for(request, club, public_id)
        if person.was_merged:
            return redirect(person.address("history_csv"))
        rows = event_rows(person, history_of(person).changes)
        is_fresh = get_ladder_state(club).fresh
    content = spreadsheet([_head(), *map(_cells, rows), *([] if is_fresh else [_stale()])])
    return HttpResponse(
        content, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    )


def _head() -> list[Cell]:
    return [
        gettext("Date"),
        gettext("Event"),
        pgettext("rating", "Before"),
        pgettext("of a rating", "Change"),
        pgettext("rating", "After"),
        gettext("Score"),
        gettext("Games that moved the rating"),
        gettext("Won"),
        gettext("Drawn"),
        gettext("Lost"),
        gettext("Note"),
    ]


def _cells(row: dict[str, Any]) -> list[Cell]:
    record = row["record"]
    return [
        row["date"],
        row["name"],
        *(_part(row[column], 10) for column in ("before", "change", "after")),
        _part(row["score"], 2),
        row["games"],
        *((None,) * 3 if record is None else (record.wins, record.draws, record.losses)),
        row["note"],
    ]


def _stale() -> list[Cell]:
    """A last line: what a file says must not look newer than it is."""
    return [None, gettext("The ladder is being rebuilt. These are the ratings from before the last change.")]


def _part(value: int | None, whole: int) -> Decimal | None:
    """Tenths or half-points as what they are part of."""
    return None if value is None else Decimal(value) / whole


def spreadsheet(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Rows as a file that a spreadsheet of the reader's language opens rightly; see above."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if decimal(Decimal("0.5"), 1) == "0,5" else ",")
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _written(cell: Cell) -> str:
    """A figure may begin with its sign; a text that a spreadsheet would take for a formula begins with an apostrophe."""
    if isinstance(cell, Decimal):
        return decimal(cell, 1).replace("\N{MINUS SIGN}", "-")
    if isinstance(cell, str):
        return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell
    return "" if cell is None else str(cell)
