"""Checkpoints as they are stored.

A checkpoint is everybody's state just before one event. A replay begins at the last one that no touched event or player stands before,
and reads nothing from before it. It is derived like the ladder itself: what a replay touches is replaced from there on in the same
transaction, and the audit compares what is left with a replay from nothing.
"""

from collections.abc import Callable, Collection
from datetime import date
from typing import Any

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.domain.places import places_of
from ratings.domain.tally import Checkpoint
from ratings.domain.timeline import EventId, Position
from ratings.services.rows import ask_rows, write_rows
from ratings.services.storing import array_text, put_rows, upsert

_PLACES = {"event_id": "bigint", "starts_on": "date", "order_in_date": "int", "place": "int", "ended_on": "date"}
_ARRAYS = {
    "in_flight": "bigint[]",
    "players": "bigint[]",
    "rating": "int[]",
    "games": "int[]",
    "record": "bigint[]",
    "last_change": "int[]",
    "last_event": "bigint[]",
    "last_played": "date[]",
    "peak": "int[]",
}
_COLUMNS = ", ".join([*_PLACES, *_ARRAYS])
_PUT = upsert("ratings_laddercheckpoint", "event_id", {**_PLACES, **_ARRAYS}, dict.fromkeys(_ARRAYS, "text"))
_READ = f"""
WITH base AS (
    SELECT starts_on, order_in_date, event_id FROM ratings_laddercheckpoint
     WHERE club_id = %(club)s AND (starts_on, order_in_date, event_id) < (%(day)s, %(order)s, %(event)s)
     ORDER BY starts_on DESC, order_in_date DESC, event_id DESC LIMIT 1
)
SELECT {_COLUMNS} FROM ratings_laddercheckpoint
 WHERE club_id = %(club)s
   AND (NOT EXISTS (SELECT FROM base)
        OR (starts_on, order_in_date, event_id) >= (SELECT starts_on, order_in_date, event_id FROM base))
 ORDER BY starts_on, order_in_date, event_id
"""
_FORGET = """
DELETE FROM ratings_laddercheckpoint
 WHERE club_id = %(club)s AND (event_id = ANY (%(gone)s::bigint[]) OR place <> ALL (%(places)s::int[]))
"""


def read_checkpoints(cursor: CursorWrapper, club: Club, since: Position) -> list[Checkpoint]:
    """The last checkpoint before `since`, and all later ones, by position; all of them if there is none so early.

    One that stands at `since` itself stands before an event that may have been moved away or removed.
    """
    return ask_checkpoints(cursor, club, since)()


def ask_checkpoints(cursor: CursorWrapper, club: Club, since: Position = (date.min, 0, 0)) -> Callable[[], list[Checkpoint]]:
    """As `read_checkpoints`; what is returned waits for them."""
    day, order, event = since
    answer = ask_rows(cursor, _READ, {"club": club.pk, "day": day, "order": order, "event": event})
    return lambda: [_checkpoint(*row) for row in answer]


def read_all_checkpoints(cursor: CursorWrapper, club: Club) -> list[Checkpoint]:
    """Every checkpoint of the club, by position."""
    return read_checkpoints(cursor, club, (date.min, 0, 0))


def store_checkpoints(
    cursor: CursorWrapper, club: Club, before: Collection[Checkpoint], wanted: Collection[Checkpoint], events: int
) -> None:
    """Make the stored checkpoints, of which `before` are all that may differ, equal to `wanted`; `events` are counted in all.

    Those before are thinned out when the history has grown.
    """
    known = {checkpoint.event_id: checkpoint for checkpoint in before}
    differing = [checkpoint for checkpoint in wanted if checkpoint != known.get(checkpoint.event_id)]
    gone = known.keys() - {checkpoint.event_id for checkpoint in wanted}
    if gone or differing:
        write_rows(cursor, _FORGET, {"club": club.pk, "gone": list(gone), "places": places_of(events)})
    if differing:
        put_rows(cursor, club, _PUT, [*_PLACES, *_ARRAYS], [_row_of(checkpoint) for checkpoint in differing])


def _row_of(checkpoint: Checkpoint) -> tuple[object, ...]:
    (starts_on, order, event), place, ended_on, *columns = checkpoint
    return (event, starts_on, order, place, ended_on, *map(array_text, columns))


def _checkpoint(event: EventId, starts_on: date, order: int, place: int, ended_on: date | None, *columns: list[Any]) -> Checkpoint:
    return Checkpoint((starts_on, order, event), place, ended_on, *map(tuple, columns))
