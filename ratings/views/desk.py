"""The front page of the arbiter's desk: what waits for a person, what was published, how the ladder is."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import desk_for, role_in
from clubs.domain.roles import Act, may
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.selectors import names_of
from players.selectors.family import list_waiting_requests
from ratings.selectors import get_ladder_state
from ratings.services import request_rebuild
from ratings.views.openness_words import paused_for_others
from tournaments.selectors.desk import list_removed_events, list_waiting_events
from tournaments.selectors.events import list_events
from tournaments.selectors.pages import ListedEvent, describe_events
from tournaments.views.uploads_waiting import waiting_uploads
from tournaments.views.words import dates_of, state_kind, state_word

RECENT = 12


@require_safe
def desk(request: HttpRequest, club: str) -> HttpResponse:
    """Waiting, published, removed; the ladder's state above them. `?events=all` lists every event that was ever published."""
    tenant = desk_for(request, club)
    shown = None if request.GET.get("events") == "all" else RECENT
    with snapshot(tenant):
        published = [_line(one) for one in describe_events(tenant, list_events(tenant)[: shown and shown + 1])]
        context: dict[str, Any] = {
            "ladder_state": get_ladder_state(tenant),
            "waiting": [_line(one) for one in describe_events(tenant, list_waiting_events(tenant))],
            "published": published[:shown],
            "has_more": shown is not None and len(published) > shown,
            "removed": list_removed_events(tenant),
            "asking": _asking(request, tenant),
            "uploads": waiting_uploads(request, tenant),
        }
        paused = paused_for_others(tenant)
        if paused and not may(role_in(request, tenant), Act.MANAGE_SUBSCRIPTION):  # who may is told by the frame, with what to do
            context["hidden_from_others"] = paused
        context["is_new"] = not (context["published"] or context["removed"] or context["ladder_state"].built_at)
        context["may_open"] = context["is_new"] and may(role_in(request, tenant), Act.CHANGE_RULES)
        context["address"] = request.build_absolute_uri(reverse("ratings:club", args=[tenant.slug]))
        return render_desk(request, tenant, "ratings/desk.html", "ratings:desk", context)


def _asking(request: HttpRequest, club: Club) -> list[dict[str, Any]]:
    """Whose families wait for an answer, each person once."""
    asked = list_waiting_requests(club)
    if not asked:
        return []
    book = names_of(club, viewer_of(request, club, at_desk=True))
    people = {book.public_id_of(player): book.name_of(player) for player in asked}
    return [{"name": name, "public_id": public_id} for public_id, name in people.items()]


@require_POST
def rebuild(request: HttpRequest, club: str) -> HttpResponse:
    """Build the whole ladder anew, from the first event on."""
    tenant = desk_for(request, club, Act.REBUILD)
    request_rebuild(club=tenant, by=request.user if request.user.is_authenticated else None)
    messages.info(request, gettext("The ladder is being rebuilt from the first event on."))
    return redirect("ratings:desk", club=tenant.public_id)


def _line(listed: ListedEvent) -> dict[str, Any]:
    return {
        "event": listed.event,
        "version": listed.version,
        "dates": dates_of(listed.version),
        "players": listed.players,
        "waiting": listed.counting.waiting,
        "counting": listed.counting,
        "state": state_word(listed.version, listed.counting) or gettext("rated"),
        "state_kind": state_kind(listed.counting) if listed.counting.obstacle else "success",
    }
