"""The front page of a club, and the list of its events."""

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, pgettext

from clubs.models import Club
from players.access import viewer_of
from players.selectors import NameBook, names_of
from ratings.domain.ladder import Line, climbers, sort_lines
from ratings.selectors.kept import PageState
from ratings.selectors.ladder import LadderSheet, read_ladder
from ratings.views.frame import EVENTS, LADDER, event_url, render_club_page
from ratings.views.kept import kept_page
from ratings.views.ladder_answer import answer_to
from ratings.views.ladder_query import LadderQuery, PageNumber, read_ladder_query, read_page_number
from ratings.views.ladder_rows import ladder_rows
from ratings.views.searching import search_lines
from tournaments.selectors.front import read_latest_events
from tournaments.selectors.pages import ListedEvent, describe_events, list_public_events
from tournaments.views.words import format_word, state_kind, state_word

RECENT_EVENTS = 5
EVENTS_A_PAGE = 25
CLIMBERS = 5


@kept_page(read_ladder_query)
def club_page(request: HttpRequest, state: PageState, asked: LadderQuery) -> HttpResponse:
    """The ladder as it is or was, who climbed, the latest events, and what the ladder waits for."""
    club = state.club
    today, book = club.today, names_of(club, viewer_of(request, club))
    answer = answer_to(asked, today)
    asked = answer.asked
    sheet = read_ladder(club, book, today=today, on=asked.on, everybody=asked.everybody)
    context = {"ladder_state": state.ladder, "address_notices": answer.notices}
    context |= _ladder(book, sheet, asked, asked.on or today) | _recent_events(club, sheet.opened_on)
    return render_club_page(request, club, "ratings/club.html", LADDER, context, asked.address, indexable=not answer.notices)


@kept_page(read_page_number)
def events_page(request: HttpRequest, state: PageState, asked: PageNumber) -> HttpResponse:
    """Every event of the club, page by page."""
    club = state.club
    page = Paginator(list_public_events(club), EVENTS_A_PAGE).get_page(asked.number)
    events = [event_line(club, listed) for listed in describe_events(club, page.object_list)]
    return render_club_page(request, club, "ratings/events.html", EVENTS, {"page": page, "events": events}, asked.address)


def shown_lines(book: NameBook, sheet: LadderSheet, asked: LadderQuery) -> list[Line]:
    """The lines that are asked for, in the order that is asked for; provisional players stay below the others."""
    lines = search_lines(sheet.lines, book, asked.search)
    if asked.sort != "rating" or asked.rising:
        lines = sort_lines(lines, asked.sort, rising=asked.rising)
    return sorted(lines, key=lambda line: line.place.provisional)


def _ladder(book: NameBook, sheet: LadderSheet, asked: LadderQuery, day: date) -> dict[str, Any]:
    lines = shown_lines(book, sheet, asked)
    established = sum(not line.place.provisional for line in lines)
    return {
        "asked": asked,
        "is_empty": not sheet.lines,
        "established": ladder_rows(lines[:established], book, today=day),
        "provisional": ladder_rows(lines[established:], book, today=day),
        "provisional_games": sheet.rules.provisional_games,
        "columns": _columns(asked),
        "left_out": sheet.left_out,
        "everybody": asked.but(everybody=not asked.everybody).address or "?",
        "last_on": sheet.last and sheet.last.ends[0],
        "season": day.year,
        "climbers": [
            {"url": f"players/{book.public_id_of(player)}/", "name": book.name_of(player), "change": gained}
            for player, gained in climbers(sheet.lines, sheet.recent, book.public_id_of, CLIMBERS)
        ],
    }


def _columns(asked: LadderQuery) -> list[dict[str, str]]:
    """The heads of the columns that can be sorted by, each a link to the ladder sorted by it."""
    labels = {
        "rating": gettext("Rating"),
        "change": pgettext("of a rating", "Change"),
        "games": gettext("Games"),
        "played": gettext("Last played"),
    }
    return [
        {
            "label": label,
            "url": asked.sorted_by(key).address or "?",
            "sorted": "" if key != asked.sort else "ascending" if asked.rising else "descending",
        }
        for key, label in labels.items()
    ]


def _recent_events(club: Club, opened_on: date | None) -> dict[str, Any]:
    latest = read_latest_events(club, RECENT_EVENTS + 1, opened_on)
    return {
        "events": [event_line(club, listed) for listed in latest.lines[:RECENT_EVENTS]],
        "more_events": len(latest.lines) > RECENT_EVENTS,
        "events_waiting": latest.waiting,
    }


def event_line(club: Club, listed: ListedEvent) -> dict[str, Any]:
    """One line of `components/event_list.html`."""
    return {
        "name": listed.version.name,
        "url": event_url(club, listed.event.public_id),
        "date": listed.version.starts_on,
        "format": format_word(listed.version),
        "players": listed.players,
        "rounds": listed.rounds,
        "state": state_word(listed.version, listed.counting),
        "state_kind": state_kind(listed.counting),
    }
