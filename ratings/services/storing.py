"""Writing the ladder: the rows that differ and no others, a statement for each kind of difference.

Row-level security refuses COPY, and a statement a row would cost a round trip each, so rows travel as one array a column. An array
column travels as the text of an array.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.domain.timeline import EventChanges, EventId, PlayerId
from ratings.services.figures import StandingRow

_ARRAYS = {
    "players": "bigint[]",
    "before": "int[]",
    "games_before": "int[]",
    "change": "int[]",
    "counted": "int[]",
    "score": "int[]",
    "wins": "int[]",
    "draws": "int[]",
    "losses": "int[]",
}
_PLACES = {"event_id": "bigint", "starts_on": "date", "ends_on": "date", "order_in_date": "int"}
_STANDING = {
    "player_id": "bigint",
    "rating": "int",
    "games": "int",
    "wins": "int",
    "draws": "int",
    "losses": "int",
    "provisional": "bool",
    "peak": "int",
    "last_change": "int",
    "last_event": "bigint",
    "last_played": "date",
}


def _upsert(table: str, key: str, columns: dict[str, str], sent: dict[str, str]) -> str:
    """INSERT or UPDATE from one array a column; `sent` names the type in which a column travels if it is not its own."""
    names = ", ".join(columns)
    arrays = ", ".join(f"%s::{sent.get(name, kind)}[]" for name, kind in columns.items())
    values = ", ".join(f"r.{name}::{kind}" if name in sent else f"r.{name}" for name, kind in columns.items())
    updates = ", ".join(f"{name} = excluded.{name}" for name in columns if name != key)
    return (
        f"INSERT INTO {table} (club_id, {names}) SELECT %s, {values} FROM unnest({arrays}) AS r ({names})"
        f" ON CONFLICT (club_id, {key}) DO UPDATE SET {updates}"
    )


_PUT_CHANGES = _upsert("ratings_ratingchange", "event_id", {**_PLACES, **_ARRAYS}, dict.fromkeys(_ARRAYS, "text"))
_PUT_STANDINGS = _upsert("players_standing", "player_id", _STANDING, {})


def store_changes(cursor: CursorWrapper, club: Club, stored: Iterable[EventChanges], wanted: dict[EventId, EventChanges]) -> int:
    """Make the stored changes equal to `wanted`; returns how many rows were written or deleted."""
    before = {changes.event_id: changes for changes in stored}
    gone = [event for event in before if event not in wanted]
    differing = [changes for event, changes in wanted.items() if changes != before.get(event)]
    if gone:
        cursor.execute("DELETE FROM ratings_ratingchange WHERE club_id = %s AND event_id = ANY(%s)", [club.pk, gone])
    if differing:
        cursor.execute(_PUT_CHANGES, [club.pk, *_columns([_row_of(changes) for changes in differing])])
    return len(gone) + len(differing)


def store_standings(cursor: CursorWrapper, club: Club, wanted: dict[PlayerId, StandingRow]) -> int:
    """Make the stored standings equal to `wanted`; returns how many rows were written or deleted.

    They are read here, apart from the sources: nobody but a replay writes them, and replays of a club follow one another.
    """
    before = read_standings(cursor, club)
    gone = [player for player in before if player not in wanted]
    differing = [row for player, row in wanted.items() if row != before.get(player)]
    if gone:
        cursor.execute("DELETE FROM players_standing WHERE club_id = %s AND player_id = ANY(%s)", [club.pk, gone])
    if differing:
        cursor.execute(_PUT_STANDINGS, [club.pk, *_columns(differing)])
    return len(gone) + len(differing)


def read_standings(cursor: CursorWrapper, club: Club) -> dict[PlayerId, StandingRow]:
    """Every standing of the club."""
    cursor.execute(f"SELECT {', '.join(_STANDING)} FROM players_standing WHERE club_id = %s", [club.pk])
    return {row[0]: StandingRow(*row) for row in cursor.fetchall()}


def _row_of(changes: EventChanges) -> tuple[Any, ...]:
    starts_on, order, _ = changes.starts
    arrays = (
        changes.players,
        changes.before,
        changes.games_before,
        changes.change,
        changes.counted_games,
        changes.score,
        changes.wins,
        changes.draws,
        changes.losses,
    )
    return (changes.event_id, starts_on, changes.ends[0], order, *(_literal(array) for array in arrays))


def _literal(array: Sequence[int]) -> str:
    return "{" + ",".join(map(str, array)) + "}"


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
