"""A table of opening ratings that was sent: its faults row by row, who is who in it, what the ladder would be, and applying it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.selectors import names_of
from ratings.domain.effects import Effects
from ratings.domain.opening import OpeningFile, OpeningRefused, OpeningUnreadable
from ratings.forms import ConfirmForm
from ratings.interchange.openings import read_opening
from ratings.models import Correction
from ratings.selectors.opening import list_standings, propose_people
from ratings.services.corrections import EffectsDiffer
from ratings.services.corrections.opening import SetOpening
from ratings.services.corrections.rehearsing import apply_as_shown, digest_of, rehearse_correction
from ratings.views.correcting import NOT_ECHOED, go_to
from ratings.views.effects import describe_effects
from ratings.views.ladder_words import opening_sentences
from ratings.views.opening import PAGE, TABLES
from ratings.views.opening_form import OpeningForm
from ratings.views.opening_table import check_rows, fault_rows, file_notes
from ratings.views.refusals import Refusal, refusal_sentence
from tournaments.domain.errors import TournamentError, UnknownEncoding
from tournaments.models import StagedUpload
from tournaments.services.erased_names import find_erased_rows
from tournaments.services.staging import discard_upload
from tournaments.views.explaining import person_of
from tournaments.views.handed_in import told
from tournaments.views.personal_data import dropped_sentence, tell_dropped

SHOWN_OF_LADDER = 30


@require_http_methods(["GET", "HEAD", "POST"])
def check_opening(request: HttpRequest, club: str, upload: str) -> HttpResponse:
    """Show what a table holds and who is who in it; then what the ladder would be; then apply it."""
    tenant, staged = TABLES.find(request, club, upload)
    if staged is None:
        return TABLES.tell_gone(request, tenant)
    try:
        file = read_opening(bytes(staged.content), staged.encoding or None)
    except UnknownEncoding as error:
        return TABLES.ask_encoding(request, tenant, staged, error)
    except OpeningUnreadable as error:
        return _unreadable(request, tenant, staged, fault_rows(error.notes), file_notes(error.notes))
    except TournamentError as error:
        return _unreadable(request, tenant, staged, [], [told(error)])
    return _check(request, Checked(tenant, staged, file))


change_encoding = require_POST(TABLES.change_encoding)
abandon = require_POST(TABLES.abandon_upload)


@dataclass(frozen=True, slots=True)
class Checked:
    """A table that could be read."""

    club: Club
    upload: StagedUpload
    file: OpeningFile


def _check(request: HttpRequest, checked: Checked) -> HttpResponse:
    club = checked.club
    with snapshot(club):
        erased = find_erased_rows(club, {row.row: row.name for row in checked.file.rows}, {})
        proposals = propose_people(club, [row for row in checked.file.rows if row.row not in erased])
        book = names_of(club, viewer_of(request, club, at_desk=True))
        form = OpeningForm(request.POST if request.method == "POST" else None, proposals=proposals, book=book, today=club.today)
    if form.is_valid() and "edit" not in request.POST:
        try:
            return _confirm(request, checked, SetOpening(form.cleaned_data["as_of"], form.rows()))
        except OpeningRefused as refused:
            form.add_error(None, gettext(refused.template))
        except Refusal as refused:
            form.add_error(None, refusal_sentence(refused, club))
    rows = check_rows(form, proposals, checked.file.remarks)
    context = {
        "given_up": TABLES.given_up(checked.club, checked.upload),
        "form": form,
        "rows": rows,
        "notes": [*file_notes(checked.file.remarks), *filter(None, [dropped_sentence(checked.file.dropped)]), *_left_out(erased)],
        "open_rows": sum(proposal.is_open for proposal in proposals),
        "new_rows": sum(not proposal.likely for proposal in proposals),
    }
    return render_desk(request, club, "ratings/opening_check.html", PAGE, context, status=422 if form.errors else 200)


def _left_out(erased: list[int]) -> list[str]:
    if not erased:
        return []
    told = gettext("People in these rows were erased at this club, and are left out: %(rows)s.")
    return [told % {"rows": ", ".join(map(str, erased))}]


def _confirm(request: HttpRequest, checked: Checked, action: SetOpening) -> HttpResponse:
    """Apply what was shown and confirmed; otherwise show it. Raises what refuses it."""
    form = ConfirmForm(request.POST if "expected" in request.POST else None)
    differs = False
    if form.is_bound and form.is_valid():
        try:
            made = _apply(request, checked, action, form)
        except EffectsDiffer:
            differs = True
        else:
            if made is None:
                return TABLES.tell_gone(request, checked.club)
            tell_dropped(request, checked.file.dropped)
            return go_to(request, checked.club, made)
    with rehearse_correction(club=checked.club, action=action, by=person_of(request)) as effects:
        return _show(request, checked, action, effects, {"form": form, "differs": differs})


def _apply(request: HttpRequest, checked: Checked, action: SetOpening, form: ConfirmForm) -> Correction | None:
    """Forget the table and apply it, in one transaction; None if a second press of the button came too late."""
    with club_scope(checked.club):
        if not discard_upload(club=checked.club, upload=checked.upload):
            return None
        given = form.cleaned_data
        return apply_as_shown(club=checked.club, action=action, by=person_of(request), reason=given["reason"], shown=given["expected"])


def _show(request: HttpRequest, checked: Checked, action: SetOpening, effects: Effects, more: dict[str, Any]) -> HttpResponse:
    """The page of what would be. Inside the rehearsal: the new people are nowhere else."""
    club = checked.club
    book = names_of(club, viewer_of(request, club, at_desk=True))
    standings = list_standings(club)
    new = sum(row.player_id is None for row in action.rows)
    context = {
        "changes": opening_sentences(action.as_of, len(action.rows), new),
        "effects": describe_effects(club, book, effects),
        "digest": digest_of(effects),
        "ladder": [(book.name_of(row.player_id), row) for row in standings[:SHOWN_OF_LADDER]],
        "more": max(0, len(standings) - SHOWN_OF_LADDER),
        "fields": [(name, value) for name, values in request.POST.lists() if name not in NOT_ECHOED for value in values],
        **more,
    }
    return render_desk(request, club, "ratings/opening_preview.html", PAGE, context)


def _unreadable(request: HttpRequest, club: Club, upload: StagedUpload, rows: list[dict[str, Any]], notes: list[str]) -> HttpResponse:
    context = {"given_up": TABLES.given_up(club, upload), "rows": rows, "notes": notes}
    return render_desk(request, club, "ratings/opening_errors.html", PAGE, context)
