"""One event as a file that any program reads, for the arbiters of the club: with the names as they were published."""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.domain.roles import Act
from clubs.tenancy.scope import snapshot
from tournaments.access import desk_event_for
from tournaments.domain.record import EventRecord
from tournaments.interchange import to_rookery_json, write_trf
from tournaments.selectors.events import find_event
from tournaments.selectors.records import record_of

WRITERS: Final[Mapping[str, tuple[Callable[[EventRecord], str], str]]] = {
    "trf": (write_trf, "text/plain; charset=utf-8"),
    "json": (to_rookery_json, "application/vnd.rookery.event+json"),
}
"""How each kind of file is written, and its media type. Every kind can be published here again."""


@require_safe
def export_event(request: HttpRequest, club: str, event: str, kind: str) -> HttpResponse:
    """The version that is shown; the file is called by its date, never by a name."""
    tenant, asked = desk_event_for(request, club, event, Act.PUBLISH)
    if kind not in WRITERS:
        raise Http404
    write, media_type = WRITERS[kind]
    with snapshot(tenant):
        found = find_event(tenant, asked.public_id)
        if found is None or found.latest is None:
            raise Http404
        record = record_of(tenant, found.latest)
    answer = HttpResponse(write(record).encode(), content_type=media_type)
    day = f"-{record.starts_on}" if record.starts_on else ""
    answer["Content-Disposition"] = f'attachment; filename="event{day}.{kind}"'
    return answer
