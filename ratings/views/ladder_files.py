"""The ladder for spreadsheets and programs. Names are those that the visitor sees on the page."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.urls import reverse

from clubs.models import Club
from clubs.views.csv_files import Cell
from players.selectors import NameBook
from ratings.domain.ladder import Line
from ratings.selectors import LadderState

COLUMNS = ("rank", "moved", "player", "id", "rating", "change", "games", "wins", "draws", "losses", "last_played", "provisional")


def csv_rows(lines: Iterable[Line], book: NameBook) -> Iterator[list[Cell]]:
    """The people by `COLUMNS`."""
    for line in lines:
        values = player_of(line, book)
        yield [values[column] for column in COLUMNS]


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
