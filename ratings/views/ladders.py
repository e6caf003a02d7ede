"""The ladder in other forms: a season's table, a list for the wall, CSV and JSON."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from clubs.middleware import INDEXABLE
from clubs.models import Club
from clubs.views.csv_files import csv_answer
from players.access import viewer_of
from players.selectors import NameBook, names_of
from ratings.domain.ladder import SeasonLine
from ratings.domain.seasons import Season, calendar_year, chess_year, find_season, seasons_between
from ratings.selectors.kept import PageState
from ratings.selectors.ladder import find_span, read_ladder, read_season
from ratings.views.frame import render_club_page
from ratings.views.front import CLIMBERS, shown_lines
from ratings.views.kept import kept_page
from ratings.views.ladder_answer import answer_to
from ratings.views.ladder_files import COLUMNS, csv_rows, json_of
from ratings.views.ladder_query import LadderQuery, Nothing, read_ladder_query, read_nothing
from ratings.views.ladder_rows import season_rows, wall_rows

LONG_LIST = 40
"""People from which a wall list has two columns: more would not stand in one on a sheet of A4."""


@kept_page(read_nothing)
def season_page(request: HttpRequest, state: PageState, asked: Nothing, season: str) -> HttpResponse:
    """Rating at the end, games, change and record of everybody who played in a calendar year or a chess year."""
    club = state.club
    found = find_season(season)
    if found is None:
        raise Http404
    book = names_of(club, viewer_of(request, club))
    lines = read_season(club, book, found)
    context = {"ladder_state": state.ladder} | _season(book, found, lines) | {"seasons": _season_links(club, found)}
    return render_club_page(request, club, "ratings/season.html", "", context, asked.address, indexable=bool(lines))


def _season(book: NameBook, season: Season, lines: list[SeasonLine]) -> dict[str, Any]:
    grown = sorted((line for line in lines if line.change > 0 and not line.provisional), key=lambda line: -line.change)[:CLIMBERS]
    labels = (gettext("Rating"), pgettext("of a rating", "Change"), gettext("Games"), gettext("W–D–L"))
    return {
        "season": season,
        "established": season_rows((line for line in lines if not line.provisional), book),
        "provisional": season_rows((line for line in lines if line.provisional), book),
        "columns": [{"label": label} for label in labels],
        "climbers": [
            {"url": f"../../players/{book.public_id_of(line.player)}/", "name": book.name_of(line.player), "change": line.change}
            for line in grown
        ],
    }


def _season_links(club: Club, shown: Season) -> list[dict[str, Any]]:
    """Every season with an event, and the one that is shown."""
    span, today = find_span(club), club.today
    held = seasons_between(*span) if span else [calendar_year(today.year), chess_year(today.year - (today.month < 9))]
    if shown not in held:
        held.append(shown)
    return [
        {"label": season.name, "url": reverse("ratings:season", args=[club.slug, season.name]), "current": season == shown}
        for season in held
    ]


@kept_page(read_ladder_query)
def wall_page(request: HttpRequest, state: PageState, asked: LadderQuery) -> HttpResponse:
    """The ladder on paper, for the wall of the club's room."""
    club = state.club
    today, book = club.today, names_of(club, viewer_of(request, club))
    answer = answer_to(asked, today)
    asked = answer.asked
    sheet = read_ladder(club, book, today=today, on=asked.on, everybody=asked.everybody)
    lines = sheet.lines
    context = {
        "ladder_state": state.ladder,
        "address_notices": answer.notices,
        "day": asked.on or today,
        "last_on": sheet.last and sheet.last.ends[0],
        "established": wall_rows((line for line in lines if not line.place.provisional), book),
        "provisional": wall_rows((line for line in lines if line.place.provisional), book),
        "is_long": len(lines) >= LONG_LIST,
        "everybody": asked.everybody,
        "provisional_games": sheet.rules.provisional_games,
    }
    return render_club_page(request, club, "ratings/wall.html", "", context, asked.address, indexable=not answer.notices)


@kept_page(read_ladder_query)
def ladder_csv(request: HttpRequest, state: PageState, asked: LadderQuery) -> HttpResponse:
    """The ladder as a table for a spreadsheet; search engines never list it."""
    club = state.club
    today, book = club.today, names_of(club, viewer_of(request, club))
    asked = answer_to(asked, today).asked
    sheet = read_ladder(club, book, today=today, on=asked.on, everybody=asked.everybody)
    rows = csv_rows(shown_lines(book, sheet, asked), book)
    response = csv_answer(f"ladder-{(asked.on or today).isoformat()}", COLUMNS, rows, fresh=state.ladder.fresh)
    setattr(response, INDEXABLE, False)
    return response


@kept_page(read_ladder_query)
def ladder_json(request: HttpRequest, state: PageState, asked: LadderQuery) -> HttpResponse:
    """The same for programs (docs/api.md)."""
    club = state.club
    today, book = club.today, names_of(club, viewer_of(request, club))
    asked = answer_to(asked, today).asked
    sheet = read_ladder(club, book, today=today, on=asked.on, everybody=asked.everybody)
    lines = shown_lines(book, sheet, asked)
    said = json_of(club, state.ladder, asked.on or today, lines, book)
    return JsonResponse(said, json_dumps_params={"ensure_ascii": False})
