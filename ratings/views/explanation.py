"""Why an event changed a rating, game by game (RULES section 1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.models import Club
from clubs.templatetags.rookery import DASH, change, rating
from clubs.tenancy.scope import snapshot
from players.access import viewer_of
from players.models import Player
from players.selectors import NameBook, find_player, names_of
from ratings.domain.explanation import ExplainedGame, Explanation, NotCounted, PlayerGame, explain
from ratings.domain.history import rating_points
from ratings.domain.timeline import EventChanges
from ratings.selectors import find_changes_of_event, history_of_player, ladder_rules_of
from ratings.views.arithmetic import game_figures, printed, signed
from ratings.views.frame import event_url, explanation_url, player_url, read_ladder_state, render_club_page
from tournaments.access import sees_event
from tournaments.models import Event
from tournaments.selectors.boards import PersonBoard, list_boards_of, read_rated_links
from tournaments.selectors.events import find_event
from tournaments.views.words import result_note

_REASONS = {
    NotCounted.BYE: gettext_lazy("does not count: nobody to play (%(note)s)"),
    NotCounted.FORFEIT: gettext_lazy("does not count: nobody played (%(note)s)"),
    NotCounted.UNRATED: gettext_lazy("does not count: never rated (%(note)s)"),
    NotCounted.PENDING: gettext_lazy("does not count: not yet played"),
    NotCounted.UNKNOWN_OPPONENT: gettext_lazy("does not count: the ladder does not know the opponent"),
    NotCounted.PROVISIONAL_OPPONENT: gettext_lazy("does not count: the opponent's rating was provisional"),
}


@require_safe
def explanation_page(request: HttpRequest, slug: str, public_id: str, event: str) -> HttpResponse:
    """Every game of a person in an event that the ladder counts; the page of one that it does not count says why.

    Open where the club's page and the event are.
    """
    club = club_for(request, slug)
    with snapshot(club):
        player, played = find_player(club, public_id), find_event(club, event)
        if player is None or played is None or not sees_event(request, club, played):
            raise Http404
        changes = find_changes_of_event(club, played.pk)
        if changes is None and played.removed_at is not None:
            raise Http404
        if changes is None:
            return redirect(event_url(club, played.public_id))
        told = _tell(request, club, played, player, changes)
        if told is None:
            raise Http404
        if told.book.root_of(player.pk) != player.pk:
            return redirect(explanation_url(club, told.book, player.pk, played.public_id))
        context = read_ladder_state(club) | _figures(club, told, player) | _words(club, played, told, player)
        return render_club_page(request, club, "ratings/explanation.html", "", context)


@dataclass(frozen=True, slots=True)
class _Told:
    """The explanation, the boards that its games are, and the door of names for the event."""

    explanation: Explanation
    boards: list[PersonBoard]
    book: NameBook


def _tell(request: HttpRequest, club: Club, event: Event, player: Player, changes: EventChanges) -> _Told | None:
    """None if the person has no part in it."""
    links = read_rated_links(club, event)
    book = names_of(club, viewer_of(request, club), links.people)
    person = book.root_of(player.pk)
    changes = changes._replace(players=tuple(map(book.root_of, changes.players)))
    if person not in changes.players:
        return None
    boards = list_boards_of(club, event, links, lambda other: book.root_of(other) == person)
    games = [
        PlayerGame(each.round, each.is_white, None if each.opponent is None else book.root_of(each.opponent), each.result)
        for each in boards
    ]
    told = explain(changes, person, games, ladder_rules_of(club).on(changes.starts[0]))
    return _Told(told, boards, book)


def _figures(club: Club, told: _Told, player: Player) -> dict[str, Any]:
    explanation = told.explanation
    points = rating_points(history_of_player(club, player.pk))
    after = next((point.rating for point in points if point.event_id == explanation.event_id), None)
    return {
        "explanation": explanation,
        "rows": list(_rows(club, told)),
        "total_expected": printed(explanation.expected_text),
        "surplus": printed(explanation.surplus_text),
        "total_change": signed(explanation.product_text),
        "product": printed(explanation.product_text),
        "tiles": _tiles(explanation),
        "when_it_ended": after if explanation.agrees and after != explanation.before + explanation.change else None,
    }


def _tiles(told: Explanation) -> list[dict[str, Any]]:
    """Before, change, after, and the K that made it."""
    games = ngettext("%(games)s rated game", "%(games)s rated games", told.games_before) % {"games": told.games_before}
    return [
        {"label": pgettext("rating", "Before"), "value": rating(told.before), "note": games},
        {"label": pgettext("of a rating", "Change"), "value": change(told.change)},
        {"label": pgettext("rating", "After"), "value": rating(told.before + told.change)},
        {"label": "K", "value": told.k, "note": gettext("how fast the rating moves")},
    ]


def _rows(club: Club, told: _Told) -> Iterable[dict[str, Any]]:
    for game, board in zip(told.explanation.games, told.boards, strict=True):
        opponent = game.opponent
        yield {
            "opponent": _opponent(told.book, board),
            "url": None if opponent is None else player_url(club, told.book, opponent),
            "note": _reason(game, result_note(board.result)),
            **game_figures(told.explanation, game),
        }


def _opponent(book: NameBook, board: PersonBoard) -> str:
    """The name of a player; of somebody whose link was undone, what is shown of the name in the event; a dash for nobody."""
    if board.opponent is not None:
        return book.name_of(board.opponent)
    return DASH if board.unlinked is None else book.display_name(board.unlinked)


def _reason(game: ExplainedGame, note: str) -> str:
    """Why the game does not count; "" if it does."""
    return "" if game.not_counted is None else str(_REASONS[game.not_counted]) % {"note": note}


def _words(club: Club, event: Event, told: _Told, player: Player) -> dict[str, Any]:
    version = event.rated_version or event.latest
    return {
        "name": told.book.name_of(player.pk),
        "player_url": player_url(club, told.book, player.pk),
        "event_name": version.name if version else "",
        "event_url": event_url(club, event.public_id),
        "date": version.starts_on if version else None,
    }
