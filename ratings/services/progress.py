"""How far a long replay is, told to the pages while its own transaction is still open.

It is written on a connection of its own, and only by a replay that takes longer than about a second. Nothing depends on it: where it cannot
be written (the replay's own transaction holds the row after an earlier replay in it) it is left out.
"""

import time
from contextlib import suppress
from types import TracebackType
from typing import Self

import psycopg
from django.db import connection

from clubs.models import Club

_PATIENCE = 1.0  # seconds before the first word
_PAUSE = 0.4  # seconds between two
_LOCK = "SET lock_timeout = '50ms'"
_TELL = """
INSERT INTO ratings_ladderbuild AS b (club_id, version, algorithm, failures, failure, progress, progress_total, progress_at)
VALUES (%(club)s, 0, 0, 0, '', %(done)s, %(total)s, clock_timestamp())
    ON CONFLICT (club_id) DO UPDATE
   SET progress = excluded.progress, progress_total = excluded.progress_total, progress_at = excluded.progress_at
"""
_CLEAR = "UPDATE ratings_ladderbuild SET progress = NULL, progress_total = NULL, progress_at = NULL WHERE club_id = %(club)s"


class Progress:
    """A count of events that grows while they are read, rated and stored, each a third of the way.

    As a context manager it takes its words back if the replay fails; if it does not, the replay's own last statement does.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.total = 0
        self.told_at = time.monotonic() + _PATIENCE - _PAUSE
        self.own: psycopg.Connection[tuple[object, ...]] | None = None

    def expect(self, total: int) -> None:
        """There are about so many events; where that is many, say so at once."""
        self.total = total
        if total > 8000:
            self._tell(0)

    def rated(self, events: int) -> None:
        """So many are rated; all were read."""
        self._tell_sometimes((self.total + events) // 3)

    def stored(self, events: int) -> None:
        """So many are stored; all were rated."""
        self._tell_sometimes((2 * self.total + events) // 3)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.own is None:
            return
        if error is not None:
            self._execute(_CLEAR, {"club": self.club.pk})
        self.own.close()

    def _tell_sometimes(self, done: int) -> None:
        if time.monotonic() - self.told_at > _PAUSE:
            self._tell(min(done, self.total))

    def _tell(self, done: int) -> None:
        self.told_at = time.monotonic()
        self._execute(_TELL, {"club": self.club.pk, "done": done, "total": self.total})

    def _execute(self, statement: str, parameters: dict[str, int]) -> None:
        with suppress(psycopg.Error):
            if self.own is None:
                address = {name: value for name, value in connection.get_connection_params().items() if name in _ADDRESS}
                self.own = psycopg.connect(autocommit=True, **address)
                self.own.execute(_LOCK)
            self.own.execute(statement, parameters)


_ADDRESS = {"host", "port", "user", "password", "dbname", "sslmode", "sslrootcert", "connect_timeout"}
