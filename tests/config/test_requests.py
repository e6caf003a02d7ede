"""A charset that is none for text is passed over; parameters are then read as UTF-8."""

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory

from config.requests import Handler, Request


def environ_of(charset: str) -> dict[str, object]:
    environ = RequestFactory().get("/?name=%D7%A0").environ
    return {**environ, "CONTENT_TYPE": f"text/plain; charset={charset}"}


@pytest.mark.parametrize("charset", ["base64", "rot13", "zip", "hex", "no-such-charset", "utf-8"])
def test_parameters_are_read(charset: str) -> None:
    assert Request(environ_of(charset)).GET["name"] == "נ"


def test_an_encoding_of_text_is_kept() -> None:
    assert Request(environ_of("windows-1255")).encoding == "windows-1255"


def test_without_it_the_request_cannot_even_be_made() -> None:
    """The positive control."""
    with pytest.raises(LookupError):
        WSGIRequest(environ_of("base64"))


def test_the_site_reads_its_requests_so() -> None:
    assert Handler.request_class is Request
