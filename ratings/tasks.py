"""The ladder's tasks for Celery. They carry ids only, may run twice, and may get lost: the sweeper repeats them."""

import logging

from celery import shared_task
from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from clubs.models import Club
from ratings.services import BRIEF_PATIENCE, attempt_replay, audit_ladder
from ratings.services.queue import drop_orphaned_edits

_log = logging.getLogger(__name__)


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def replay_club(club_id: int) -> None:
    """Bring the ladder of one club up to date."""
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        return
    try:
        attempt_replay(club=club, patience=BRIEF_PATIENCE)
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        _log.info("The lock of club %s is held; the sweeper comes back", club_id)


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def audit_club(club_id: int) -> None:
    """Compare the ladder of one club with one computed from the start; what differs is logged as an error."""
    club = Club.objects.filter(pk=club_id).first()
    if club is not None:
        audit_ladder(club=club)


@shared_task(ignore_result=True)
def audit_all() -> None:
    """Every night: an audit of every club, spread over the workers."""
    drop_orphaned_edits()
    for club_id in Club.objects.order_by("pk").values_list("pk", flat=True).iterator():
        audit_club.delay(club_id)
