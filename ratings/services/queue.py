"""Keeping the queue of edits tidy, and the sweeper's sign of life."""

from django.db import connection


def drop_orphaned_edits() -> int:
    """Delete the edits of clubs that are gone (deleting a club's events queues them after the club itself); returns how many."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ratings_ladderedit q WHERE NOT EXISTS (SELECT FROM clubs_club c WHERE c.id = q.club_id)")
        return int(cursor.rowcount)


def note_sweeper() -> None:
    """Write down that a sweeper is alive now."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ratings_sweeperheartbeat (id, seen_at) VALUES (1, clock_timestamp())"
            " ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at"
        )
