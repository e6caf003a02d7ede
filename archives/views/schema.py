"""The published schema of a club's file."""

import json
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from archives.interchange.rules import club_schema


@require_safe
def rookery_club_schema(request: HttpRequest) -> HttpResponse:
    """The schema of version 1; for everybody, from anywhere."""
    response = HttpResponse(_text(), content_type="application/schema+json")
    response["Cache-Control"] = "public, max-age=86400"
    response["Access-Control-Allow-Origin"] = "*"
    return response


@cache
def _text() -> str:
    return json.dumps(club_schema(), ensure_ascii=False, indent=1) + "\n"
