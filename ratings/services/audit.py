"""The audit: the stored ladder compared with one computed from the start. It reports and never repairs."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from psycopg.errors import LockNotAvailable

from clubs.models import Club
from clubs.tenancy.scope import snapshot
from ratings.selectors import get_ladder_state
from ratings.services.attempts import attempt_replay
from ratings.services.checkpoints import read_all_checkpoints
from ratings.services.figures import compute_figures
from ratings.services.replay import LOCK_PATIENCE
from ratings.services.sources import look_at_sources
from ratings.services.storing import read_changes, read_standings

_log = logging.getLogger(__name__)

# The newest version in force, from the latest back along `replaces`, that has no entry without a link in force.
_WRONG_POINTERS = """
WITH RECURSIVE in_force (event_id, id, number, replaces_id) AS (
    SELECT e.id, v.id, v.number, v.replaces_id
      FROM tournaments_event e JOIN tournaments_eventversion v ON v.club_id = e.club_id AND v.id = e.latest_id
     WHERE e.club_id = %(club)s
     UNION
    SELECT f.event_id, v.id, v.number, v.replaces_id
      FROM in_force f JOIN tournaments_eventversion v ON v.club_id = %(club)s AND v.id = f.replaces_id
)
SELECT e.id FROM tournaments_event e
 WHERE e.club_id = %(club)s AND e.rated_version_id IS DISTINCT FROM (
       SELECT v.id FROM in_force v
        WHERE v.event_id = e.id
          AND NOT EXISTS (
              SELECT FROM tournaments_entry n
               WHERE n.club_id = %(club)s AND n.version_id = v.id AND NOT EXISTS (
                     SELECT FROM tournaments_entrylink k WHERE k.club_id = %(club)s AND k.entry_id = n.id AND k.undone_at IS NULL))
        ORDER BY v.number DESC LIMIT 1)
 ORDER BY e.id
"""


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found: ids of what differs. `compared` is False if the ladder could not be brought up to date first."""

    club_id: int
    compared: bool
    events: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    pointers: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        """True if everything was compared and equal."""
        return self.compared and not (self.events or self.players or self.pointers)


def audit_ladder(*, club: Club, attempts: int = 3, patience: float = LOCK_PATIENCE) -> Audit:
    """Compare every stored change and standing with a replay from the start, and every event's rated version with its names.

    `events` have other changes, or stand after a wrong checkpoint; `players` have another standing, `pointers` are events whose rated
    version is not the newest decided one.
    A stale ladder is replayed first, waiting `patience` seconds for its lock. What differs is logged as an error.
    """
    for _ in range(attempts):
        if not _bring_up_to_date(club, patience):
            return Audit(club.pk, compared=False)
        with snapshot(club) as cursor:
            if get_ladder_state(club).fresh:
                audit = _compare(cursor, club)
                break
    else:
        return Audit(club.pk, compared=False)
    if not audit.passed:
        _log.error("The audit of the ladder of club %s failed: %s", club.pk, audit)
    return audit


def _bring_up_to_date(club: Club, patience: float) -> bool:
    """Replay what is queued; False if the replay fails. A lock that is not to be had leaves the ladder stale, which the caller sees."""
    try:
        return attempt_replay(club=club, patience=patience)
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        return True


def _compare(cursor: CursorWrapper, club: Club) -> Audit:
    sources = look_at_sources(cursor, club)
    checkpoints = {checkpoint.event_id: checkpoint for checkpoint in read_all_checkpoints(cursor, club)}
    wanted = compute_figures(sources, places=[checkpoint.place for checkpoint in checkpoints.values()])
    changes = _differing(read_changes(cursor, club), wanted.changes)
    misplaced = _differing(checkpoints, {checkpoint.event_id: checkpoint for checkpoint in wanted.checkpoints})
    standings = read_standings(cursor, club)
    cursor.execute(_WRONG_POINTERS, {"club": club.pk})
    return Audit(
        club_id=club.pk,
        compared=True,
        events=tuple(sorted({*changes, *misplaced})),
        players=_differing(standings, wanted.standings),
        pointers=tuple(row[0] for row in cursor.fetchall()),
    )


def _differing(stored: Mapping[int, object], wanted: Mapping[int, object]) -> tuple[int, ...]:
    return tuple(sorted(key for key in stored.keys() | wanted.keys() if stored.get(key) != wanted.get(key)))
