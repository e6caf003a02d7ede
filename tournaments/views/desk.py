"""One event on the desk: its versions, and who may see it. What changes the ladder is corrected with a preview, in `ratings`."""

from dataclasses import asdict
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from tournaments.access import desk_event_for
from tournaments.domain.openness import EventOpenness, is_wider
from tournaments.models import Event, EventAccess, EventNames
from tournaments.selectors.desk import VersionLine, list_events_beside, list_versions
from tournaments.selectors.outlook import EventOutlook, read_event_outlook
from tournaments.selectors.pages import describe_events
from tournaments.services.events import change_event
from tournaments.views.desk_forms import EventForm
from tournaments.views.explaining import person_of
from tournaments.views.words import dates_of, state_kind, state_sentence

VERSIONS_AT_ONCE = 5
"""The others are folded: what is done with the event stands below them."""


@require_http_methods(["GET", "HEAD", "POST"])
def desk_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The event, and the form with what can be set."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    known = EventOpenness(found.access, found.names)
    form = EventForm(request.POST or None, initial=asdict(known))
    if request.method == "POST" and form.is_valid():
        return _change(request, tenant, found, EventOpenness(**form.cleaned_data))
    with snapshot(tenant):
        listed = next(iter(describe_events(tenant, [found])), None)
        context = {"event": found, "form": form, "listed": listed, "beside": list_events_beside(tenant, found)}
        context |= _folded(list_versions(tenant, found))
        if listed is not None:
            context |= {"state": state_sentence(listed.version, listed.counting), "state_kind": state_kind(listed.counting) or "info"}
            context["dates"] = dates_of(listed.version)
        return render_desk(request, tenant, "tournaments/desk_event.html", "", context)


def _folded(versions: list[VersionLine]) -> dict[str, Any]:
    """The latest ones, down to the one that is shown, and the others."""
    shown = next((place for place, line in enumerate(versions, 1) if line.shown), 0)
    at_once = max(shown, VERSIONS_AT_ONCE)
    return {"versions": versions[:at_once], "earlier_versions": versions[at_once:]}


def _change(request: HttpRequest, club: Club, event: Event, after: EventOpenness) -> HttpResponse:
    """Narrower at once, wider when what the world would see has been seen. An event of which nothing is published shows nothing."""
    if is_wider(EventOpenness(event.access, event.names), after) and event.latest is not None:
        with snapshot(club):
            outlook = read_event_outlook(club, event, after)
            digest = _digest(outlook)
            if request.POST.get("seen") != digest:
                fields = asdict(after)
                context = {"event": event, "outlook": outlook, "fields": fields, "digest": digest, "differs": "seen" in request.POST}
                return render_desk(request, club, "tournaments/event_outlook.html", "", context)
    change_event(club=club, event=event, access=EventAccess(after.access), names=EventNames(after.names), by=person_of(request))
    messages.success(request, gettext("Saved."))
    return redirect("tournaments:desk_event", club=club.public_id, event=event.public_id)


def _digest(outlook: EventOutlook) -> str:
    """What was shown, so that nothing else is confirmed with it."""
    return sha256(repr(asdict(outlook)).encode()).hexdigest()
