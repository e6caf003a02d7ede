"""Rows straight from the driver: arrays in binary, which takes half the time of text, and parameters apart from the statement."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db.backends.utils import CursorWrapper
from psycopg.rows import TupleRow

_CHUNK = 50  # rows that are handed over together


def read_rows(cursor: CursorWrapper, statement: str, parameters: Mapping[str, object]) -> list[TupleRow]:
    """All rows of the statement, on the connection and in the transaction of `cursor`."""
    return list(ask_rows(cursor, statement, parameters))


def ask_rows(cursor: CursorWrapper, statement: str, parameters: Mapping[str, object]) -> Iterable[TupleRow]:
    """As `read_rows`; inside `asking_ahead` it is only the first look at what is returned that waits."""
    own = driver_cursor(cursor)
    own.execute(statement, parameters, binary=True)
    return own


@contextmanager
def asking_ahead(cursor: CursorWrapper) -> Iterator[None]:
    """Statements are sent inside, and the server works at them while this process does something else.

    After `stream_rows` libpq would stream the first answer too, which the driver refuses: a statement that asks nothing goes between.
    """
    connection: psycopg.Connection[Any] = cursor.connection
    connection.execute("SELECT")
    with connection.pipeline():
        yield


@contextmanager
def stream_rows(cursor: CursorWrapper, statement: str, parameters: Mapping[str, object]) -> Iterator[Iterator[TupleRow]]:
    """The rows as they come, while the server looks for the next. Nothing else may be asked on the connection inside."""
    with driver_cursor(cursor) as own:
        rows = own.stream(statement, parameters, binary=True, size=_CHUNK)
        try:
            yield rows
        finally:
            for _ in rows:  # what an error has left; the connection is of no use before it has come
                pass


def write_rows(cursor: CursorWrapper, statement: str, parameters: Mapping[str, object]) -> None:
    """Execute a statement that returns nothing."""
    with driver_cursor(cursor) as own:
        own.execute(statement, parameters)


def driver_cursor(cursor: CursorWrapper) -> "psycopg.Cursor[TupleRow]":
    """A cursor beside Django's, which would put the parameters into the statement."""
    connection: psycopg.Connection[Any] = cursor.connection
    return psycopg.Cursor(connection)
