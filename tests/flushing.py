"""Emptying the database between transactional tests without TRUNCATE, which the tables refuse."""

from typing import Any

from django.db import connections

KEPT = {"django_content_type", "auth_permission", "django_migrations"}


def flush_by_deleting() -> None:
    """Make Django's flush delete row by row; the queue of edits last, as the others fill it.

    Of every connection: with Playwright's event loop in the thread, a test has connections of its own.
    """

    def sql_flush(_: Any, style: Any, tables: list[str], **__: Any) -> list[str]:
        emptied = sorted(set(tables) - KEPT, key=lambda table: (table == "ratings_ladderedit", table))
        return [f'DELETE FROM "{table}"' for table in emptied]

    type(connections["owner"].ops).sql_flush = sql_flush  # type: ignore[method-assign, assignment]
