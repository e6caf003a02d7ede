"""The page of one event. It lives in the top app because it shows what the event did to ratings."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.access import is_paused_for, sees_club
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from players.access import viewer_of
from players.selectors import names_of
from ratings.selectors import list_changes_of_event
from ratings.views.frame import explanation_url, player_url, read_ladder_state, render_club_page
from tournaments.access import event_for
from tournaments.selectors.events import find_event
from tournaments.selectors.pages import EventSheet, read_event
from tournaments.views.event import EventPage


@require_safe
def event_page(request: HttpRequest, club_public_id: str, public_id: str) -> HttpResponse:
    """Table, crosstable, rounds and changes of rating; `?round=` chooses the round, `?rows=` the part of a long event."""
    club, seen = event_for(request, club_public_id, public_id)
    with snapshot(club):
        event = find_event(club, seen.public_id)
        if event is None or event.latest is None:
            raise Http404
        sheet = read_event(club, event)
        response = render_club_page(request, club, "tournaments/event.html", "", _context(request, club, sheet))
    response.rookery_indexable = False  # type: ignore[attr-defined]  # an event page is found by its link alone
    return response


def _context(request: HttpRequest, club: Club, sheet: EventSheet) -> dict[str, Any]:
    """Players are linked, and changes shown, only for those to whom the club's own page is open and not paused."""
    book = names_of(club, viewer_of(request, club), sheet.people)
    number = request.GET.get("round", "")
    chosen = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else None
    rows = request.GET.get("rows", "")
    context: dict[str, Any] = {"removed": sheet.event.removed_at is not None, "hidden_from_others": ""}  # it has readers of its own
    if not sees_club(request, club) or is_paused_for(request, club):
        page = EventPage(sheet, book, lambda player_id: None)
        return context | {"club": None, "club_links": [], "host": club.name} | page.context(chosen, rows)
    changes = {change.player_id: change.change for change in list_changes_of_event(club, sheet.event.pk)}
    page = EventPage(
        sheet,
        book,
        lambda player_id: player_url(club, book, player_id),
        changes or None,
        lambda player_id: explanation_url(club, book, player_id, sheet.event.public_id),
    )
    return context | (read_ladder_state(club) if changes else {}) | page.context(chosen, rows)
