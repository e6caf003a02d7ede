"""Clubs of a known size, put straight into the tables by the owner: what is measured is the ladder and not the publishing."""

from collections.abc import Iterable
from typing import Any

from django.db import connections

from bench.evenings import PLAYERS, ROUNDS, evenings
from clubs.models import Club


def make_club(slug: str, events: int, players: int = PLAYERS) -> Club:
    """A club with every name decided, its ladder not yet built."""
    club = Club.objects.create(name=slug, slug=slug, language="en", time_zone="UTC")
    people = _copy(
        "players_player", _PLAYER, ((club.pk, f"{slug:-<16.16}{place:06}", f"Player {place}", f"{place:06}") for place in range(players))
    )
    played = list(evenings(events, players))
    ids = _copy("tournaments_event", _EVENT, ((club.pk, f"{slug:-<16.16}{place:06}") for place in range(events)))
    versions = _copy(
        "tournaments_eventversion", _VERSION, ((club.pk, event, each.day, each.day) for event, each in zip(ids, played, strict=True))
    )
    _run(
        "UPDATE tournaments_event e SET latest_id = v.id, rated_version_id = v.id FROM tournaments_eventversion v"
        " WHERE v.club_id = %s AND e.club_id = v.club_id AND e.id = v.event_id",
        club.pk,
    )
    entered = [(version, who) for version, each in zip(versions, played, strict=True) for who in each.present]
    entries = _copy("tournaments_entry", _ENTRY, ((club.pk, version, people[who], f"Player {who}") for version, who in entered))
    _copy("tournaments_entrylink", _LINK, ((club.pk, entry, people[who]) for entry, (_, who) in zip(entries, entered, strict=True)))
    entry_of = dict(zip(entered, entries, strict=True))
    _copy("tournaments_round", _ROUND, ((club.pk, version, number) for version in versions for number in range(1, ROUNDS + 1)))
    _copy(
        "tournaments_game",
        _GAME,
        (
            (club.pk, version, number, board, entry_of[version, white], entry_of[version, black], result.value)
            for version, each in zip(versions, played, strict=True)
            for number, boards in enumerate(each.rounds, 1)
            for board, (white, black, result) in enumerate(boards, 1)
        ),
    )
    return club


# Columns that are copied, and constants for those that must not be null and say nothing here.
_PLAYER = (
    ("club_id", "public_id", "name", "sort_key"),
    {"age_group": "'unknown'", "always_initials": "false", "inactive": "false", "created_at": "now()"},
)
_EVENT = (("club_id", "public_id"), {"program": "''", "access": "'club'", "names": "'club'", "order_in_date": "0", "created_at": "now()"})
_VERSION = (
    ("club_id", "event_id", "starts_on", "ends_on"),
    {
        "number": "1",
        "digest": "''",
        "name": "'Evening'",
        "format": "'swiss'",
        "variant": "'standard'",
        "time_control": "''",
        "rated": "true",
        "finished": "true",
        "source": "'bench'",
        "warnings": "'[]'",
        "dropped": "'{}'",
        "published_at": "now()",
    },
)
_ENTRY = (("club_id", "version_id", "number", "name"), {"title": "''"})
_LINK = (("club_id", "entry_id", "player_id"), {"at": "now()", "reason": "''"})
_ROUND = (("club_id", "version_id", "number"), dict[str, str]())
_GAME = (("club_id", "version_id", "round", "board", "white_id", "black_id", "result"), dict[str, str]())


def _copy(table: str, shape: tuple[tuple[str, ...], dict[str, str]], rows: Iterable[tuple[Any, ...]]) -> list[int]:
    """COPY by the owner, whom row-level security does not hold up; returns the new primary keys in the order of the rows."""
    columns, constants = shape
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE incoming AS SELECT {', '.join(columns)} FROM {table} LIMIT 0")
        cursor.execute("ALTER TABLE incoming ADD place serial")
        with cursor.cursor.copy(f"COPY incoming ({', '.join(columns)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        names = ", ".join([*columns, *constants])
        values = ", ".join([*columns, *constants.values()])
        cursor.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM incoming ORDER BY place RETURNING id")
        ids = [row[0] for row in cursor.fetchall()]
        cursor.execute("DROP TABLE incoming")
    return ids


def _run(statement: str, *parameters: int) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement, parameters)


def analyze() -> None:
    """What autovacuum would have done by now."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
