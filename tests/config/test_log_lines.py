"""The key of a family's page stands in no line of the log."""

import logging

import pytest

from config.log_lines import WithoutFamilyKeys


@pytest.mark.parametrize(
    ("message", "arguments", "line"),
    [
        ("Forbidden (%s): %s", ("no cookie", "/family/ab.cd:ef-g/consent/"), "Forbidden (no cookie): /family/…/consent/"),
        ("Bad request: /family/ab.cd:ef", (), "Bad request: /family/…"),
        ("Not Found: %s", ("/club/x/",), "Not Found: /club/x/"),
    ],
)
def test_the_key_is_left_out(message: str, arguments: tuple[str, ...], line: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, arguments, None)
    assert (WithoutFamilyKeys().filter(record), record.getMessage()) == (True, line)


def test_every_line_goes_that_way() -> None:
    handlers = [
        handler for name in ("", "django") for handler in logging.getLogger(name).handlers if type(handler) is logging.StreamHandler
    ]
    assert handlers
    assert all(any(isinstance(each, WithoutFamilyKeys) for each in handler.filters) for handler in handlers)
