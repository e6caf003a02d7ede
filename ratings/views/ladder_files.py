"""The ladder for spreadsheets and programs. Names are those that the visitor sees on the page."""

import csv
import io
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.urls import reverse

from clubs.models import Club
from players.selectors import NameBook
from ratings.domain.ladder import Line
from ratings.selectors import LadderState

COLUMNS = ("rank", "moved", "player", "id", "rating", "change", "games", "wins", "draws", "losses", "last_played", "provisional")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}", "\N{FULLWIDTH COMMERCIAL AT}")


def csv_of(lines: Iterable[Line], book: NameBook) -> bytes:
    """A table with a head, in UTF-8 with the mark by which spreadsheets know it. No cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for line in lines:
        values = player_of(line, book)
        writer.writerow([_cell(values[column]) for column in COLUMNS])
    return text.getvalue().encode("utf-8-sig")


def _cell(value: object) -> str:
    """Nothing for None, 1 and 0 for yes and no. A text that a spreadsheet would take for a formula begins with an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return str(int(value)) if isinstance(value, bool) else str(value)


def json_of(club: Club, state: LadderState, day: date, lines: Iterable[Line], book: NameBook) -> dict[str, Any]:
    """Everything of the ladder as of `day`; `build` and `fresh` say whether it is the newest."""
    players = [
        {**player_of(line, book), "address": reverse("ratings:player", args=[club.slug, book.public_id_of(line.place.player)])}
        for line in lines
    ]
    return {"club": club.name, "as_of": day.isoformat(), "build": state.version, "fresh": state.fresh, "players": players}


def player_of(line: Line, book: NameBook) -> dict[str, Any]:
    """One person by the names of `COLUMNS`; ratings in points with one decimal."""
    place = line.place
    return {
        "rank": line.rank,
        "moved": line.moved,
        "player": book.name_of(place.player),
        "id": book.public_id_of(place.player),
        "rating": place.rating / 10,
        "change": None if line.change is None else line.change / 10,
        "games": place.games,
        "wins": place.wins,
        "draws": place.draws,
        "losses": place.losses,
        "last_played": place.last_played and place.last_played.isoformat(),
        "provisional": place.provisional,
    }
