"""The front page of a club, and the list of its events."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from players.access import viewer_of
from players.selectors import NameBook, names_of
from ratings.selectors import LadderRow, ladder_rules_of, list_ladder
from ratings.views.frame import EVENTS, LADDER, event_url, player_url, read_ladder_state, render_club_page, today_at
from tournaments.selectors.pages import ListedEvent, count_events_waiting_for_names, describe_events, list_public_events
from tournaments.views.words import format_word, state_kind, state_word

RECENT_EVENTS = 8
EVENTS_A_PAGE = 25


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The ladder, the latest events, and what the ladder waits for."""
    club = club_for(request, slug)
    with snapshot(club):
        context = read_ladder_state(club) | _ladder(request, club) | _recent_events(club)
        return render_club_page(request, club, "ratings/club.html", LADDER, context)


@require_safe
def events_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every event of the club, page by page."""
    club = club_for(request, slug)
    with snapshot(club):
        page = Paginator(list_public_events(club), EVENTS_A_PAGE).get_page(request.GET.get("page"))
        events = [event_line(club, listed) for listed in describe_events(club, page.object_list)]
        return render_club_page(request, club, "ratings/events.html", EVENTS, {"page": page, "events": events})


def _ladder(request: HttpRequest, club: Club) -> dict[str, Any]:
    book = names_of(club, viewer_of(request, club))
    rows = list_ladder(club)
    rules = ladder_rules_of(club).on(today_at(club))
    return {
        "established": [ladder_line(club, book, row) for row in rows if not row.standing.provisional],
        "provisional": [ladder_line(club, book, row) for row in rows if row.standing.provisional],
        "provisional_games": rules.provisional_games,
    }


def _recent_events(club: Club) -> dict[str, Any]:
    described = describe_events(club, list_public_events(club)[: RECENT_EVENTS + 1])
    return {
        "events": [event_line(club, listed) for listed in described[:RECENT_EVENTS]],
        "more_events": len(described) > RECENT_EVENTS,
        "events_waiting": count_events_waiting_for_names(club),
    }


def ladder_line(club: Club, book: NameBook, row: LadderRow) -> dict[str, Any]:
    """One line of `components/ladder_rows.html`."""
    standing = row.standing
    return {
        "rank": row.rank,
        "name": book.display_name(row.player),
        "url": player_url(club, book, row.player.pk),
        "rating": standing.rating,
        "change": standing.last_change,
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "last_played": standing.last_played,
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
