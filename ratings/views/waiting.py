"""The notice of a stale ladder alone, for pages that ask for it again while they are open (`js/ladder_state.js`)."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import club_for, desk_for
from clubs.models import Club
from ratings.selectors import get_ladder_state


@require_safe
def ladder_state(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the ladder is, for whoever may see the club's pages."""
    club = club_for(request, slug)
    return _render(request, club, {"poll_url": reverse("ratings:ladder_state", args=[club.slug])})


@require_safe
def desk_ladder_state(request: HttpRequest, club: str) -> HttpResponse:
    """The same at the desk: with what failed, and the button."""
    tenant = desk_for(request, club)
    poll_url, rebuild_url = (reverse(f"ratings:{name}", args=[tenant.public_id]) for name in ("desk_ladder_state", "rebuild"))
    return _render(request, tenant, {"poll_url": poll_url, "rebuild_url": rebuild_url})


def _render(request: HttpRequest, club: Club, context: dict[str, Any]) -> HttpResponse:
    with timezone.override(ZoneInfo(club.time_zone)):
        return render(request, "ratings/ladder_waiting.html", {"state": get_ladder_state(club), **context})
