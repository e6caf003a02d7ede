"""The clubs for which somebody acts, those that ask them to, and those for which they do not act any more."""

from collections import Counter
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.models import Membership
from clubs.selectors import list_ended_roles, list_invitations_to, list_memberships, time_zone_of


@login_required
@require_safe
def desks(request: HttpRequest) -> HttpResponse:
    """My clubs, each with a way to its desk."""
    context = {
        "clubs": _told_apart(list(list_memberships(request.user))),
        "invitations": list_invitations_to(request.user),
        "ended": list_ended_roles(request.user),
        "shows_messages": True,
    }
    with timezone.override(ZoneInfo(time_zone_of(request.user))):
        return render(request, "clubs/desks.html", context)


def _told_apart(memberships: list[Membership]) -> list[dict[str, Any]]:
    """Clubs of one name show their addresses."""
    names = Counter(each.club.name for each in memberships)
    return [{"known": each, "club": each.club, "has_namesake": names[each.club.name] > 1} for each in memberships]
