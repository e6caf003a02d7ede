"""What browsers and search engines ask of every site without having seen a link to it."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

A_DAY = 86400  # seconds


@require_safe
@cache_control(public=True, max_age=A_DAY)
def robots(request: HttpRequest) -> HttpResponse:
    """Everything may be asked for: each answer says itself whether it may be listed, and a list of what may not would give it away."""
    return HttpResponse("User-agent: *\nDisallow:\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=A_DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    """The site's mark, for those who ask at the address of old instead of reading the page."""
    return HttpResponse(_drawing(), content_type="image/svg+xml")


@cache
def _drawing() -> bytes:
    found = finders.find("img/favicon.svg")
    return Path(str(found)).read_bytes()
