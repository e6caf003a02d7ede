"""The ladder's tasks for Celery. They carry ids only, may run twice, and may get lost: the sweeper repeats them."""

import logging

from celery import shared_task
from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from clubs.models import Club
from ratings.services import BRIEF_PATIENCE, attempt_replay, audit_ladder
from ratings.services.findings import examine_again, note_audit, tell_of_finding
from ratings.services.queue import drop_orphaned_edits

_log = logging.getLogger(__name__)

REPLAY_TRIES = 3
REPLAY_PAUSE = 0.5  # seconds
AUDIT_TRIES = 10  # looks at a ladder that could not be brought up to date, before that is what was found
AUDIT_PAUSE = 60  # seconds between two of them


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def replay_club(club_id: int, tries: int = 1) -> None:
    """Bring the ladder of one club up to date.

    Whoever holds its lock is soon done, as a rule, and was not waited for: so the task comes again a few times, and then the sweeper does.
    """
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        return
    try:
        if attempt_replay(club=club, patience=BRIEF_PATIENCE):
            examine_again(club=club)
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        _log.info("The lock of club %s is held", club_id)
        if tries < REPLAY_TRIES:
            replay_club.apply_async((club_id, tries + 1), countdown=REPLAY_PAUSE, retry=False)


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def audit_club(club_id: int, tries: int = 1) -> None:
    """Compare the ladder of one club with one computed from the start, keep what differs and tell of it.

    A ladder that cannot be brought up to date now, because it fails or because its lock is held, is looked at again later.
    """
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        return
    audit = audit_ladder(club=club, patience=BRIEF_PATIENCE)
    if not audit.compared and tries < AUDIT_TRIES:
        audit_club.apply_async((club_id, tries + 1), countdown=AUDIT_PAUSE)
        return
    note_audit(club=club, audit=audit)
    tell_of_finding(club=club)


@shared_task(ignore_result=True)
def audit_all() -> None:
    """Every night: an audit of every club, spread over the workers."""
    drop_orphaned_edits()
    for club_id in Club.objects.order_by("pk").values_list("pk", flat=True).iterator():
        audit_club.delay(club_id)
