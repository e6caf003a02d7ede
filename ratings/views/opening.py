"""Ratings that a club brings from elsewhere: what it has brought, a form to send a table, an example of one."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import desk_for
from clubs.domain.roles import Act
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from players.access import viewer_of
from players.selectors import names_of
from ratings.domain.opening import Note
from ratings.interchange.opening_examples import opening_example
from ratings.interchange.opening_messages import render_note
from ratings.interchange.openings import MAX_BYTES
from ratings.selectors.opening import opening_of
from ratings.services.corrections.opening import DropOpening
from ratings.views.correcting import Proposal, propose
from ratings.views.ladder_words import opening_sentences
from ratings.views.opening_form import OpeningUploadForm
from tournaments.domain.uploads import UploadPurpose
from tournaments.services.staging import stage_upload
from tournaments.views.explaining import person_of
from tournaments.views.handed_in import Counter

PAGE = "ratings:rules"
_FORM_OVERHEAD = 64 * 1024  # bytes of a form around its file
TABLES = Counter(
    act=Act.CHANGE_RULES,
    page=PAGE,
    send="ratings:opening",
    check="ratings:check_opening",
    encoding="ratings:opening_encoding",
    abandon="ratings:abandon_opening",
    gone=_("That table is not here any more: it was applied, deleted, or is older than a day."),
    abandoned=_("The table is deleted. Nothing was changed."),
    abandon_label=_("Delete this table"),
)


@require_http_methods(["GET", "HEAD", "POST"])
def opening(request: HttpRequest, club: str) -> HttpResponse:
    """What was brought, and a form for a table."""
    tenant = desk_for(request, club, Act.CHANGE_RULES)
    form = OpeningUploadForm(request.POST, request.FILES) if request.method == "POST" else OpeningUploadForm()
    if form.is_bound and form.is_valid():
        content, file_name = form.content()
        if len(content) <= MAX_BYTES:
            staged = stage_upload(club=tenant, content=content, file_name=file_name, by=person_of(request), purpose=UploadPurpose.RATINGS)
            return TABLES.look_at(tenant, staged)
        form.add_error("file", _too_large(len(content)))
    elif form.is_bound and (size := int(request.META.get("CONTENT_LENGTH") or 0)) > MAX_BYTES + _FORM_OVERHEAD:
        form.errors.clear()  # a file that was too large to be kept in memory was passed over
        form.add_error("file", _too_large(size))
    with snapshot(tenant):
        held = opening_of(tenant)
        book = names_of(tenant, viewer_of(request, tenant, at_desk=True))
        people = [(book.name_of(player), rating, games) for player, (rating, games) in held.starts.items()]
        people.sort(key=lambda person: (-(person[1] or 0), person[0]))
        context = {"form": form, "as_of": held.as_of, "people": people}
        return render_desk(request, tenant, "ratings/opening.html", PAGE, context, status=422 if form.errors else 200)


@require_safe
def example(request: HttpRequest, club: str) -> HttpResponse:
    """A table to begin with, in the reader's language."""
    desk_for(request, club, Act.CHANGE_RULES)
    answer = HttpResponse(opening_example(get_language() or "en"), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="opening-ratings.csv"'
    return answer


@require_POST
def drop(request: HttpRequest, club: str) -> HttpResponse:
    """Show what the ladder would be without what was brought; then forget it."""
    tenant = desk_for(request, club, Act.CHANGE_RULES)
    proposal = Proposal.of_action(
        tenant,
        DropOpening(),
        person_of(request),
        title=gettext("Forget the opening ratings"),
        changes=opening_sentences(None, 0, 0),
        back=reverse("ratings:opening", args=[tenant.public_id]),
    )
    return propose(request, tenant, proposal)


def _too_large(size: int) -> str:
    return render_note(Note("file_too_large", params={"size": size, "limit": MAX_BYTES}), gettext)
