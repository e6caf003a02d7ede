"""One event on the desk: its versions, and what an arbiter may do to it as a whole."""

from functools import partial
from typing import Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.domain.roles import Act
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from tournaments.access import desk_event_for
from tournaments.models import Event, EventAccess, EventNames
from tournaments.selectors.desk import list_versions
from tournaments.selectors.pages import describe_events
from tournaments.services.events import change_event
from tournaments.services.publish import undo_publication
from tournaments.views.desk_forms import EventForm
from tournaments.views.explaining import attempt, person_of
from tournaments.views.words import dates_of, state_kind, state_sentence


class Service(Protocol):
    """What is done to an event as a whole."""

    def __call__(self, *, club: Club, event: Event, by: Person) -> Event: ...


@require_http_methods(["GET", "HEAD", "POST"])
def desk_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The event, and the form with what can be set."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    settings = {"access": found.access, "names": found.names}
    form = EventForm(request.POST or None, initial=settings)
    if request.method == "POST" and form.is_valid():
        _change(tenant, found, form, person_of(request))
        messages.success(request, gettext("Saved."))
        return redirect("tournaments:desk_event", club=tenant.public_id, event=found.public_id)
    with snapshot(tenant):
        listed = next(iter(describe_events(tenant, [found])), None)
        context = {"event": found, "form": form, "listed": listed, "versions": list_versions(tenant, found)}
        if listed is not None:
            context |= {"state": state_sentence(listed.version, listed.counting), "state_kind": state_kind(listed.counting) or "info"}
            context["dates"] = dates_of(listed.version)
        return render_desk(request, tenant, "tournaments/desk_event.html", "", context)


@require_POST
def undo(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take the latest publication back, if it is still the one that was shown."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    if found.latest is None or request.POST.get("version") != str(found.latest.number):
        messages.error(request, gettext("The event has been published again meanwhile. Nothing was changed; look again."))
        return redirect("tournaments:desk_event", club=tenant.public_id, event=found.public_id)
    service = partial(undo_publication, expected_version=found.latest.number)
    done = gettext("The correction is undone.") if found.latest.is_correction else gettext("The publication is undone.")
    return _do(request, tenant, found, service, done)


def _do(request: HttpRequest, club: Club, event: Event, service: Service, done: str) -> HttpResponse:
    def act() -> str:
        service(club=club, event=event, by=person_of(request))
        return done

    attempt(request, act)
    return redirect("tournaments:desk_event", club=club.public_id, event=event.public_id)


def _change(club: Club, event: Event, form: EventForm, by: Person) -> None:
    access, names = EventAccess(form.cleaned_data["access"]), EventNames(form.cleaned_data["names"])
    change_event(club=club, event=event, access=access, names=names, by=by)
