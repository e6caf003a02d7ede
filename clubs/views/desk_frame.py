"""What the pages of the arbiter's desk have in common: the links under the club's name, and the club's clock."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.access import role_in
from clubs.domain.roles import Act, may
from clubs.models import Club, Role

PAGES: dict[str, tuple[str | Promise, Act]] = {
    "ratings:desk": (_("Desk"), Act.USE_DESK),
    "tournaments:publish": (_("Publish"), Act.PUBLISH),
    "players:people": (_("People"), Act.USE_DESK),
    "ratings:corrections": (_("Corrections"), Act.USE_DESK),
    "ratings:rules": (_("Ladder rules"), Act.CHANGE_RULES),
    "ratings:privacy": (_("Privacy"), Act.CHANGE_CLUB),
    "clubs:roles": (_("Roles"), Act.USE_DESK),
    "ratings:journal": (_("Journal"), Act.READ_JOURNAL),
    "clubs:settings": (_("Settings"), Act.CHANGE_CLUB),
    "clubs:tokens": (_("Programs"), Act.MANAGE_TOKENS),
    "billing:subscription": (_("Subscription"), Act.MANAGE_SUBSCRIPTION),
}
"""Name of an address, its label, and what somebody must be allowed to do to see it."""
EVENING = frozenset({"ratings:desk", "tournaments:publish", "players:people"})
"""What a club night needs, always in sight; the other pages open from one link, or a phone would show eleven."""


def render_desk(request: HttpRequest, club: Club, template: str, current: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A page of the desk, with the club's clock. `current` is a key of `PAGES`, or "" for a page below them."""
    with timezone.override(ZoneInfo(club.time_zone)):
        role = role_in(request, club)
        frame: dict[str, Any] = {"club": club, "club_links": desk_links(club, role, current), "shows_messages": True}
        frame["pays"] = may(role, Act.MANAGE_SUBSCRIPTION)
        return render(request, template, {**frame, **_closing(club, role), **context}, status=status)


def _closing(club: Club, role: Role | None) -> dict[str, Any]:
    """For the notice on every page of the desk of a club that will be deleted."""
    if not club.is_shut:
        return {}
    return {"closing_at": club.closing_at, "may_keep": may(role, Act.DELETE_CLUB), "is_unlinked": True}


def desk_links(club: Club, role: Role | None, current: str) -> list[dict[str, Any]]:
    """What somebody may see; `rest` marks what opens from "More", if that is several. The current one is always in sight."""
    pages = [name for name, (_label, act) in PAGES.items() if may(role, act)]
    rest = [name for name in pages if name not in EVENING and name != current]
    in_sight = [name for name in pages if name not in rest]
    return [
        {
            "label": PAGES[name][0],
            "url": reverse(name, args=[club.public_id]),
            "current": name == current,
            "rest": name in rest and len(rest) > 1,
        }
        for name in in_sight + rest
    ]
