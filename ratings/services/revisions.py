"""Whose rating a replay moved although it had been shown, and the row that keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.domain.timeline import EventChanges, EventId, PlayerId
from ratings.services.figures import Figures, StandingRow
from ratings.services.rows import write_rows
from ratings.services.sources import Sources

_NOTE = """
INSERT INTO ratings_ladderrevision (club_id, build, events, players, before, after, people)
VALUES (%(club)s, %(build)s, %(events)s::bigint[], %(players)s::bigint[], %(before)s::int[], %(after)s::int[], %(people)s)
"""


@dataclass(frozen=True, slots=True)
class Revision:
    """Current ratings that differ for another reason than events appended at the end, in tenths; one element a person, by ascending id.

    An event is appended if it begins after everything that was stored, as the first one does of a club that brought its ratings.
    `after` leaves out what such events add. `events` are those touched that were not appended; none where players or rules alone were
    touched. `people`: some who stood on the ladder were touched themselves, by merges or another start, which those who are only now in
    the club cannot have been. Who is new to the ladder or gone from it is not in it.
    """

    players: tuple[PlayerId, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    events: tuple[EventId, ...]
    people: bool = False


def find_revision(
    sources: Sources, stored: Mapping[EventId, EventChanges], stood: Mapping[PlayerId, StandingRow], figures: Figures
) -> Revision | None:
    """What the replay revises; None if nothing. `stored` are the changes from the base on, `stood` all standings as they were."""
    last = max((changes.starts for changes in stored.values()), default=None)
    added: dict[PlayerId, int] = {}
    appended = set()
    for event, changes in figures.changes.items():
        if event not in stored and (last is None or changes.starts > last):
            appended.add(event)
            for player, change in zip(changes.players, changes.change, strict=True):
                added[player] = added.get(player, 0) + change
    moved = [
        (player, stood[player].rating, row.rating - added.get(player, 0))
        for player, row in sorted(figures.standings.items())
        if player in stood and stood[player].rating != row.rating - added.get(player, 0)
    ]
    if not moved:
        return None
    players, before, after = zip(*moved, strict=True)
    events = tuple(sorted(set(sources.touched_events) - appended))
    return Revision(players, before, after, events, people=any(person in stood for person in sources.touched_people))


def store_revision(cursor: CursorWrapper, club: Club, build: int, revision: Revision) -> None:
    """Keep it with the number of its build."""
    columns: dict[str, object] = {"events": list(revision.events), "players": list(revision.players)}
    columns |= {"before": list(revision.before), "after": list(revision.after), "people": revision.people}
    write_rows(cursor, _NOTE, {"club": club.pk, "build": build, **columns})
