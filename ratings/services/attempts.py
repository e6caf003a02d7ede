"""Replaying at the edge: a club whose replay fails keeps its old ladder and holds nobody up."""

import logging

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from clubs.models import Club
from ratings.domain.errors import RatingError
from ratings.selectors import get_ladder_state
from ratings.services.replay import LOCK_PATIENCE, replay_ladder

_log = logging.getLogger(__name__)
_PASSES = 5  # a replay that finds new edits when it is done goes on at once, so many times

# 2, 4, 8 … seconds, at most a minute: a cure that was written before a failure and committed after it waits as long.
_NOTE_FAILURE = """
INSERT INTO ratings_ladderbuild AS b (club_id, version, algorithm, failures, failed_at, failure, retry_at)
VALUES (%(club)s, 0, 0, 1, clock_timestamp(), %(failure)s, clock_timestamp() + interval '2 seconds')
    ON CONFLICT (club_id) DO UPDATE
   SET failures = b.failures + 1, failed_at = clock_timestamp(), failure = excluded.failure,
       retry_at = clock_timestamp() + least(2 ^ least(b.failures + 1, 20), 60) * interval '1 second'
"""


def attempt_replay(*, club: Club, patience: float = LOCK_PATIENCE) -> bool:
    """Replay until nothing is queued; False if it failed, which is then noted with the build and logged.

    `patience` as in `replay_ladder`. A lock that is not to be had, or a failed connection, is raised: it says nothing of the club.
    """
    try:
        for _ in range(_PASSES):
            replay_ladder(club=club, patience=patience)
            if get_ladder_state(club).fresh:
                break
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        _log.exception("The ladder of club %s could not be replayed", club.pk)
        note_failure(club=club, error=error)
        return False
    return True


def note_failure(*, club: Club, error: Exception) -> None:
    """Keep why the last attempt failed and when the next may be made, in a transaction of its own."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_NOTE_FAILURE, {"club": club.pk, "failure": _describe(error)[:200]})


def _describe(error: Exception) -> str:
    """A line without names: the errors of the ladder speak of ids; PostgreSQL's may quote a row and are told by their kind."""
    if isinstance(error, RatingError):
        return f"{error.code}: {error}"
    cause = error.__cause__ if isinstance(error, DatabaseError) and error.__cause__ else error
    state = getattr(cause, "sqlstate", None)
    return f"{type(cause).__name__} {state}" if state else type(cause).__name__
