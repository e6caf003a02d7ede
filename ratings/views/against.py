"""Whom a person has played, and two people against each other."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.templatetags.rookery import DASH, of_two, points, wdl
from clubs.tenancy.scope import snapshot
from ratings.domain.history import PlayedGame, record_of, records_by_opponent
from ratings.selectors.history import list_ladder_players, read_events
from ratings.views.frame import event_url, explanation_url, read_ladder_state, render_club_page
from ratings.views.person import Person, history_of, person_for, second_person
from ratings.views.records import by_colour, opponent_rows
from tournaments.domain.results import ResultKind
from tournaments.models import Event

_ON_THE_BOARD = {2: ResultKind.WHITE_WIN, 1: ResultKind.DRAW, 0: ResultKind.BLACK_WIN}  # by White's half-points


@require_safe
def opponents_page(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Everybody whom a person has met in a rated game, and a choice of anybody else; `?other=` leads to the two of them."""
    club = club_for(request, slug)
    with snapshot(club):
        person = person_for(request, club, public_id)
        if other := request.GET.get("other", ""):
            return redirect(person.address("head_to_head", second_person(person, other).player.pk))
        if person.was_merged:
            return redirect(person.address("opponents"))
        games = history_of(person).games
        context = {
            "name": person.shown_name,
            "player_url": person.address("player"),
            "rows": opponent_rows(person, games, records_by_opponent(games)),
            "choices": _choices(person),
            **read_ladder_state(club),
        }
        return render_club_page(request, club, "ratings/opponents.html", "", context)


def _choices(person: Person) -> list[dict[str, str]]:
    """Everybody else on the ladder by the name that is shown, which is all that the order tells."""
    book = person.book
    others = {book.root_of(player) for player in list_ladder_players(person.club)} - {person.player.pk}
    choices = [{"id": book.public_id_of(player), "name": book.name_of(player)} for player in others]
    return sorted(choices, key=lambda choice: (choice["name"], choice["id"]))


@require_safe
def head_to_head_page(request: HttpRequest, slug: str, public_id: str, other: str) -> HttpResponse:
    """Every rated game of two people in public events, seen by the first. One person against itself leads to its own page."""
    club = club_for(request, slug)
    with snapshot(club):
        one = person_for(request, club, public_id)
        two = second_person(one, other)
        first, second = one.book.root_of(one.player.pk), two.book.root_of(two.player.pk)
        if first == second:
            return redirect(one.address("player"))
        if one.was_merged or two.was_merged:
            return redirect(one.address("head_to_head", second))
        games = [game for game in history_of(one).games if game.opponent == second and game.is_public]
        context = {
            "name": one.shown_name,
            "other": two.shown_name,
            "player_url": one.address("player"),
            "other_url": two.address("player"),
            "turned_url": two.address("head_to_head", first),
            "opponents_url": one.address("opponents"),
            "tiles": _tiles(games),
            "by_colour": by_colour(games),
            "rows": _rows(one, games),
            **read_ladder_state(club),
        }
        return render_club_page(request, club, "ratings/head_to_head.html", "", context)


def _tiles(games: Sequence[PlayedGame]) -> list[dict[str, Any]]:
    """The score of the first against that of the second, and what it is made of."""
    record = record_of(games)
    both = f"{points(record.points)}{DASH}{points(2 * record.games - record.points)}"
    return [
        {"label": gettext("Score"), "value": of_two(both)},
        {"label": gettext("Won, drawn and lost"), "value": wdl(record.wins, record.draws, record.losses)},
        {"label": gettext("Rated games"), "value": record.games},
    ]


def _rows(one: Person, games: Sequence[PlayedGame]) -> list[dict[str, Any]]:
    """The games, the latest first; the rating of each leads to the page that explains what the event did to it."""
    events = read_events(one.club, {game.event_id for game in games})
    return [_row(one, game, events[game.event_id]) for game in reversed(games)]


def _row(one: Person, game: PlayedGame, event: Event) -> dict[str, Any]:
    return {
        "event": event.latest.name if event.latest else "",
        "url": event_url(one.club, event.public_id),
        "explained": explanation_url(one.club, one.book, one.player.pk, event.public_id),
        "round": game.round,
        "date": game.day,
        "colour": pgettext("colour of a player", "White") if game.is_white else pgettext("colour of a player", "Black"),
        "result": _ON_THE_BOARD[game.points if game.is_white else 2 - game.points].value,
        "points": game.points,
        "rating": game.rating,
        "opponent_rating": game.opponent_rating,
    }
