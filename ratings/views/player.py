"""The page of one player: lifetime record, and what every event did to the rating."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.models import Club
from clubs.templatetags.rookery import day, rating, wdl
from clubs.tenancy.scope import snapshot
from players.access import viewer_of
from players.models import Player, Standing
from players.selectors import NameBook, find_player, names_of, roots
from ratings.selectors import PlayerChange, history_of_player
from ratings.views.frame import event_url, explanation_url, player_url, read_ladder_state, render_club_page
from tournaments.models import EventAccess
from tournaments.selectors.pages import ListedEvent, describe_events, list_events_of_players
from tournaments.views.words import state_word

Row = dict[str, Any]


@require_safe
def player_page(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """A person of the club; the address of a player merged into another leads to the person."""
    club = club_for(request, slug)
    with snapshot(club):
        player = find_player(club, public_id)
        if player is None:
            raise Http404
        book = names_of(club, viewer_of(request, club))
        if book.root_of(player.pk) != player.pk:
            return redirect(player_url(club, book, player.pk))
        context = {"name": book.display_name(player), **read_ladder_state(club), **_record(club, player, book)}
        return render_club_page(request, club, "ratings/player.html", "", context)


def _record(club: Club, player: Player, book: NameBook) -> Row:
    history = history_of_player(club, player.pk)
    events = list_events_of_players(club, roots(club).players_of(player.pk), (change.event_id for change in history))
    standing = Standing.objects.filter(club=club, player=player).first()
    return {
        "tiles": [] if standing is None else _tiles(standing),
        "provisional": standing is not None and standing.provisional,
        "rows": _rows(club, history, describe_events(club, events), lambda event: explanation_url(club, book, player.pk, event)),
    }


def _tiles(standing: Standing) -> list[Row]:
    record = ngettext("%(games)s rated game played", "%(games)s rated games played", _played(standing)) % {"games": _played(standing)}
    return [
        {"label": gettext("Rating"), "value": rating(standing.rating), "note": gettext("provisional") if standing.provisional else ""},
        {"label": gettext("Highest rating"), "value": rating(standing.peak)},
        {"label": gettext("Won, drawn and lost"), "value": wdl(standing.wins, standing.draws, standing.losses), "note": record},
        {"label": gettext("Games that moved the rating"), "value": standing.games},
        {"label": gettext("Last played"), "value": day(standing.last_played)},
    ]


def _played(standing: Standing) -> int:
    return standing.wins + standing.draws + standing.losses


def _rows(club: Club, history: Iterable[PlayerChange], listed: list[ListedEvent], explained_at: Callable[[str], str]) -> list[Row]:
    """Every event of the person, the latest first; one that the ladder does not count says why."""
    changes = {change.event_id: change for change in history}
    after = ratings_after(changes.values())
    return [_row(club, each, changes.get(each.event.pk), after, explained_at) for each in listed]


def ratings_after(history: Iterable[PlayerChange]) -> dict[int, int]:
    """The rating in tenths when each event had ended, by event; `history` in the order in which they ended.

    A change is added when its event ends, so an event that began during another one does not start from the last rating.
    """
    changes = list(history)
    if not changes:
        return {}
    running = min(changes, key=lambda change: (change.starts_on, change.games_before)).before
    after = {}
    for change in changes:
        running += change.change
        after[change.event_id] = running
    return after


def _row(club: Club, listed: ListedEvent, change: PlayerChange | None, after: Mapping[int, int], explained_at: Callable[[str], str]) -> Row:
    """One line of `components/rating_changes.html`. Of an event for arbiters only nothing is told but its date and change."""
    closed = listed.event.access == EventAccess.CLOSED
    return {
        "name": gettext("An event that is not public") if closed else listed.version.name,
        "url": None if closed else event_url(club, listed.event.public_id),
        "date": listed.version.starts_on,
        "note": "" if closed else state_word(listed.version, listed.counting),
        "games": change and change.counted,
        "score": change and change.score,
        "before": change and change.before,
        "change": change and change.change,
        "change_url": None if closed or change is None else explained_at(listed.event.public_id),
        "after": change and after[change.event_id],
    }
