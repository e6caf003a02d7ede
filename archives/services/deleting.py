"""Deleting a club for good: every row of it in every table, those outside row-level security among them."""

import logging

from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from billing.services import end_subscription
from clubs.ledger import note_deletion
from clubs.models import Club
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.models import LadderEdit

_log = logging.getLogger(__name__)


def delete_closed_clubs() -> list[str]:
    """Delete every club whose time is over; returns their public ids. One that cannot be deleted now stays for the next time."""
    due = Club.objects.filter(closing_at__lte=timezone.now()).order_by("closing_at", "pk")
    deleted = []
    for club in due:
        try:
            end_subscription(club=club)
            if delete_club(club=club):
                deleted.append(club.public_id)
        except Exception:  # whatever one club brings, the others do not wait for it
            _log.exception("The club %s could not be deleted", club.public_id)
    return deleted


def delete_club(*, club: Club) -> bool:
    """Delete the club if its time is over; False if somebody has kept it meanwhile. Its public id and the moment go into the ledger.

    Under the ladder's lock, and holding the club's row: whoever writes to the club at the same time is finished before, or refused after.
    """
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        now = timezone.now()
        if not Club.objects.select_for_update().filter(pk=club.pk, closing_at__lte=now).exists():
            return False
        for table, column in tables_of_clubs():
            cursor.execute(f'DELETE FROM "{table}" WHERE "{column}" = %s', [club.pk])
        cursor.execute(f'DELETE FROM "{Club._meta.db_table}" WHERE id = %s', [club.pk])
        transaction.on_commit(lambda: note_deletion(club.public_id, now))
    _log.info("The club %s is deleted", club.public_id)
    return True


def tables_of_clubs() -> list[tuple[str, str]]:
    """Every table with rows of clubs, and the column that names the club. The queue of the ladder comes last: deleting fills it."""
    found = {
        (model._meta.db_table, str(field.column))
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is Club
    }
    queue = LadderEdit._meta.db_table
    return sorted(found, key=lambda place: (place[0] == queue, place))
