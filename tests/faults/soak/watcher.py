"""The observer's eyes: everything of a club in one snapshot and one round trip, judged by `tests/ratings/observer.py`, which shares no code
with the replay.

A snapshot that is equal, value by value, to one that was judged before has that verdict; both numbers are reported.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg

from tests.ratings import observer

Rows = list[tuple[Any, ...]]


class Snapshot:
    """What observer.py takes for a cursor. What it has asked for before is there already; anything else is asked for, and remembered."""

    def __init__(self, connection: "psycopg.Connection[tuple[Any, ...]]", known: list[str], club: int) -> None:
        self._connection = connection
        self._known = known
        with connection.pipeline():
            cursors = [connection.execute(sql, [club]) for sql in known]
        self.rows: dict[str, Rows] = {sql: cursor.fetchall() for sql, cursor in zip(known, cursors, strict=True)}
        self._latest: Rows = []

    def execute(self, sql: Any, params: Sequence[Any], /) -> None:
        if sql not in self.rows:
            self._known.append(sql)
            self.rows[sql] = self._connection.execute(sql, params).fetchall()
        self._latest = self.rows[sql]

    def fetchall(self) -> Rows:
        return self._latest


@dataclass
class Watcher:
    """One observer on a connection of its own as the owner, who sees all clubs. `looks` that said fresh were judged; `judged` anew."""

    connection: "psycopg.Connection[tuple[Any, ...]]"
    looks: int = 0
    stale: int = 0
    wrong: list[str] = field(default_factory=list)
    _known: list[str] = field(default_factory=list)
    _verdicts: dict[bytes, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        self.connection.read_only = True

    @property
    def judged(self) -> int:
        """Different ladders that were computed by the second implementation and compared."""
        return len(self._verdicts)

    def look(self, club: int) -> None:
        """One observation."""
        with self.connection.transaction():
            snapshot = Snapshot(self.connection, self._known, club)
            if not observer.says_fresh(snapshot, club):
                self.stale += 1
                return
            faults = self._verdicts.get(_key(club, snapshot))
            if faults is None:
                faults = observer.faults(snapshot, club)
                self._verdicts[_key(club, snapshot)] = faults
        self.looks += 1
        self.wrong += [f"club {club}: {fault}" for fault in faults]


def _key(club: int, snapshot: Snapshot) -> bytes:
    """Of all values that were read."""
    return hashlib.blake2b(repr((club, sorted(snapshot.rows.items()))).encode(), digest_size=16).digest()
