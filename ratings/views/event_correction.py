"""Correcting an event at the desk: its results, dates and settings on one page; removing, restoring and ordering it by a button each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.selectors import names_of
from ratings.selectors.corrections import find_version
from ratings.services.corrections import Action
from ratings.services.corrections.events import CorrectEvent, OrderEvent, RemoveEvent, RestoreEvent
from ratings.views.correcting import Proposal, propose
from ratings.views.correction_forms import NewGameForm, OrderForm, SettingsForm
from ratings.views.correction_words import order_sentence, patch_heading
from ratings.views.patches import names_in, paired_sentence, patch_sentences
from ratings.views.result_sheet import NewGame, changed_answers, corrected_rounds, sheet_rounds
from tournaments.access import desk_event_for
from tournaments.domain.corrections import pairings_of, players_in
from tournaments.domain.differences import difference
from tournaments.domain.record import EventRecord, PairingRecord, RoundRecord
from tournaments.models import Event, EventVersion
from tournaments.selectors.pages import describe_events
from tournaments.selectors.records import record_of
from tournaments.views.explaining import person_of
from tournaments.views.words import state_sentence

MOST_BOARDS = 300  # on one page; an event with more shows one round at a time


@dataclass(frozen=True, slots=True)
class Sheet:
    """One version of an event, and what its people are called at the desk, by their numbers.

    `state`: why the ladder does not count the event as it stands, "" if it does.
    """

    version: EventVersion
    record: EventRecord
    names: Mapping[int, str]
    state: str

    def rounds_shown(self, asked: str) -> tuple[RoundRecord, ...]:
        """All, or of a large event the round that is asked for, else the last one."""
        rounds = self.record.rounds
        if sum(len(played.pairings) for played in rounds) <= MOST_BOARDS:
            return rounds
        return next(((played,) for played in rounds if str(played.number) == asked), rounds[-1:])


@require_http_methods(["GET", "HEAD", "POST"])
def correct_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The results with a chooser each, and what else can be corrected; then what that would do."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    if found.latest is None:
        messages.error(request, gettext("Nothing of this event is published, so there is nothing to correct."))
        return redirect("tournaments:desk_event", club=tenant.public_id, event=found.public_id)
    sheet = _read_sheet(request, tenant, found, request.POST.get("version") or str(found.latest.number))
    settings, new = _forms(sheet, request.POST or None)
    if request.method == "POST" and "edit" not in request.POST and settings.is_valid() and new.is_valid():
        return _propose_patch(request, tenant, found, sheet, settings, new)
    return _show_sheet(request, tenant, found, sheet, settings, new)


@require_POST
def remove_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take the event out of pages and ladder."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    changes = gettext("The event leaves all pages and the ladder. It can be brought back at any time.")
    return _propose_action(request, tenant, found, RemoveEvent(found), gettext("Remove the event"), changes)


@require_POST
def restore_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Bring a removed event back."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    changes = gettext("The event comes back to the pages, and to the ladder where it counts.")
    return _propose_action(request, tenant, found, RestoreEvent(found), gettext("Bring the event back"), changes)


@require_POST
def order_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Give the event another place among those of its date."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    form = OrderForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["order"])))
        return redirect("tournaments:desk_event", club=tenant.public_id, event=found.public_id)
    order = form.cleaned_data["order"]
    changes = order_sentence(found.order_in_date, order)
    return _propose_action(request, tenant, found, OrderEvent(found, order), gettext("Order within the date"), changes)


def _propose_action(request: HttpRequest, club: Club, event: Event, action: Action, title: str, changes: str) -> HttpResponse:
    back = reverse("tournaments:desk_event", args=[club.public_id, event.public_id])
    heading = title if event.latest is None else format_html("{}: <bdi>{}</bdi>", title, event.latest.name)
    return propose(
        request, club, Proposal.of_action(club, action, person_of(request), title=heading, changes=[changes], back=back, event=event)
    )


def _read_sheet(request: HttpRequest, club: Club, event: Event, number: str) -> Sheet:
    """The version with this number. Raises Http404: the event has none."""
    with club_scope(club):
        version = find_version(club, event.pk, int(number)) if number.isdecimal() and len(number) < 10 else None
        if version is None:
            raise Http404
        book = names_of(club, viewer_of(request, club, at_desk=True))
        state = cast("str", SimpleLazyObject(lambda: _state_of(club, event)))  # not asked where a correction is confirmed
        return Sheet(version, record_of(club, version), names_in(club, book, version), state)


def _state_of(club: Club, event: Event) -> str:
    """Read inside a scope of the club: the page that shows it is rendered in one."""
    if event.removed_at is not None:
        return gettext("This event is removed")
    (listed,) = describe_events(club, [event])
    return state_sentence(listed.version, listed.counting)


def _forms(sheet: Sheet, sent: QueryDict | None) -> tuple[SettingsForm, NewGameForm]:
    record = sheet.record
    initial = {
        "version": sheet.version.number,
        "starts_on": record.starts_on,
        "ends_on": record.ends_on,
        "rated": record.rated,
        "finished": record.finished,
    }
    rounds = [played.number for played in reversed(record.rounds)]
    return SettingsForm(sent, initial=initial), NewGameForm(sent, rounds=rounds, names=sheet.names)


def _propose_patch(request: HttpRequest, club: Club, event: Event, sheet: Sheet, settings: SettingsForm, new: NewGameForm) -> HttpResponse:
    answers = request.POST.dict()
    wanted = {name: settings.cleaned_data[name] for name in ("starts_on", "ends_on", "rated", "finished")}
    rounds = corrected_rounds(sheet.record.rounds, answers, new.new_game)
    patch = difference(sheet.record, replace(sheet.record, rounds=rounds, **wanted))

    def refused(sentence: str) -> HttpResponse:
        settings.add_error(None, sentence)
        return _show_sheet(request, club, event, sheet, settings, new)

    if new.new_game is not None and (sentence := _paired_already(sheet, answers, new.new_game)):
        return refused(sentence)
    if not patch:
        return refused(gettext("Nothing is different: this is how the event stands already. Choose what is to be changed."))
    action = CorrectEvent(event, sheet.version, patch)
    title = format_html("{}: <bdi>{}</bdi>", patch_heading(patch), sheet.version.name)
    back = reverse("tournaments:desk_event", args=[club.public_id, event.public_id])
    changes = patch_sentences(patch, sheet.names)
    proposal = Proposal.of_action(club, action, person_of(request), title=title, changes=changes, back=back, event=event)
    note = "" if patch.fields.keys() & {"rated", "finished"} else sheet.state
    return propose(request, club, replace(proposal, fields=_repeated(sheet, answers), can_edit=True, note=note), refused)


def _paired_already(sheet: Sheet, answers: Mapping[str, str], new: NewGame) -> str:
    """Why the game cannot be added to the round as the other answers leave it; "" if it can."""
    rounds = corrected_rounds(sheet.record.rounds, answers, None)
    added = PairingRecord(0, new.white, new.black, new.result)
    standing = next((pairings_of(played, players_in([added])) for played in rounds if played.number == new.round), ())
    return paired_sentence(new.round, added, standing, sheet.names) if standing else ""


def _repeated(sheet: Sheet, answers: Mapping[str, str]) -> list[tuple[str, str]]:
    """What the preview sends again: the settings, the new game, and the answers that say something else than before."""
    kept = [(name, value) for name, value in answers.items() if name.startswith("new-") or name in SettingsForm.base_fields]
    return [*kept, *changed_answers(sheet.record, answers)]


def _show_sheet(request: HttpRequest, club: Club, event: Event, sheet: Sheet, settings: SettingsForm, new: NewGameForm) -> HttpResponse:
    answers = request.POST.dict()
    shown = sheet.rounds_shown(request.GET.get("round", ""))
    context: dict[str, Any] = {
        "event": event,
        "version": sheet.version,
        "rounds": sheet_rounds(shown, sheet.names, answers),
        "tabs": [{"label": str(each.number), "url": f"?round={each.number}", "current": each in shown} for each in sheet.record.rounds]
        if len(shown) < len(sheet.record.rounds)
        else [],
        "settings": settings,
        "new": new,
        "state": sheet.state,
    }
    with snapshot(club):
        return render_desk(request, club, "ratings/correct_event.html", "", context)
