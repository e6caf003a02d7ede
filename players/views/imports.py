"""Lists of members that were taken in: which there were, whom each has added, and taking one back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.models import PeopleImport
from players.selectors import names_of
from players.selectors.imports import find_import, list_imports, read_import
from players.services import Undoing, plan_undoing, undo_import
from players.views.people import PAGE, by_whom


@require_safe
def imports(request: HttpRequest, club: str) -> HttpResponse:
    """The lists, newest first."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    with snapshot(tenant):
        return render_desk(request, tenant, "players/imports.html", PAGE, {"imports": list_imports(tenant)})


@require_safe
def imported(request: HttpRequest, club: str, made: str) -> HttpResponse:
    """Whom a list has added and changed, and what taking it back would do."""
    tenant, found = _import_for(request, club, made)
    with snapshot(tenant):
        book = names_of(tenant, viewer_of(request, tenant, at_desk=True))
        plan = plan_undoing(tenant, found)
        people = [
            {"name": book.name_of(row.player_id), "row": row, "fate": _fate(row.player_id, plan)} for row in read_import(tenant, found)
        ]
        context = {"made": found, "people": people, "plan": plan, "stays": len(plan.stays) + len(plan.left)}
        return render_desk(request, tenant, "players/imported.html", "", context)


@require_POST
def undo(request: HttpRequest, club: str, made: str) -> HttpResponse:
    """Take the list back, and say who stays."""
    tenant, found = _import_for(request, club, made)
    done = undo_import(club=tenant, made=found, by=by_whom(request))
    gone = ngettext("%(count)s person was removed.", "%(count)s people were removed.", len(done.goes)) % {"count": len(done.goes)}
    messages.success(request, gettext("The list is taken back.") + " " + gone)
    return redirect("players:imported", club=tenant.public_id, made=found.public_id)


def _import_for(request: HttpRequest, club: str, public_id: str) -> tuple[Club, PeopleImport]:
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    with club_scope(tenant):
        found = find_import(tenant, public_id)
    if found is None:
        raise Http404
    return tenant, found


def _fate(player: int, plan: Undoing) -> str:
    """What taking the list back does to somebody; after it only those are left who stay."""
    if player in plan.goes:
        return "goes"
    return "back" if player in plan.put_back else "stays"
