"""Pages for people who write programs: the description of the API, and the schema of Rookery JSON."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

from tournaments.interchange.json_words import schema_text


class ApiPage(SpectacularSwaggerSplitView):
    """The API, to read and to try out. Its script comes from an address of its own: nothing inline under our CSP."""

    template_name = "tournaments/api_docs.html"
    url_name = "tournaments:api_schema"


@require_safe
def rookery_event_schema(request: HttpRequest) -> HttpResponse:
    """The schema of version 1, which never changes its meaning; for everybody, from anywhere."""
    response = HttpResponse(schema_text(), content_type="application/schema+json")
    response["Cache-Control"] = "public, max-age=86400"
    response["Access-Control-Allow-Origin"] = "*"
    return response
