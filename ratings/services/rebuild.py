"""Asking for the whole ladder to be built anew, from the first event on."""

from django.db import connection, transaction

from clubs.models import Club
from clubs.services import Person, record_in_journal


def request_rebuild(*, club: Club, by: Person) -> None:
    """Queue an edit that touches everything: the sweeper hears of it when the transaction commits."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO ratings_ladderedit (club_id) VALUES (%s)", [club.pk])
        cursor.execute("NOTIFY rookery_ladder")
        record_in_journal(club=club, action="ladder.rebuild", by=by)
