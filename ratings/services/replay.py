"""The replay on the database: the only writer of ratings."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.domain.collector import without_collector
from ratings.domain.replay import ALGORITHM
from ratings.domain.tally import Checkpoint
from ratings.domain.timeline import PlayerId, Position
from ratings.services.checkpoints import ask_checkpoints, read_checkpoints, store_checkpoints
from ratings.services.figures import Base, Figures, StandingRow, compute_figures
from ratings.services.progress import Progress
from ratings.services.revisions import Revision, find_revision, store_revision
from ratings.services.rows import asking_ahead
from ratings.services.sources import Sources, take_sources
from ratings.services.storing import ask_changes, ask_standings, read_changes, read_standings, store_changes, store_standings

# Seconds for which a person's own request waits for the club's lock, and those for which sweeper and workers do: they come back,
# and may not let clubs whose lock is held keep the others waiting.
LOCK_PATIENCE = 10.0
BRIEF_PATIENCE = 0.2

_AFTER_ALL = (date.max, 0, 0)

_NOTE_BUILD = """
INSERT INTO ratings_ladderbuild AS b (club_id, version, algorithm, built_at, failures, failed_at, failure, retry_at)
VALUES (%(club)s, 1, %(algorithm)s, clock_timestamp(), 0, NULL, '', NULL)
    ON CONFLICT (club_id) DO UPDATE
   SET version = b.version + 1, algorithm = excluded.algorithm, built_at = excluded.built_at,
       failures = 0, failed_at = NULL, failure = '', retry_at = NULL, progress = NULL, progress_total = NULL, progress_at = NULL
RETURNING version, built_at
"""


@dataclass(frozen=True, slots=True)
class Build:
    """What a replay did. `version` and `built_at` are those of the ladder as it now stands, None if the club never had one.

    `edits` were taken from the queue; `since` is where the replay began (None: from the start, or nowhere); `written` rows of changes and
    standings differed. `revision` is what it did to ratings that had been shown.
    """

    version: int | None
    built_at: datetime | None
    edits: int = 0
    whole: bool = False
    since: Position | None = None
    written: int = 0
    revision: Revision | None = None


def replay_ladder(*, club: Club, patience: float = LOCK_PATIENCE) -> Build:
    """Bring the club's ladder up to date with everything committed until now; readers see the old one until this commits.

    The build's version grows whenever there was anything to do. Replays of one club wait for one another; running it twice does no harm.
    It may be called inside a transaction that holds the lock already.

    Raises:
        RatingError: the club's figures cannot be computed; the old ladder and the queue stay as they were.
        django.db.OperationalError: among others, the lock was not to be had within `patience` seconds.
    """
    with without_collector(), Progress(club) as progress, club_scope(club) as cursor:
        _insist_on_read_committed(cursor, patience)
        lock_ladder(cursor, club)
        sources = take_sources(cursor, club, progress.expect)
        if not (sources.edits or sources.whole):
            return _last_build(cursor, club)
        written, revision = 0, None
        if sources.whole or sources.since is not None or sources.touched_people:
            written, revision = _bring_up_to_date(cursor, club, sources, progress)
        cursor.execute(_NOTE_BUILD, {"club": club.pk, "algorithm": ALGORITHM})
        version, built_at = cursor.fetchone()
        if revision is not None:
            store_revision(cursor, club, version, revision)
    return Build(version, built_at, sources.edits, sources.whole, sources.since, written, revision)


class _Stored(NamedTuple):
    """The ladder as it is stored, as far as it may differ: `base` has the changes; `checkpoints` are those after the base."""

    base: Base
    checkpoints: list[Checkpoint]
    standings: dict[PlayerId, StandingRow]


def _bring_up_to_date(cursor: CursorWrapper, club: Club, sources: Sources, progress: Progress) -> tuple[int, Revision | None]:
    """Compute and store; returns how many rows of changes and standings were written or deleted, and whose rating was revised."""
    stored, figures = (_from_nothing if sources.whole else _from_checkpoint)(cursor, club, sources, progress)
    written = store_changes(cursor, club, stored.base.changes, figures.changes, progress.stored)
    written += store_standings(cursor, club, stored.standings, figures.standings)
    store_checkpoints(cursor, club, stored.checkpoints, figures.checkpoints, figures.events)
    return written, find_revision(sources, stored.base.changes, stored.standings, figures)


def _from_nothing(cursor: CursorWrapper, club: Club, sources: Sources, progress: Progress) -> tuple[_Stored, Figures]:
    """The whole ladder, computed while the server reads what is stored of it."""
    with asking_ahead(cursor):
        standings, checkpoints, changes = ask_standings(cursor, club), ask_checkpoints(cursor, club), ask_changes(cursor, club)
        figures = compute_figures(sources, report=progress.rated)
        return _Stored(Base(None, changes(figures.changes)), checkpoints(), standings()), figures


def _from_checkpoint(cursor: CursorWrapper, club: Club, sources: Sources, progress: Progress) -> tuple[_Stored, Figures]:
    """What has to be computed anew, on the base of what is stored."""
    since = sources.since or _AFTER_ALL
    checkpoints = read_checkpoints(cursor, club, since)
    checkpoint = checkpoints.pop(0) if checkpoints and checkpoints[0].position < since else None
    if checkpoint is None:
        base = Base(None, read_changes(cursor, club))
    else:
        base = Base(checkpoint, read_changes(cursor, club, checkpoint.position, checkpoint.in_flight))
    stored = _Stored(base, checkpoints, read_standings(cursor, club))
    return stored, compute_figures(sources, base, progress.rated)


def _insist_on_read_committed(cursor: CursorWrapper, patience: float) -> None:
    """At any other level the snapshot is taken before the wait for the lock; PostgreSQL refuses to change it this late."""
    cursor.execute(f"SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '{patience * 1000:.0f}ms'")


def _last_build(cursor: CursorWrapper, club: Club) -> Build:
    cursor.execute("SELECT version, built_at FROM ratings_ladderbuild WHERE club_id = %s", [club.pk])
    return Build(*(cursor.fetchone() or (None, None)))
