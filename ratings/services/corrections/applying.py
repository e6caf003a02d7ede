"""Previewing and applying a correction: the same path, once rolled back and once committed.

The club's lock comes first, so that what is shown is what would be written, and of two corrections at once the second one sees the first.
What is queued already is replayed before anything else: it is no work of the correction, and the build afterwards is its alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError, transaction
from django.db.backends.utils import CursorWrapper
from psycopg.errors import LockNotAvailable

from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.domain.effects import Effects, compare_ratings
from ratings.domain.errors import CorrectionRefused, RatingError
from ratings.models import Correction, CorrectionKind
from ratings.selectors import get_ladder_state
from ratings.services.attempts import note_failure
from ratings.services.corrections.actions import Action, Applied, Change
from ratings.services.corrections.leading import find_leader
from ratings.services.replay import LOCK_PATIENCE, replay_ladder
from ratings.services.storing import read_standings


class EffectsDiffer(Exception):
    """The correction would now do something else than was shown, or do it to something else; nothing was changed.

    `effects` is what it would do.
    """

    def __init__(self, effects: Effects) -> None:
        super().__init__("The effects of the correction are not those that were shown.")
        self.effects = effects


@dataclass(frozen=True, slots=True)
class Performed:
    """What the action did and what that did to the ladder; `build` is the build that is its own, None if no replay was needed or done."""

    effects: Effects
    applied: Applied
    build: int | None


def preview_correction(*, club: Club, action: Action, by: Person) -> Effects:
    """What the action would do to the ladder. Nothing is kept of it.

    Raises:
        CorrectionRefused, or what the action's own service refuses with.
    """
    with rehearsal(club) as cursor:
        return perform(cursor, club, action, by).effects


def apply_correction(*, club: Club, action: Action, by: Person, reason: str = "", expected: str | None = None) -> Correction:
    """Make the correction, bring the ladder up to date and write both down; the new ratings stand when this returns.

    `expected` is the digest of the effects that were shown and of what they come from. If the ladder cannot be computed with the
    correction it is kept all the same: the old ladder stays, what changed stays queued, and `Effects.ladder_failed` says so.

    Raises:
        EffectsDiffer; otherwise as `preview_correction`.
    """
    with ladder_scope(club) as cursor:
        return keep_correction(cursor, club, action, by, reason, expected, undoes=None)


@contextmanager
def ladder_scope(club: Club) -> Iterator[CursorWrapper]:
    """The club's transaction under its lock; what waits too long for the lock is refused as busy."""
    try:
        with club_scope(club) as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_PATIENCE * 1000:.0f}ms'")
            lock_ladder(cursor, club)
            yield cursor
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise CorrectionRefused("busy") from error
        raise


@contextmanager
def rehearsal(club: Club) -> Iterator[CursorWrapper]:
    """A `ladder_scope` that is rolled back at its end: nothing done in it is kept, and nobody is notified of it."""
    with transaction.atomic():
        with ladder_scope(club) as cursor:
            yield cursor
        transaction.set_rollback(True)


def keep_correction(
    cursor: CursorWrapper, club: Club, action: Action, by: Person, reason: str, expected: str | None, undoes: Correction | None
) -> Correction:
    """Apply the action and write it down, inside `ladder_scope`."""
    done = perform(cursor, club, action, by)
    if expected is not None and expected != done.effects.digest:
        raise EffectsDiffer(done.effects)
    return write_down(club, action.kind, done, by, reason, undoes)


def write_down(club: Club, kind: CorrectionKind, done: Performed, by: Person, reason: str, undoes: Correction | None) -> Correction:
    """Keep what was performed with what it did, in the same transaction."""
    applied = done.applied
    undoes = undoes or applied.undoes
    detail: dict[str, Any] = {**applied.detail, "effects": done.effects.as_json(), "touches": sorted(applied.touches)}
    correction = Correction.objects.create(
        club=club,
        kind=kind,
        event=applied.event,
        player=applied.player,
        detail=detail,
        reason=reason,
        by_id=None if by is None else by.pk,
        build=done.build,
        undoes=undoes,
    )
    note = {"kind": correction.kind, "undoes": undoes.public_id if undoes else None}
    record_in_journal(club=club, action="ladder.corrected", by=by, subject=correction.public_id, detail=note)
    return correction


def perform(cursor: CursorWrapper, club: Club, action: Change, by: Person) -> Performed:
    """The whole path, inside `ladder_scope`: replay what is queued, make the change, replay it, compare."""
    if not get_ladder_state(club).fresh:
        _replay(club)
    before = read_standings(cursor, club)
    leader = find_leader(club, before)
    applied = action.apply(club=club, by=by)
    build, failed = _replay(club)
    if failed is not None:
        note_failure(club=club, error=failed)
        return Performed(Effects((), leader, leader, failed.code, applied.subject), applied, None)
    after = read_standings(cursor, club)
    moved = compare_ratings(*({row.player_id: row.rating for row in rows.values()} for rows in (before, after)))
    return Performed(Effects(moved, leader, find_leader(club, after), subject=applied.subject), applied, build)


def _replay(club: Club) -> tuple[int | None, RatingError | None]:
    """The version of the build if there was something to replay; or why it cannot be, with ladder and queue as they were."""
    try:
        build = replay_ladder(club=club)
    except RatingError as error:
        return None, error
    return (build.version if build.edits else None), None
