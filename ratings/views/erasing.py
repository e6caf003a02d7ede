"""Erasing a person, at the desk: what goes and what stays, then the last word. It cannot be undone."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.domain.errors import ErasureRefused
from players.models import Player
from players.selectors import names_of
from ratings.forms import ErasureForm
from ratings.services.erasing import erase_person, plan_erasure
from ratings.views.merging import player_for
from tournaments.models import Event
from tournaments.views.explaining import person_of


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """What it reaches; and do it, for whoever ticked that it is final."""
    tenant = desk_for(request, club, Act.ERASE_PERSON)
    found = player_for(tenant, player)
    form = ErasureForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            erase_person(club=tenant, player=found, by=person_of(request))
        except ErasureRefused as refused:
            form.add_error(None, gettext(refused.message) % refused.params)
        else:
            messages.success(request, gettext("The person is erased. What is left are results without a name."))
            return redirect("players:person", club=tenant.public_id, player=found.public_id)
    return _page(request, tenant, found, form)


def _page(request: HttpRequest, club: Club, player: Player, form: ErasureForm) -> HttpResponse:
    with snapshot(club):
        book = names_of(club, viewer_of(request, club, at_desk=True))
        plan = plan_erasure(club=club, player=player)
        context: dict[str, Any] = {
            "player": player,
            "name": book.display_name(player),
            "root_id": plan.person,
            "names": sorted(plan.names),
            "events": len(plan.events),
            "waiting": [_named(event) for event in plan.waiting],
            "naming": [_named(event) for event in plan.naming],
            "shared": plan.shared_names,
            "form": form,
        }
        return render_desk(request, club, "ratings/erase.html", "", context, status=422 if form.errors else 200)


def _named(event: Event) -> dict[str, Any]:
    """An event of the list; each has a version that is shown."""
    return {"id": event.public_id, "name": event.latest.name if event.latest else "", "day": event.latest and event.latest.starts_on}
