"""Everything that is stored, whoever's it is."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import connection, connections, transaction

from clubs.models import Club
from tests.canary.surfaces import Said

Rows = dict[str, list[dict[str, Any]]]
APART = 10_000_000
"""Further than any test has counted."""


def read_tables() -> Rows:
    """Every row of every table, by its columns; of what row-level security hides the rows of each club in turn."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT tablename, rowsecurity FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        tables = cursor.fetchall()
        clubs = list(Club.objects.order_by("pk").values_list("pk", flat=True))
        return {table: _rows_of_clubs(cursor, table, clubs) if is_hidden else _rows(cursor, table) for table, is_hidden in tables}


def _rows_of_clubs(cursor: Any, table: str, clubs: list[int]) -> list[dict[str, Any]]:
    """Inside a transaction: the club of the row-level security is one of the transaction."""
    found = []
    for club in clubs:
        cursor.execute("SELECT set_config('rookery.club', %s, true)", [str(club)])
        found += _rows(cursor, table)
    cursor.execute("SELECT set_config('rookery.club', '', true)")
    return found


def _rows(cursor: Any, table: str) -> list[dict[str, Any]]:
    cursor.execute(f'SELECT * FROM "{table}"')
    columns = [column.name for column in cursor.description]
    return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def said_in(rows: Rows) -> Iterator[Said]:
    """What stands in each column, each file by itself."""
    for table, stored in rows.items():
        for column in stored[0] if stored else ():
            values = [row[column] for row in stored]
            yield from ((f"{table}.{column}", bytes(value)) for value in values if isinstance(value, (bytes, memoryview)))
            yield f"{table}.{column}", "\n".join(_written(value) for value in values if not isinstance(value, (bytes, memoryview)))


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str) if isinstance(value, (dict, list)) else str(value)


def count_from(start: int) -> None:
    """Give the next row of every table this number, until the transaction is rolled back."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'")
        for (sequence,) in cursor.fetchall():
            cursor.execute(f'ALTER SEQUENCE "{sequence}" RESTART WITH {start}')


def comparable(rows: Rows, *, but: frozenset[str]) -> dict[str, list[str]]:
    """The rows as texts in order, without moments and without the columns (or tables) of `but`."""
    return {
        table: sorted(
            json.dumps({name: _plain(value) for name, value in row.items() if f"{table}.{name}" not in but}, sort_keys=True)
            for row in stored
        )
        for table, stored in rows.items()
        if table not in but
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return "moment"
    if isinstance(value, (bytes, memoryview)):
        return bytes(value).hex()
    return value if isinstance(value, (str, int, bool, type(None))) else json.dumps(value, sort_keys=True, default=str)
