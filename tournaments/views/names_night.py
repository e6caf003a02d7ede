"""Taking back everything that was decided about the names of an event, after showing what that does."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from clubs.domain.roles import Act
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.selectors import names_of
from tournaments.access import desk_event_for
from tournaments.domain.errors import IdentityRefused
from tournaments.models import EntryLink, Event
from tournaments.services.forgetting import NEW_PLAYER
from tournaments.services.nights import undo_night
from tournaments.views.explaining import attempt, person_of
from tournaments.views.names_page import numbers, who_of


@require_http_methods(["GET", "HEAD", "POST"])
def undo_all_names(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What would be taken back, and what that moves; then take it back, if it is still what was shown."""
    tenant, found = desk_event_for(request, club, event, Act.CONFIRM_NAMES)
    if request.method == "POST":
        shown = numbers(request.POST.getlist("link"))
        page = "names" if attempt(request, lambda: _undo(tenant, found, shown, person_of(request))) else "undo_all_names"
        return redirect(f"tournaments:{page}", club=tenant.public_id, event=found.public_id)
    with club_scope(tenant):
        held = EntryLink.objects.filter(club=tenant, entry__version=found.latest, undone_at=None, player__erased_at=None)
        held = held.select_related("entry", "player", "by")
        links = list(held.order_by("entry__number"))
        book = names_of(tenant, viewer_of(request, tenant, at_desk=True))
    if not links:
        messages.info(request, gettext("No name of this event is decided, so there is nothing to take back."))
        return redirect("tournaments:names", club=tenant.public_id, event=found.public_id)
    context = {
        "event": found,
        "version": found.latest,
        "links": links,
        "link_ids": [link.pk for link in links],
        "new": sum(link.reason == NEW_PLAYER for link in links),
        "who": who_of(links),
        "book": book,
        "by": person_of(request),
    }
    return render_desk(request, tenant, "tournaments/names_undo_all.html", "", context)


def _undo(club: Club, event: Event, shown: list[int], by: Person) -> str:
    if event.latest is None:
        raise IdentityRefused("not_here")
    undone = undo_night(club=club, version=event.latest, expected=shown, by=by)
    count = len(undone)
    return ngettext("%(count)d decision is taken back.", "All %(count)d decisions are taken back.", count) % {"count": count}
