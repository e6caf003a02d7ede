"""One event on the desk: its versions, and who may see it. What changes the ladder is corrected with a preview, in `ratings`."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

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
from tournaments.views.desk_forms import EventForm
from tournaments.views.explaining import person_of
from tournaments.views.words import dates_of, state_kind, state_sentence


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


def _change(club: Club, event: Event, form: EventForm, by: Person) -> None:
    access, names = EventAccess(form.cleaned_data["access"]), EventNames(form.cleaned_data["names"])
    change_event(club=club, event=event, access=access, names=names, by=by)
