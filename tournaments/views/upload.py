"""Publishing a file at the desk: send it, look at it, confirm. Between the steps the file waits in `StagedUpload`."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import desk_for
from clubs.converters import is_public_id
from clubs.domain.roles import Act
from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from tournaments.domain.errors import NotPublishable, TooLarge, TournamentError, UnknownEncoding
from tournaments.domain.record import Reading
from tournaments.domain.stakes import OverCorrections
from tournaments.forms import NEW_EVENT, PublishForm, UploadForm, read_version, split_target
from tournaments.interchange import read_event
from tournaments.interchange.dates import parse_date
from tournaments.interchange.encoding import decode
from tournaments.interchange.failures import too_large
from tournaments.interchange.limits import MAX_BYTES
from tournaments.interchange.remarks import make_remark
from tournaments.models import Event, StagedUpload
from tournaments.selectors.events import find_event, get_event
from tournaments.services.finding import AmbiguousEvent
from tournaments.services.planning import PlannedPublication, publish_planned
from tournaments.services.preparing import with_name, with_start
from tournaments.services.publish import Outcome, Publication
from tournaments.services.staging import discard_upload, stage_upload
from tournaments.services.weighing import CorrectionsAtStake
from tournaments.views.at_stake import AtStake, at_stake, describe_stakes
from tournaments.views.checking import Target, preview_of, remark_columns, remark_notes, remark_rows, target_among, target_of
from tournaments.views.explaining import person_of, say
from tournaments.views.handed_in import Counter, told
from tournaments.views.personal_data import tell_dropped
from tournaments.views.uploads_waiting import waiting_uploads

PAGE = "tournaments:publish"
_TOLD_AT_ONCE = frozenset({"corrections_kept", "corrections_dropped", "corrections_stand"})
_FORM_OVERHEAD = 64 * 1024  # bytes of a form around its file
FILES = Counter(
    act=Act.PUBLISH,
    page=PAGE,
    send=PAGE,
    check="tournaments:check_upload",
    encoding="tournaments:change_encoding",
    abandon="tournaments:abandon_upload",
    gone=_("That file is not here any more: it was published, deleted, or is older than a day."),
    abandoned=_("The file is deleted. Nothing was published."),
    abandon_label=_("Delete this file"),
)


@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest, club: str) -> HttpResponse:
    """Choose a file or paste its text."""
    tenant = desk_for(request, club, Act.PUBLISH)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        try:
            _refuse_large(request)
            if form.is_valid():
                content, file_name = form.content()
                replaced = request.POST.get("instead_of", "")
                upload = stage_upload(club=tenant, content=content, file_name=file_name, by=person_of(request), instead_of=replaced)
                return FILES.look_at(tenant, upload)
        except TooLarge as error:
            form = UploadForm({})
            form.errors.clear()
            form.add_error("file", told(error))
    with snapshot(tenant):
        context = {"form": form, "uploads": waiting_uploads(request, tenant)}
        return render_desk(request, tenant, "tournaments/upload.html", PAGE, context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def check_upload(request: HttpRequest, club: str, upload: str) -> HttpResponse:
    """Show what a sent file holds, and publish it once it is confirmed."""
    tenant, staged = FILES.find(request, club, upload)
    if staged is None:
        return FILES.tell_gone(request, tenant)
    try:
        reading = read_event(bytes(staged.content), file_name=staged.file_name or None, encoding=staged.encoding or None)
    except UnknownEncoding as error:
        return FILES.ask_encoding(request, tenant, staged, error)
    except TournamentError as error:
        return _unreadable(request, tenant, staged, error)
    target = target_of(tenant, reading.record)
    stakes = at_stake(tenant, target.known or _asked_about(request, tenant), _as_answered(request, reading).record)
    return _check(request, Checked(tenant, staged, reading, target, stakes))


change_encoding = require_POST(FILES.change_encoding)
abandon_upload = require_POST(FILES.abandon_upload)


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was read, which event it may be, and which corrections of that event it would undo."""

    club: Club
    upload: StagedUpload
    reading: Reading
    target: Target
    stakes: AtStake

    def form(self, answers: Any) -> PublishForm:
        record = self.reading.record
        return PublishForm(
            answers,
            targets=self.target.choices,
            asks_date=record.starts_on is None,
            asks_corrections=bool(self.stakes.rows),
            asks_reason=self.target.known is not None or bool(self.target.choices),
            initial={"name": record.name, "target": self.target.chosen},
        )


def _check(request: HttpRequest, checked: Checked) -> HttpResponse:
    form = checked.form(request.POST if request.method == "POST" else None)
    if form.is_valid() and "look" not in request.POST:
        try:
            done = _publish(request, checked, form.cleaned_data)
        except AmbiguousEvent as error:
            checked, form = _asked_again(request, checked, error)
        except CorrectionsAtStake as error:
            checked, form = _asked_for_corrections(request, checked, error)
        except TournamentError as error:
            form.add_error(None, told(error))
        else:
            return FILES.tell_gone(request, checked.club) if done is None else _published(request, checked, done)
    text = decode(bytes(checked.upload.content), checked.upload.encoding or None)
    context = {
        "given_up": FILES.given_up(checked.club, checked.upload),
        "again": _again(checked.upload),
        "target": checked.target,
        "stakes": checked.stakes,
        "form": form,
        "preview": preview_of(checked.reading, text, checked.club.today),
        "planned": _new_version(request, checked, form),
    }
    return render_desk(request, checked.club, "tournaments/upload_check.html", PAGE, context, status=422 if form.errors else 200)


def _asked_again(request: HttpRequest, checked: Checked, error: AmbiguousEvent) -> tuple[Checked, PublishForm]:
    """With the name and the date that were given it looks like events that the page had not asked about."""
    asked = replace(checked, target=target_among(error.candidates))
    answers = request.POST.copy()
    answers.pop("target", None)
    form = asked.form(answers)
    form.errors.pop("target", None)
    form.add_error("target", gettext("Events like it are published already. Which one is it, or is it a new one?"))
    return asked, form


def _asked_for_corrections(request: HttpRequest, checked: Checked, error: CorrectionsAtStake) -> tuple[Checked, PublishForm]:
    """Which event it is was chosen only now, and it has been corrected here."""
    asked = replace(checked, stakes=describe_stakes(checked.club, error.event, checked.reading.record, error.stakes))
    answers = request.POST.copy()
    answers.pop("corrections", None)
    form = asked.form(answers)
    form.errors.pop("corrections", None)
    form.add_error("corrections", form.fields["corrections"].error_messages["required"])
    return asked, form


def _asked_about(request: HttpRequest, club: Club) -> Event | None:
    """The event about whose corrections the page has asked, if it is still the one that is chosen."""
    about = request.POST.get("corrections_of", "")
    if not about or about != request.POST.get("target"):
        return None
    event_id, _version = split_target(about)
    with club_scope(club):
        return find_event(club, event_id) if is_public_id(event_id) else None


def _as_answered(request: HttpRequest, reading: Reading) -> Reading:
    """The reading with the name and the date that are given with the form, as far as they can be."""
    try:
        return with_name(with_start(reading, parse_date(request.POST.get("starts_on", ""))), request.POST.get("name"))
    except NotPublishable:
        return reading


def _publish(request: HttpRequest, checked: Checked, answers: dict[str, Any]) -> Publication | None:
    """Forget the file and publish it, in one transaction; None if a second press of the button came too late."""
    with club_scope(checked.club):
        if not discard_upload(club=checked.club, upload=checked.upload):
            return None
        return publish_planned(_plan(request, checked, answers))


def _plan(request: HttpRequest, checked: Checked, answers: dict[str, Any]) -> PlannedPublication:
    """What the answers make of the file. Errors: EventUnknown, NotPublishable."""
    event_id, expected = split_target(answers.get("target", NEW_EVENT))
    with club_scope(checked.club):
        chosen = None if event_id == NEW_EVENT else get_event(checked.club, event_id)
    return PlannedPublication(
        club=checked.club,
        reading=with_name(with_start(checked.reading, answers.get("starts_on")), answers["name"]),
        by=person_of(request),
        event=chosen or checked.target.known,
        expected_version=expected if chosen else _shown_version(request, checked.target.known),
        not_these=tuple(request.POST.getlist("asked_about")),
        corrections=OverCorrections(answers["corrections"]) if "corrections" in answers else None,
        reason=answers.get("reason", ""),
    )


def _new_version(request: HttpRequest, checked: Checked, form: PublishForm) -> PlannedPublication | None:
    """The new version of an event that this would be, to show what it moves; as long as nobody has decided, corrections stand."""
    if form.is_valid():
        answers = {"corrections": OverCorrections.KEEP, **form.cleaned_data}
    elif form.is_bound or checked.target.known is None or checked.target.unchanged:
        return None
    else:
        answers = {"name": checked.reading.record.name, "corrections": OverCorrections.KEEP}
    try:
        planned = _plan(request, checked, answers)
    except TournamentError:
        return None
    return None if planned.event is None else planned


def _shown_version(request: HttpRequest, known: Event | None) -> int | None:
    """The version that the page showed when the file itself says which event it is."""
    return None if known is None else read_version(request.POST.get("shown_version", ""))


def _published(request: HttpRequest, checked: Checked, done: Publication) -> HttpResponse:
    told = {
        Outcome.NEW: gettext("The event is published."),
        Outcome.CHANGED: gettext("Version %(number)s is published."),
        Outcome.UNCHANGED: gettext("This content was published already, as version %(number)s. Nothing has changed."),
    }[done.outcome]
    messages.success(request, told % {"number": done.version.number})
    for warning in done.warnings:
        if warning.code in _TOLD_AT_ONCE:
            messages.info(request, say(warning))
    tell_dropped(request, checked.reading.dropped)
    return redirect("tournaments:desk_event", club=checked.club.public_id, event=done.event.public_id)


def _unreadable(request: HttpRequest, club: Club, upload: StagedUpload, error: TournamentError) -> HttpResponse:
    """What is wrong, row by row. A wrongly chosen encoding can be chosen again."""
    text = bytes(upload.content).decode(upload.encoding or "utf-8", "replace")
    rows, notes = remark_rows(error.remarks, text, "errors"), remark_notes(error.remarks)
    context = {
        "given_up": FILES.given_up(club, upload),
        "again": _again(upload),
        "columns": remark_columns(),
        "rows": rows,
        "notes": notes,
    }
    return render_desk(request, club, "tournaments/upload_errors.html", PAGE, context, status=422 if request.method == "POST" else 200)


def _again(upload: StagedUpload) -> dict[str, Any] | None:
    """What was pasted, to put it right and send it again: it is nowhere else. Whoever sent a file has it."""
    if upload.file_name:
        return None
    text = bytes(upload.content).decode(upload.encoding or "utf-8", "replace")
    return {"form": UploadForm(initial={"text": text}), "instead_of": upload.public_id}


def _refuse_large(request: HttpRequest) -> None:
    """Django has already passed over a file that is too large to be kept in memory; say why it is missing."""
    size = int(request.META.get("CONTENT_LENGTH") or 0)
    if size > MAX_BYTES + _FORM_OVERHEAD:
        raise too_large(make_remark("file_too_large", size=size, limit=MAX_BYTES))
