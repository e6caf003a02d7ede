"""Keeping the queue of edits tidy."""

from django.db import connection


def drop_orphaned_edits() -> int:
    """Delete the edits of clubs that are gone (deleting a club's events queues them after the club itself); returns how many."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ratings_ladderedit q WHERE NOT EXISTS (SELECT FROM clubs_club c WHERE c.id = q.club_id)")
        return int(cursor.rowcount)
