"""The latest events as a club's front page lists them, in two statements; it is the page that everybody opens.

Runs inside `snapshot` or `club_scope` of the club. The same lines by other ways: `tournaments.selectors.pages.describe_events`.
"""

from typing import NamedTuple

from django.db import connection

from clubs.models import Club
from tournaments.domain.counting import counting_of
from tournaments.domain.record import Variant
from tournaments.models import EventAccess
from tournaments.selectors.pages import ListedEvent, list_public_events

# A version whose names are all decided is the rated one, so only those that are not have to be looked through.
_COUNTS = f"""
WITH shown (id) AS (SELECT unnest(%(versions)s::bigint[])),
undecided AS (
    SELECT n.version_id, count(*) AS names FROM tournaments_entry n
     WHERE n.club_id = %(club)s
       AND n.version_id IN (SELECT latest_id FROM tournaments_event
                             WHERE club_id = %(club)s AND latest_id IS DISTINCT FROM rated_version_id)
       AND NOT EXISTS (SELECT 1 FROM tournaments_entrylink l WHERE l.club_id = n.club_id AND l.entry_id = n.id AND l.undone_at IS NULL)
     GROUP BY n.version_id
)
SELECT s.id, (SELECT count(*) FROM tournaments_entry WHERE club_id = %(club)s AND version_id = s.id),
       (SELECT count(*) FROM tournaments_round WHERE club_id = %(club)s AND version_id = s.id),
       coalesce((SELECT names FROM undecided WHERE version_id = s.id), 0)
  FROM shown s
 UNION ALL
SELECT NULL, count(*), 0, 0
  FROM tournaments_event e JOIN tournaments_eventversion v ON v.club_id = e.club_id AND v.id = e.latest_id
 WHERE e.club_id = %(club)s AND e.removed_at IS NULL AND e.access <> '{EventAccess.CLOSED.value}'
   AND v.rated AND v.finished AND v.variant = '{Variant.STANDARD.value}' AND v.id IN (SELECT version_id FROM undecided)
"""


class LatestEvents(NamedTuple):
    """The lines of the list, the latest first. `waiting`: events of the whole club that would be rated if their names were decided."""

    lines: list[ListedEvent]
    waiting: int


def read_latest_events(club: Club, most: int) -> LatestEvents:
    """At most so many public events, and how many wait for names."""
    found = [(event, event.latest) for event in list_public_events(club)[:most] if event.latest is not None]
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, {"club": club.pk, "versions": [version.pk for _, version in found]})
        counts = {version: figures for version, *figures in cursor.fetchall()}
    waiting = counts.pop(None)[0]
    lines = []
    for event, version in found:
        players, rounds, undecided = counts[version.pk]
        lines.append(ListedEvent(event, version, players, rounds, counting_of(version, event.rated_version, undecided)))
    return LatestEvents(lines, waiting)
