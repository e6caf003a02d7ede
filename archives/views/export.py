"""Taking everything along: the page at the desk, and the file."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from archives.selectors.exports import find_export
from archives.services.exporting import export_club
from clubs.access import desk_for, role_in
from clubs.domain.roles import Act, may
from clubs.tenancy.scope import snapshot
from clubs.views.desk_frame import render_desk
from tournaments.views.explaining import person_of


@require_safe
def export(request: HttpRequest, club: str) -> HttpResponse:
    """What the file holds, and the button."""
    tenant = desk_for(request, club, Act.EXPORT_CLUB)
    with snapshot(tenant):
        exported_at = find_export(tenant)
    context = {"exported_at": exported_at, "may_close": may(role_in(request, tenant), Act.DELETE_CLUB)}
    return render_desk(request, tenant, "archives/export.html", "", context)


@require_POST
def download(request: HttpRequest, club: str) -> HttpResponse:
    """The ZIP; its name says the day and nobody's name."""
    tenant = desk_for(request, club, Act.EXPORT_CLUB)
    answer = HttpResponse(export_club(club=tenant, by=person_of(request)), content_type="application/zip")
    day = tenant.today
    answer["Content-Disposition"] = f'attachment; filename="rookery-club-{day.isoformat()}.zip"'
    return answer
