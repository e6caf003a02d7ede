"""The journal of corrections at the desk, one correction with what it did, and undoing it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import desk_for, role_in
from clubs.domain.roles import Act, may
from clubs.models import Club
from clubs.selectors import name_of_account
from clubs.services import Person
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.domain.disclosure import Viewer
from players.selectors import NameBook, names_apart, names_of
from ratings.models import Correction, CorrectionKind
from ratings.selectors.corrections import (
    JournalLine,
    describe_corrections,
    find_correction_of_version,
    find_version_before,
    get_correction,
    list_corrections,
)
from ratings.services.corrections import preview_undo, undo_correction
from ratings.services.corrections.publication import Unpublish
from ratings.views.correcting import Proposal, propose
from ratings.views.correction_words import IDENTITY, describe_change, describe_undoing, doors_of, heading_of
from ratings.views.effects import describe_effects
from ratings.views.identity_words import subject_of_identity
from ratings.views.version_words import version_sentences
from tournaments.access import desk_event_for
from tournaments.models import Event, EventVersion
from tournaments.views.explaining import person_of

PAGE = "ratings:corrections"
CORRECTIONS_A_PAGE = 25

ACTS: Mapping[str, Act] = {
    CorrectionKind.START_RATING: Act.CONFIRM_NAMES,
    CorrectionKind.MERGE: Act.CONFIRM_NAMES,
    CorrectionKind.SPLIT: Act.CONFIRM_NAMES,
    CorrectionKind.RULES: Act.CHANGE_RULES,
    CorrectionKind.OPENING: Act.CHANGE_RULES,
}
"""What somebody must be allowed to do to undo a correction: the same as to make it. Other kinds: publish and correct events."""


@require_safe
def corrections(request: HttpRequest, club: str) -> HttpResponse:
    """Who corrected what, when and why, page by page."""
    tenant = desk_for(request, club)
    with snapshot(tenant):
        book = DeskBooks(tenant, viewer_of(request, tenant, at_desk=True))
        page = Paginator(list_corrections(tenant), CORRECTIONS_A_PAGE).get_page(request.GET.get("page"))
        described = describe_corrections(tenant, page.object_list)
        doors = doors_of(tenant, page.object_list)
        lines = [_line(tenant, book, line, doors) for line in described]
        return render_desk(request, tenant, "ratings/corrections.html", PAGE, {"page": page, "lines": lines})


@require_safe
def correction(request: HttpRequest, club: str, correction: str) -> HttpResponse:
    """One correction: what was changed, whom it moved, and whether it still holds."""
    tenant = desk_for(request, club)
    with snapshot(tenant):
        found = _find(tenant, correction)
        book = DeskBooks(tenant, viewer_of(request, tenant, at_desk=True))
        line = _line(tenant, book, describe_corrections(tenant, [found])[0], doors_of(tenant, [found]))
        can_undo = line["undone_by"] is None and not line["overtaken"] and may(role_in(request, tenant), act_of(found))
        context = {**line, "changes": describe_change(tenant, book.of(found), found), "can_undo": can_undo}
        return render_desk(request, tenant, "ratings/correction.html", "", context)


@require_POST
def undo(request: HttpRequest, club: str, correction: str) -> HttpResponse:
    """What undoing it would do; then undo it."""
    tenant = desk_for(request, club)
    with club_scope(tenant):
        found = _find(tenant, correction)
        book = names_of(tenant, viewer_of(request, tenant, at_desk=True))
        told = _told(tenant, book, found)
    if not may(role_in(request, tenant), act_of(found)):
        raise Http404
    if found.kind in IDENTITY:
        return redirect("ratings:undo_identity", club=tenant.public_id, correction=found.public_id)
    return propose(request, tenant, _undoing(tenant, found, told, person_of(request)))


@require_POST
def undo_version(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What taking back the latest version of an event would do, if that is still the one that was shown; then take it back."""
    tenant, found = desk_event_for(request, club, event, Act.PUBLISH)
    if found.latest is None or request.POST.get("version") != str(found.latest.number):
        messages.error(request, gettext("The event has been published again meanwhile. Nothing was changed; look again."))
        return redirect("tournaments:desk_event", club=tenant.public_id, event=found.public_id)
    with club_scope(tenant):
        made_by = find_correction_of_version(tenant, found.latest)
        viewer = viewer_of(request, tenant, at_desk=True)
        book = names_of(tenant, viewer)
        told = None if made_by is None else _told(tenant, book, made_by)
    if made_by is None or told is None:
        return propose(request, tenant, _unpublishing(tenant, found, found.latest, person_of(request), viewer))
    return propose(request, tenant, _undoing(tenant, made_by, told, person_of(request)))


@dataclass(frozen=True, slots=True)
class Undoing:
    """What is undone and what holds afterwards, in sentences."""

    undone: list[str]
    afterwards: list[str]


def _told(club: Club, book: NameBook, correction: Correction) -> Undoing:
    """With its heading and whatever it was about first."""
    (line,) = describe_corrections(club, [correction])
    heading, subject = heading_of(line), _subject(book, correction)
    named = format_html("{}: <bdi>{}</bdi>", heading, subject) if subject else heading
    return Undoing([named, *describe_change(club, book, correction)], describe_undoing(club, book, correction))


def _unpublishing(club: Club, event: Event, latest: EventVersion, by: Person, viewer: Viewer) -> Proposal:
    """For a publication that moved nobody, and for the first one, of which the journal knows nothing."""
    with club_scope(club):
        before = find_version_before(club, latest)
        afterwards = [] if before is None else version_sentences(club, names_of(club, viewer), latest, before)
    action = Unpublish(event, version=latest.number, back_to=before.number if before else 0)
    title = format_html("{}: <bdi>{}</bdi>", gettext("Undo version %(number)s") % {"number": latest.number}, latest.name)
    if before is None:
        told = gettext("Undoing removes the event. To bring it back, undo that in the journal of corrections, or publish its file.")
    else:
        told = gettext("Undoing shows the version before again, with the names that were decided in it.")
    back = reverse("tournaments:desk_event", args=[club.public_id, event.public_id])
    proposal = Proposal.of_action(club, action, by, title=title, changes=[], back=back, event=event)
    return replace(proposal, undoes=True, afterwards=[told, *afterwards])


def _undoing(club: Club, correction: Correction, told: Undoing, by: Person) -> Proposal:
    def apply(*, reason: str, expected: str) -> Correction:
        return undo_correction(club=club, correction=correction, by=by, reason=reason, expected=expected)

    return Proposal(
        title=gettext("Undo this correction"),
        changes=told.undone,
        preview=lambda: preview_undo(club=club, correction=correction, by=by),
        apply=apply,
        back=reverse("ratings:correction", args=[club.public_id, correction.public_id]),
        undoes=True,
        afterwards=told.afterwards,
        event=correction.event,
    )


def act_of(correction: Correction) -> Act:
    """What it takes to make, and to undo, a correction of this kind."""
    return ACTS.get(correction.kind, Act.PUBLISH)


def _find(club: Club, public_id: str) -> Correction:
    try:
        return get_correction(club, public_id)
    except Correction.DoesNotExist:
        raise Http404 from None


@dataclass(frozen=True)
class DeskBooks:
    """The door of names for the journal: of persons as they are now, and, read when first asked for, of the players they are made of."""

    club: Club
    viewer: Viewer

    @cached_property
    def persons(self) -> NameBook:
        return names_of(self.club, self.viewer)

    @cached_property
    def players(self) -> NameBook:
        return names_apart(self.club, self.viewer)

    def of(self, correction: Correction) -> NameBook:
        """What joins or parts people is told of players, under their own names."""
        return self.players if correction.kind in IDENTITY else self.persons


def _line(club: Club, books: DeskBooks, line: JournalLine, doors: Mapping[int, str]) -> dict[str, Any]:
    found = line.correction
    book = books.of(found)
    return {
        "correction": found,
        "heading": heading_of(line),
        "subject": _subject(book, found),
        "by": name_of_account(found.by),
        "door": doors.get(found.pk, ""),
        "effects": describe_effects(club, book, line.effects),
        "undone_by": line.undone_by,
        "in_force": line.in_force,
        "overtaken": line.overtaken,
    }


def _subject(book: NameBook, correction: Correction) -> str:
    """The event or the person it was about; "" for the ladder as a whole."""
    if correction.kind in IDENTITY:
        return subject_of_identity(book, correction)
    if correction.event is not None and correction.event.latest is not None:
        return correction.event.latest.name
    return "" if correction.player is None else book.display_name(correction.player)
