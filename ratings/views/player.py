"""The page of one player: where the rating stands and stood, why it moved, what was played, and against whom."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.templatetags.rookery import day, rating, wdl
from clubs.tenancy.scope import snapshot
from players.models import Standing
from ratings.domain.history import day_of_peak, entry_rating, rating_points
from ratings.selectors import PlayerChange
from ratings.selectors.history import list_revised_ratings
from ratings.views.causes import what_changed
from ratings.views.frame import read_ladder_state, render_club_page
from ratings.views.person import Person, history_of, person_for
from ratings.views.player_events import event_rows
from ratings.views.rating_graph import graph_of
from ratings.views.records import records


@require_safe
def player_page(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """A person of the club; the address of a player merged into another leads to the person."""
    club = club_for(request, slug)
    with snapshot(club):
        person = person_for(request, club, public_id)
        if person.was_merged:
            return redirect(person.address("player"))
        context = {"name": person.shown_name, **read_ladder_state(club), **_content(person)}
        return render_club_page(request, club, "ratings/player.html", "", context)


def _content(person: Person) -> dict[str, Any]:
    history = history_of(person)
    standing = Standing.objects.filter(club=person.club, player=person.player).first()
    return {
        "tiles": [] if standing is None else _tiles(standing, history.changes),
        "provisional": standing is not None and standing.provisional,
        "graph": graph_of(history.changes),
        **records(person, history.games),
        **what_changed(person, list_revised_ratings(person.club, person.player.pk)),
        "rows": event_rows(person, history.changes),
        "opponents_url": person.address("opponents"),
        "csv_url": person.address("history_csv"),
    }


def _tiles(standing: Standing, changes: tuple[PlayerChange, ...]) -> list[dict[str, Any]]:
    played = standing.wins + standing.draws + standing.losses
    record = ngettext("%(games)s rated game played", "%(games)s rated games played", played) % {"games": played}
    brought = standing.games - sum(change.counted for change in changes)
    before = ngettext("%(games)s of them before this ladder", "%(games)s of them before this ladder", brought) % {"games": brought}
    was_brought = brought > 0 and (not changes or entry_rating(changes) == standing.peak)
    peak = None if was_brought else day_of_peak(rating_points(changes), standing.peak)
    return [
        {"label": gettext("Rating"), "value": rating(standing.rating), "note": gettext("provisional") if standing.provisional else ""},
        {"label": gettext("Highest rating"), "value": rating(standing.peak), "note": "" if peak is None else format_html("{}", day(peak))},
        {"label": gettext("Won, drawn and lost"), "value": wdl(standing.wins, standing.draws, standing.losses), "note": record},
        {"label": gettext("Games that moved the rating"), "value": standing.games, "note": before if brought > 0 else ""},
        {"label": gettext("Last played"), "value": day(standing.last_played)},
    ]
