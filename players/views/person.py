"""What is known of one person, to be changed: protection, name, notes. The starting rating is a correction and has a page of its own."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for, role_in
from clubs.domain.roles import Act, may
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import gone_if_erased, viewer_of
from players.domain.errors import PlayerError
from players.forms import NoteForm, PersonForm, RenameForm
from players.models import AgeGroupChoice, Player, PlayerRename
from players.selectors import names_of, roots
from players.selectors.persons import KnownPerson, read_person
from players.services import change_person, rename_player, undo_rename, write_note
from players.views.doubting import Doubts, doubts_about
from players.views.people import by_whom

PAGE = "players:person"


@require_http_methods(["GET", "HEAD", "POST"])
@gone_if_erased
def person(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Everything about one person, and the form for what protects the name; of somebody who was erased that it is so."""
    tenant, found = player_at_desk(request, club, player, also_erased=True)
    if found.erased_at is not None:
        return _show_erased(request, tenant, found)
    form = PersonForm(request.POST or None, initial=_known(found))
    if request.method == "POST" and form.is_valid():
        change_person(club=tenant, player=found, by=by_whom(request), **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect(PAGE, club=tenant.public_id, player=found.public_id)
    return _show(request, tenant, found, form, None)


@require_POST
@gone_if_erased
def note(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Keep what arbiters write for each other."""
    tenant, found = player_at_desk(request, club, player)
    form = NoteForm(request.POST)
    if form.is_valid():
        try:
            write_note(club=tenant, player=found, by=by_whom(request), **form.cleaned_data)
        except PlayerError as refused:
            form.add_error("text", gettext(refused.message) % refused.params)
        else:
            messages.success(request, gettext("Saved."))
            return redirect(PAGE, club=tenant.public_id, player=found.public_id)
    return _show(request, tenant, found, PersonForm(initial=_known(found)), form)


@require_http_methods(["GET", "HEAD", "POST"])
@gone_if_erased
def rename(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Another name: a fix or a change."""
    tenant, found = player_at_desk(request, club, player)
    form = RenameForm(request.POST or None, initial={"name": found.name})
    doubts = None
    if request.method == "POST" and form.is_valid():
        with club_scope(tenant):
            doubts = doubts_about(tenant, form.cleaned_data["name"], besides={roots(tenant).root_of(found.pk)})
        if not doubts.stand(request.POST.dict()):
            rename_player(club=tenant, player=found, by=by_whom(request), **form.cleaned_data)
            messages.success(request, gettext("The name is changed."))
            return redirect(PAGE, club=tenant.public_id, player=found.public_id)
    return _show_rename(request, tenant, found, form, doubts)


@require_POST
@gone_if_erased
def undo_renaming(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Give the name back that a person had before."""
    tenant, found = player_at_desk(request, club, player)
    number = request.POST.get("rename", "")
    with club_scope(tenant):
        wanted = number if number.isdecimal() and len(number) < 16 else 0
        given = PlayerRename.objects.filter(club=tenant, player=found, pk=wanted).first()
    if given is None:
        raise Http404
    try:
        undo_rename(club=tenant, rename=given, by=by_whom(request))
    except PlayerError as refused:
        messages.error(request, gettext(refused.message) % refused.params)
    else:
        messages.success(request, gettext("The name is what it was before."))
    return redirect(PAGE, club=tenant.public_id, player=found.public_id)


def player_at_desk(request: HttpRequest, club: str, public_id: str, *, also_erased: bool = False) -> tuple[Club, Player]:
    """The club and the player of an address. Raises Http404, also where the person was erased."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    with club_scope(tenant):
        found: QuerySet[Player] = Player.objects.filter(club=tenant, public_id=public_id)
        player = found.first()
    if player is None or (player.erased_at is not None and not also_erased):
        raise Http404
    return tenant, player


def _known(player: Player) -> dict[str, Any]:
    return {
        "age_group": AgeGroupChoice(player.age_group),
        "age_group_lapses": player.age_group_lapses,
        "always_initials": player.always_initials,
        "inactive": player.inactive,
    }


def _show(request: HttpRequest, club: Club, player: Player, form: PersonForm, refused: NoteForm | None) -> HttpResponse:
    """`refused`: notes that were not kept; they stand in the form, under what is kept now."""
    with snapshot(club):
        book = names_of(club, viewer_of(request, club, at_desk=True))
        known = read_person(club, player, roots(club))
        context = {
            "form": form,
            "player": player,
            "name": book.display_name(player),
            "known": known,
            "is_absorbed": known.root != player.pk,
            "root_id": book.public_id_of(player.pk),
            "note_form": _note_form(known, refused),
            "note_refused": refused is not None,
            "may_erase": may(role_in(request, club), Act.ERASE_PERSON),
        }
        status = 422 if form.errors or refused else 200
        return render_desk(request, club, "players/person.html", "", context, status=status)


def _show_erased(request: HttpRequest, club: Club, player: Player) -> HttpResponse:
    """What is left: results under a pseudonym."""
    with snapshot(club):
        book = names_of(club, viewer_of(request, club, at_desk=True))
        context = {"player": player, "name": book.display_name(player), "root_id": book.public_id_of(player.pk)}
        return render_desk(request, club, "players/erased.html", "", context)


def _note_form(known: KnownPerson, refused: NoteForm | None) -> NoteForm:
    edition = known.note.edition if known.note else 0
    if refused is None:
        return NoteForm(initial={"text": known.note.text if known.note else "", "seen": edition})
    sent = QueryDict(mutable=True)
    sent.update(refused.data)
    sent["seen"] = str(edition)
    again = NoteForm(sent)
    again.full_clean()
    for message in refused.errors.get("text", []):
        again.add_error("text", message)
    return again


def _show_rename(request: HttpRequest, club: Club, player: Player, form: RenameForm, doubts: Doubts | None) -> HttpResponse:
    with snapshot(club):
        book = names_of(club, viewer_of(request, club, at_desk=True))
        context = {
            "form": form,
            "player": player,
            "name": player.name,
            "doubts": None if doubts is None else doubts.context(book),
        }
        return render_desk(request, club, "players/rename.html", "", context, status=422 if form.errors else 200)
