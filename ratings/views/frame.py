"""What the public pages of a club have in common: the links under its name, its clock, and whether search engines may come."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from clubs.access import role_in
from clubs.domain.roles import Act, may
from clubs.middleware import INDEXABLE
from clubs.models import Club, Visibility
from players.selectors import NameBook
from ratings.selectors import LadderState, get_ladder_state
from ratings.views.openness_words import hidden_from_others, paused_for_others

LADDER, EVENTS, HOW = "club", "events", "how"


def render_club_page(
    request: HttpRequest,
    club: Club,
    template: str,
    current: str,
    context: dict[str, Any],
    query: str | None = None,
    *,
    indexable: bool = True,
) -> HttpResponse:
    """A page under the club's name, with the club's clock; call it inside the snapshot that `context` was read in.

    `query` is what the page was asked for, in the one form of it; None: as it was sent. Search engines may list the page if it is
    `indexable` and the club is public.
    """
    frame: dict[str, Any] = {"club": club, "page_path": None if query is None else request.path + query}
    with timezone.override(ZoneInfo(club.time_zone)):
        links = club_links(club, current)
        role = role_in(request, club) if request.user.is_authenticated else None
        if role is not None:
            links.append({"label": gettext("Desk"), "url": reverse("ratings:desk", args=[club.public_id]), "current": False})
            frame["hidden_from_others"] = hidden_from_others(club)
            frame["may_pay"] = bool(paused_for_others(club)) and may(role, Act.MANAGE_SUBSCRIPTION)
        response = render(request, template, {**frame, "club_links": links, **context})
    setattr(response, INDEXABLE, indexable and club.visibility == Visibility.PUBLIC)
    return response


def club_links(club: Club, current: str) -> list[dict[str, Any]]:
    """The pages of a club. `current` is the name of one of them, or "" for a page below them."""
    labels = {LADDER: gettext("Ladder"), EVENTS: gettext("Events"), HOW: gettext("How this ladder works")}
    return [
        {"label": label, "url": reverse(f"ratings:{name}", args=[club.slug]), "current": name == current} for name, label in labels.items()
    ]


def read_ladder_state(club: Club) -> dict[str, LadderState]:
    """The state of the ladder for a page that shows a rating (`ratings/ladder_state.html`)."""
    return {"ladder_state": get_ladder_state(club)}


def player_url(club: Club, book: NameBook, player_id: int) -> str:
    """The page of the person that a player belongs to."""
    return reverse("ratings:player", args=[club.slug, book.public_id_of(player_id)])


def event_url(club: Club, public_id: str) -> str:
    """The one address of an event."""
    return reverse("ratings:event", args=[club.public_id, public_id])


def explanation_url(club: Club, book: NameBook, player_id: int, event_public_id: str) -> str:
    """The page that shows game by game what an event did to a person's rating."""
    return explanation_path(club, book.public_id_of(player_id), event_public_id)


def explanation_path(club: Club, person_public_id: str, event_public_id: str) -> str:
    """The same of a person whose public id is known."""
    return reverse("ratings:explanation", args=[club.slug, person_public_id, event_public_id])
