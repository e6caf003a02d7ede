"""The latest events as a club's front page lists them, in one statement; it is the page that everybody opens.

Runs inside `snapshot` or `club_scope` of the club. The same lines by other ways: `tournaments.selectors.pages.describe_events`.
"""

from datetime import date
from typing import Any, NamedTuple

from django.db import connection

from clubs.models import Club
from tournaments.domain.counting import counting_of
from tournaments.domain.record import Variant
from tournaments.models import Event, EventAccess, EventVersion
from tournaments.selectors.pages import ListedEvent

_OF_EVENT = ("id", "public_id")
_OF_VERSION = ("id", "number", "name", "starts_on", "ends_on", "format", "variant", "rated", "finished")

# A version whose names are all decided is the rated one, so only those that are not have to be looked through.
_STATEMENT = f"""
WITH undecided AS (
    SELECT n.version_id, count(*) AS names FROM tournaments_entry n
     WHERE n.club_id = %(club)s
       AND n.version_id IN (SELECT latest_id FROM tournaments_event
                             WHERE club_id = %(club)s AND latest_id IS DISTINCT FROM rated_version_id)
       AND NOT EXISTS (SELECT 1 FROM tournaments_entrylink l WHERE l.club_id = n.club_id AND l.entry_id = n.id AND l.undone_at IS NULL)
     GROUP BY n.version_id
),
listed AS (
    SELECT e.id AS event, e.public_id, e.rated_version_id, e.order_in_date, v.*
      FROM tournaments_event e JOIN tournaments_eventversion v ON v.club_id = e.club_id AND v.id = e.latest_id
     WHERE e.club_id = %(club)s AND e.removed_at IS NULL AND e.access <> '{EventAccess.CLOSED.value}'
),
shown AS (SELECT * FROM listed ORDER BY starts_on DESC, order_in_date DESC, event DESC LIMIT %(most)s)
SELECT s.event, s.public_id, {", ".join(f"s.{name}" for name in _OF_VERSION)}, {", ".join(f"r.{name}" for name in _OF_VERSION)},
       (SELECT count(*) FROM tournaments_entry WHERE club_id = %(club)s AND version_id = s.id),
       (SELECT count(*) FROM tournaments_round WHERE club_id = %(club)s AND version_id = s.id),
       coalesce((SELECT names FROM undecided WHERE version_id = s.id), 0),
       (SELECT count(*) FROM listed
         WHERE rated AND finished AND variant = '{Variant.STANDARD.value}' AND starts_on >= %(opened)s
           AND id IN (SELECT version_id FROM undecided))
  FROM shown s LEFT JOIN tournaments_eventversion r ON r.club_id = %(club)s AND r.id = s.rated_version_id
 ORDER BY s.starts_on DESC, s.order_in_date DESC, s.event DESC
"""


class LatestEvents(NamedTuple):
    """The lines of the list, the latest first. `waiting`: events of the whole club that would be rated if their names were decided."""

    lines: list[ListedEvent]
    waiting: int


def read_latest_events(club: Club, most: int, opened_on: date | None) -> LatestEvents:
    """At most so many public events, and how many wait for names. Of events and versions only what a list shows is read.

    `opened_on` as in `counting_of`; whoever shows the ladder too knows it already.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, {"club": club.pk, "most": most, "opened": opened_on or date.min})
        rows = cursor.fetchall()
    return LatestEvents([_line(row, opened_on) for row in rows], rows[0][-1] if rows else 0)


def _line(row: tuple[Any, ...], opened_on: date | None) -> ListedEvent:
    at = len(_OF_EVENT)
    event = Event.from_db(connection.alias, _OF_EVENT, row[:at])
    version = _version(row[at : at + len(_OF_VERSION)])
    rated = row[at + len(_OF_VERSION) : -4]
    players, rounds, undecided, _ = row[-4:]
    counting = counting_of(version, None if rated[0] is None else _version(rated), undecided, opened_on)
    return ListedEvent(event, version, players, rounds, counting)


def _version(values: tuple[Any, ...]) -> EventVersion:
    return EventVersion.from_db(connection.alias, _OF_VERSION, values)
