"""The people of a club, as its arbiters see them: real names, and what is known of each."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.services import Person
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.forms import NewPersonForm, PersonForm
from players.models import AgeGroupChoice, Player
from players.selectors import list_people, names_of
from players.services import change_person, create_player

PAGE = "players:people"


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody of the club, and a form to add somebody."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    form = NewPersonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = create_player(club=tenant, name=form.cleaned_data["name"], by=_person(request))
        messages.success(request, gettext("%(name)s is added.") % {"name": made.name})
        return redirect(PAGE, club=tenant.public_id)
    with snapshot(tenant):
        book = names_of(tenant, viewer_of(request, tenant, at_desk=True))
        rows = [{"name": book.display_name(row.player), "player": row.player, "standing": row.standing} for row in list_people(tenant)]
        return render_desk(request, tenant, "players/people.html", PAGE, {"rows": rows, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """What is known of one person, to be changed; the starting rating is a correction of the ladder and has a page of its own."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    found = _player_for(tenant, player)
    form = PersonForm(request.POST or None, initial=_known(found))
    if request.method == "POST" and form.is_valid():
        change_person(club=tenant, player=found, by=_person(request), **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect(PAGE, club=tenant.public_id)
    with snapshot(tenant):
        name = names_of(tenant, viewer_of(request, tenant, at_desk=True)).display_name(found)
        return render_desk(request, tenant, "players/person.html", "", {"form": form, "player": found, "name": name})


def _player_for(club: Club, public_id: str) -> Player:
    with club_scope(club):
        found: QuerySet[Player] = Player.objects.filter(club=club, public_id=public_id)
        player = found.first()
    if player is None:
        raise Http404
    return player


def _known(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "age_group": AgeGroupChoice(player.age_group),
        "age_group_lapses": player.age_group_lapses,
        "always_initials": player.always_initials,
    }


def _person(request: HttpRequest) -> Person:
    return request.user if request.user.is_authenticated else None
