"""The replay on the database: the only writer of ratings."""

from dataclasses import dataclass
from datetime import datetime

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.domain.replay import ALGORITHM
from ratings.domain.timeline import Position
from ratings.services.figures import compute_figures
from ratings.services.sources import take_sources
from ratings.services.storing import store_changes, store_standings

# Seconds for which a person's own request waits for the club's lock, and those for which sweeper and workers do: they come back,
# and may not let clubs whose lock is held keep the others waiting.
LOCK_PATIENCE = 10.0
BRIEF_PATIENCE = 0.2

_NOTE_BUILD = """
INSERT INTO ratings_ladderbuild AS b (club_id, version, algorithm, built_at, failures, failed_at, failure, retry_at)
VALUES (%(club)s, 1, %(algorithm)s, clock_timestamp(), 0, NULL, '', NULL)
    ON CONFLICT (club_id) DO UPDATE
   SET version = b.version + 1, algorithm = excluded.algorithm, built_at = excluded.built_at,
       failures = 0, failed_at = NULL, failure = '', retry_at = NULL
RETURNING version, built_at
"""


@dataclass(frozen=True, slots=True)
class Build:
    """What a replay did. `version` and `built_at` are those of the ladder as it now stands, None if the club never had one.

    `edits` were taken from the queue; `since` is where the replay began (None: from the start, or nowhere); `written` rows differed.
    """

    version: int | None
    built_at: datetime | None
    edits: int = 0
    whole: bool = False
    since: Position | None = None
    written: int = 0


def replay_ladder(*, club: Club, patience: float = LOCK_PATIENCE) -> Build:
    """Bring the club's ladder up to date with everything committed until now; readers see the old one until this commits.

    The build's version grows whenever there was anything to do. Replays of one club wait for one another; running it twice does no harm.

    Raises:
        RatingError: the club's figures cannot be computed; the old ladder and the queue stay as they were.
        django.db.OperationalError: among others, the lock was not to be had within `patience` seconds.
    """
    with club_scope(club) as cursor:
        _insist_on_read_committed(cursor, patience)
        lock_ladder(cursor, club)
        sources = take_sources(cursor, club)
        if not (sources.edits or sources.whole):
            return _last_build(cursor, club)
        written = 0
        if sources.whole or sources.since is not None or sources.touched_people:
            figures = compute_figures(sources)
            written = store_changes(cursor, club, sources.stored, figures.changes)
            written += store_standings(cursor, club, figures.standings)
        cursor.execute(_NOTE_BUILD, {"club": club.pk, "algorithm": ALGORITHM})
        version, built_at = cursor.fetchone()
    return Build(version, built_at, sources.edits, sources.whole, sources.since, written)


def _insist_on_read_committed(cursor: CursorWrapper, patience: float) -> None:
    """At any other level the snapshot is taken before the wait for the lock; PostgreSQL refuses to change it this late."""
    cursor.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
    cursor.execute(f"SET LOCAL lock_timeout = '{patience * 1000:.0f}ms'")


def _last_build(cursor: CursorWrapper, club: Club) -> Build:
    cursor.execute("SELECT version, built_at FROM ratings_ladderbuild WHERE club_id = %s", [club.pk])
    return Build(*(cursor.fetchone() or (None, None)))
