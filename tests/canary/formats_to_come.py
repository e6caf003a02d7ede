"""Addresses as there may be some day: formats that Rookery has not, and that tell names. Nothing of the canaries knows of them."""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from config.urls import urlpatterns as known

_NAMES: list[str] = []
_CALENDAR = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:{name}\r\nURL:http://127.0.0.1/to-come/{slug}/next/feed.atom\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
_FEED = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>{name}</title><link href="/to-come/{slug}/next/board.svg"/></entry></feed>'
_DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><a href="print.html"><text>{name}</text></a></svg>'
_PRINT = '<!doctype html><title>Print</title><link rel="alternate" href="packed.bin"><p>{name}</p>'
FORMATS = {
    "calendar.ics": ("text/calendar", _CALENDAR),
    "feed.atom": ("application/atom+xml", _FEED),
    "board.svg": ("image/svg+xml", _DRAWING),
    "print.html": ("text/html", _PRINT),
    "packed.bin": ("application/octet-stream", "{name}"),
}
"""By the end of the address. The first one is found in the list of routes, each other one through the one before."""


@contextmanager
def hidden_names(names: Sequence[str]) -> Iterator[None]:
    """What these pages tell."""
    _NAMES[:] = names
    yield
    _NAMES.clear()


def _answer(_request: HttpRequest, slug: str, file: str) -> HttpResponse:
    kind, form = FORMATS.get(file, ("text/plain", "Nothing."))
    said = form.format(name=", ".join(_NAMES), slug=slug).encode()
    return HttpResponse(zlib.compress(said) if file.endswith(".bin") else said, content_type=kind)


def _calendar(request: HttpRequest, slug: str) -> HttpResponse:
    return _answer(request, slug, "calendar.ics")


urlpatterns: list[URLPattern] = [
    *known,  # type: ignore[list-item]
    path("to-come/<slug:slug>/calendar.ics", _calendar, name="to_come"),
    path("to-come/<slug:slug>/next/<str:file>", _answer, name="next_to_come"),
]
