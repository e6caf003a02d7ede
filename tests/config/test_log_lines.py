"""The key of a family's page stands in no line of the log."""

import logging
from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from config.log_lines import WithoutFamilyKeys
from players.models import Player
from tests.factories import make_club


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


class Caught(logging.Handler):
    """What a handler of the site writes."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(next(each.formatter for each in logging.getLogger().handlers if type(each) is logging.StreamHandler))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


NAME = "Quillfeather Zephyrine"


def _twice(club: Club) -> None:
    with club_scope(club):
        player = Player.objects.create(club=club, name=NAME, sort_key=NAME)
        Player.objects.create(club=club, name=NAME, sort_key=NAME, public_id=player.public_id)


def _nobody(club: Club) -> None:
    with club_scope(club):
        Player.objects.create(club=club, name=NAME, sort_key=NAME, always_initials=None)  # type: ignore[misc]


def _no_number(club: Club) -> None:
    with club_scope(club) as cursor:
        cursor.execute("SELECT %s::int, 'x'", [NAME])


def _no_statement(club: Club) -> None:
    with club_scope(club) as cursor:
        cursor.execute('SELECT %s FROM WHERE "x"', [NAME])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fail", "quotes", "told"),
    [
        (_twice, False, 'duplicate key value violates unique constraint "players_player_public_id"'),
        (_nobody, False, 'null value in column "always_initials" of relation "players_player" violates not-null constraint'),
        (_no_number, True, 'invalid input syntax for type integer: "…"'),
        (_no_statement, True, 'syntax error at or near "…"'),
    ],
)
def test_an_error_of_the_database_is_told_without_what_it_quotes(fail: Callable[[Club], None], quotes: bool, told: str) -> None:
    club, caught, log = make_club(), Caught(), logging.getLogger("django.request")
    log.addHandler(caught)
    try:
        with pytest.raises(DatabaseError) as raised, transaction.atomic():
            fail(club)
        log.error("Task x raised unexpected: %r", raised.value, exc_info=raised.value)
    finally:
        log.removeHandler(caught)
    [line] = caught.lines
    assert (NAME.split()[0] in str(raised.value)) is quotes
    assert "Quillfeather" not in line
    assert line.count(told) == 3  # the message's own, psycopg's and Django's
    assert "The above exception was the direct cause" in line
