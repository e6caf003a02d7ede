"""What every event did to a person's rating, as a file: the rows of the table on the person's page."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.tenancy.scope import snapshot
from clubs.views.csv_files import Cell, csv_answer
from ratings.selectors import get_ladder_state
from ratings.views.person import history_of, person_for
from ratings.views.player_events import event_rows

FILE_NAME = "rating-history"
COLUMNS = ("date", "event", "before", "change", "after", "score", "counted_games", "wins", "draws", "losses", "not_counted")


@require_safe
def history_csv(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The file; open where the person's page is. Nobody's name is in it, nor in its own."""
    club = club_for(request, slug)
    with snapshot(club):
        person = person_for(request, club, public_id)
        if person.was_merged:
            return redirect(person.address("history_csv"))
        rows = event_rows(person, history_of(person).changes)
        return csv_answer(FILE_NAME, COLUMNS, map(_cells, rows), fresh=get_ladder_state(club).fresh)


def _cells(row: Mapping[str, Any]) -> list[Cell]:
    """By `COLUMNS`. An event that is not public has no name, and nothing is said of why it does not count."""
    record = row["record"]
    return [
        row["date"],
        row["name"] if row["url"] else None,
        *(_part(row[column], 10) for column in ("before", "change", "after")),
        _part(row["score"], 2),
        row["games"],
        *((None,) * 3 if record is None else (record.wins, record.draws, record.losses)),
        row["obstacle"],
    ]


def _part(value: int | None, whole: int) -> float | None:
    """Tenths or half-points as what they are part of."""
    return None if value is None else value / whole
