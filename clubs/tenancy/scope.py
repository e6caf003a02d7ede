"""Which club the database shows: set inside a transaction, never on the session.

A session setting leaks to the next user of a pooled connection. `set_config(…, true)` ends with the transaction; the
scopes here also give back what was set before, so that two clubs can be handled one after the other in one transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

if TYPE_CHECKING:
    from clubs.models import Club

_SET = "SELECT set_config('rookery.club', %s, true)"
_SET_IN_SNAPSHOT = f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; {_SET}"
_SHOWN = "rookery_club"  # of a connection: the club whose scope is open on it
LADDER_LOCK = 7_501  # first key of every club's advisory lock; the second is the club's id folded to 32 bits


@contextmanager
def club_scope(club: "Club", *, using: str = DEFAULT_DB_ALIAS) -> Iterator[CursorWrapper]:
    """A transaction that sees exactly the rows of `club`; yields a cursor in it.

    Inside another scope of the same club it is a savepoint and nothing more: what the outer one has set holds.
    """
    connection = connections[using]
    with transaction.atomic(using=using), connection.cursor() as cursor, _showing(connection, cursor, club):
        yield cursor


@contextmanager
def snapshot(club: "Club", *, using: str = DEFAULT_DB_ALIAS) -> Iterator[CursorWrapper]:
    """One unchanging, read-only view of `club`: everything read inside belongs to the same moment.

    Render the response inside it. Inside a transaction that is already open (tests) it is a plain `club_scope`.
    """
    connection = connections[using]
    with transaction.atomic(using=using), connection.cursor() as cursor, _showing(connection, cursor, club, begin=_SET_IN_SNAPSHOT):
        yield cursor


@contextmanager
def _showing(connection: BaseDatabaseWrapper, cursor: CursorWrapper, club: "Club", begin: str = _SET) -> Iterator[None]:
    """Set the club. What is set in the first block of a transaction ends with it; elsewhere what was set before is given back."""
    outer: int | None = getattr(connection, _SHOWN, None)
    if outer == club.pk:
        yield
        return
    before = None
    if len(connection.atomic_blocks) == 1 and not connection.savepoint_ids:
        cursor.execute(begin, [str(club.pk)])
    else:
        before = _set_club(cursor, str(club.pk))
    setattr(connection, _SHOWN, club.pk)
    try:
        yield
    finally:
        setattr(connection, _SHOWN, outer)
    if before is not None:
        _set_club(cursor, before)


def lock_ladder(cursor: CursorWrapper, club: "Club") -> None:
    """Wait for, and hold until the transaction ends, the club's lock for replays and for all writes of identity.

    A statement of its own and the first one of a READ COMMITTED transaction: only then does the statement after it
    see what was committed during the wait.
    """
    cursor.execute("SELECT pg_advisory_xact_lock(%s, hashint8(%s))", [LADDER_LOCK, club.pk])


def _set_club(cursor: CursorWrapper, club_id: str) -> str:
    cursor.execute("SELECT coalesce(current_setting('rookery.club', true), ''), set_config('rookery.club', %s, true)", [club_id])
    row = cursor.fetchone()
    assert row is not None
    return str(row[0])
