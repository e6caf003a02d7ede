"""A list of members from a spreadsheet: sent, looked through row by row, taken in. Nothing of the file is kept afterwards."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.domain.errors import PlayerError
from players.domain.members import MemberColumn, MemberFile, MemberNote, MembersUnreadable
from players.interchange.member_messages import render_member_note
from players.interchange.members import read_members
from players.interchange.tables import Table, TableUnreadable, read_text_table
from players.interchange.workbooks import is_workbook, read_workbook
from players.models import PeopleImport
from players.selectors import names_of
from players.selectors.joining import MemberProposal, propose_members
from players.services import import_people
from players.views.doubting import letters_of
from tournaments.domain.errors import TournamentError, UnknownEncoding, UnreadableFile
from tournaments.domain.uploads import UploadPurpose
from tournaments.interchange.encoding import decode
from tournaments.models import StagedUpload
from tournaments.selectors.differing import declared_pairs
from tournaments.services.erased_names import find_erased_rows
from tournaments.services.staging import discard_upload, stage_upload
from tournaments.views.explaining import person_of
from tournaments.views.handed_in import Counter, told
from tournaments.views.member_form import COLUMNS, Layout, MemberListForm, MemberUploadForm, age_group_change, field_name, reason_in_words
from tournaments.views.personal_data import dropped_sentence, tell_dropped

PAGE = "players:people"
MAX_BYTES = 1024 * 1024
_FORM_OVERHEAD = 64 * 1024  # bytes of a form around its file
_ENCODING_CODES = frozenset({"encoding_wrong", "encoding_hopeless", "encoding_not_offered"})
LISTS = Counter(
    act=Act.CONFIRM_NAMES,
    page=PAGE,
    send="tournaments:import_people",
    check="tournaments:check_people",
    encoding="tournaments:people_encoding",
    abandon="tournaments:abandon_people",
    gone=_("That list is not here any more: it was taken in, deleted, or is older than a day."),
    abandoned=_("The list is deleted. Nobody was added."),
    abandon_label=_("Delete this list"),
)


@require_http_methods(["GET", "HEAD", "POST"])
def import_people_page(request: HttpRequest, club: str) -> HttpResponse:
    """A form for a list."""
    tenant = desk_for(request, club, Act.CONFIRM_NAMES)
    form = MemberUploadForm(request.POST, request.FILES) if request.method == "POST" else MemberUploadForm()
    if form.is_bound and form.is_valid():
        content, file_name = form.content()
        if len(content) <= MAX_BYTES:
            staged = stage_upload(club=tenant, content=content, file_name=file_name, by=person_of(request), purpose=UploadPurpose.PEOPLE)
            return LISTS.look_at(tenant, staged)
        form.add_error("file", _too_large(len(content)))
    elif form.is_bound and (size := int(request.META.get("CONTENT_LENGTH") or 0)) > MAX_BYTES + _FORM_OVERHEAD:
        form.errors.clear()  # a file that was too large to be kept in memory was passed over
        form.add_error("file", _too_large(size))
    return render_desk(request, tenant, "players/import_send.html", PAGE, {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def check_people(request: HttpRequest, club: str, upload: str) -> HttpResponse:
    """Show what a list holds and who is who in it; then take it in."""
    tenant, staged = LISTS.find(request, club, upload)
    if staged is None:
        return LISTS.tell_gone(request, tenant)
    try:
        table = _read_table(bytes(staged.content), staged.encoding or None, request.GET.get("sheet", ""))
    except UnknownEncoding as error:
        return LISTS.ask_encoding(request, tenant, staged, error)
    except TableUnreadable as error:
        return _unreadable(request, tenant, staged, [MemberNote(error.code, error.row, params=error.params)], {})
    except TournamentError as error:
        return _unreadable(request, tenant, staged, [], {}, [told(error)])
    layout = Layout.asked(request.GET, table)
    try:
        file = read_members(table, layout.columns, has_heading=layout.has_heading)
    except MembersUnreadable as error:
        return _unreadable(request, tenant, staged, error.notes, layout.context(table))
    return _check(request, Checked(tenant, staged, table, layout, file))


change_encoding = require_POST(LISTS.change_encoding)
abandon = require_POST(LISTS.abandon_upload)


@dataclass(frozen=True, slots=True)
class Checked:
    """A list that could be read, and how; `erased` are rows of people whom the club has erased, and who are left out."""

    club: Club
    upload: StagedUpload
    table: Table
    layout: Layout
    file: MemberFile
    erased: tuple[int, ...] = ()


def _read_table(content: bytes, encoding: str | None, sheet: str) -> Table:
    if is_workbook(content):
        return read_workbook(content, int(sheet) if sheet.isascii() and sheet.isdecimal() and len(sheet) < 4 else 0)
    try:
        return read_text_table(decode(content, encoding))
    except UnknownEncoding:
        raise
    except UnreadableFile as error:
        if error.code in _ENCODING_CODES:
            raise
        raise TableUnreadable("file_empty" if error.code == "file_empty" else "not_a_table") from error


def _check(request: HttpRequest, checked: Checked) -> HttpResponse:
    club = checked.club
    with snapshot(club):
        checked = _without_erased(checked)
        proposals = propose_members(club, checked.file.rows, different=lambda persons: declared_pairs(club, persons))
        book = names_of(club, viewer_of(request, club, at_desk=True))
        form = MemberListForm(request.POST if request.method == "POST" else None, proposals=proposals, file=checked.file, book=book)
    if form.is_valid():
        try:
            made = _take_in(request, checked, form)
        except PlayerError as refused:
            form.add_error(None, gettext(refused.message) % refused.params)
        else:
            return LISTS.tell_gone(request, club) if made is None else _tell(request, checked, made)
    return _show(request, checked, proposals, form)


def _without_erased(checked: Checked) -> Checked:
    rows = checked.file.rows
    erased = find_erased_rows(checked.club, {row.row: row.name for row in rows}, {row.row: row.person for row in rows if row.person})
    left = tuple(row for row in rows if row.row not in erased)
    return replace(checked, file=replace(checked.file, rows=left), erased=tuple(erased))


def _take_in(request: HttpRequest, checked: Checked, form: MemberListForm) -> PeopleImport | None:
    """Forget the list and take it in, in one transaction; None if a second press of the button came too late."""
    with club_scope(checked.club):
        if not discard_upload(club=checked.club, upload=checked.upload):
            return None
        return import_people(club=checked.club, rows=form.rows(), by=person_of(request))


def _tell(request: HttpRequest, checked: Checked, made: PeopleImport) -> HttpResponse:
    club = checked.club
    with club_scope(club):
        added = made.people.filter(club=club, created=True).count()
    messages.success(request, ngettext("%(count)s person is added.", "%(count)s people are added.", added) % {"count": added})
    tell_dropped(request, checked.file.dropped)
    return redirect("players:imported", club=club.public_id, made=made.public_id)


def _show(request: HttpRequest, checked: Checked, proposals: Sequence[MemberProposal], form: MemberListForm) -> HttpResponse:
    file = checked.file
    context = {
        "given_up": LISTS.given_up(checked.club, checked.upload),
        "form": form,
        "rows": _rows(form, proposals, file),
        "left_out": file.left_out,
        "dropped": dropped_sentence(file.dropped),
        "erased": ", ".join(map(str, checked.erased)),
        "new_rows": sum(proposal.is_new for proposal in proposals),
        "known_rows": sum(proposal.preselected is not None for proposal in proposals),
        "open_rows": sum(proposal.is_open for proposal in proposals),
        "layout": checked.layout.context(checked.table),
    }
    return render_desk(request, checked.club, "players/import_check.html", PAGE, context, status=422 if form.errors else 200)


def _rows(form: MemberListForm, proposals: Sequence[MemberProposal], file: MemberFile) -> list[dict[str, Any]]:
    """Each row with its chooser and what is odd about it."""
    odd: dict[int | None, list[str]] = defaultdict(list)
    for note in file.remarks:
        odd[note.row].append(_said(note))
    return [
        {
            "row": proposal.row,
            "field": form[field_name(proposal)],
            "is_open": proposal.is_open,
            "age_group": age_group_change(proposal, file),
            "remarks": [*odd[proposal.row.row], *letters_of(proposal.row.name), *_doubts(proposal)],
        }
        for proposal in proposals
    ]


def _doubts(proposal: MemberProposal) -> list[str]:
    said = []
    if proposal.twin is not None:
        params = {"row": proposal.twin.row.row, "reason": reason_in_words(proposal.twin.reason)}
        said.append(gettext("Row %(row)s may be the same person: %(reason)s.") % params)
    person = proposal.person
    if proposal.by_id and person is not None and person.name != proposal.row.name:
        said.append(gettext("By the rookery_id this person is known here by another name. A list changes no names."))
    return said


def _unreadable(
    request: HttpRequest, club: Club, upload: StagedUpload, notes: Iterable[MemberNote], layout: dict[str, Any], more: Sequence[str] = ()
) -> HttpResponse:
    faults = list(notes)
    context = {
        "given_up": LISTS.given_up(club, upload),
        "notes": [*more, *(_said(note) for note in faults if note.row is None)],
        "rows": [
            {"number": note.row, "column": "" if note.column is None else COLUMNS[note.column], "cell": note.cell, "told": _said(note)}
            for note in faults
            if note.row is not None
        ],
        "layout": layout,
    }
    return render_desk(request, club, "players/import_errors.html", PAGE, context)


def _said(note: MemberNote) -> str:
    params = dict(note.params)
    if "column" in params:
        params["column"] = str(COLUMNS[MemberColumn(str(params["column"]))])
    return render_member_note(MemberNote(note.code, note.row, note.column, note.cell, params), gettext)


def _too_large(size: int) -> str:
    return _said(MemberNote("file_too_large", params={"size": size, "limit": MAX_BYTES}))
