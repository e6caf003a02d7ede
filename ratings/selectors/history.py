"""What one person did and what became of their rating, read for their page. Inside `snapshot(club)` or `club_scope(club)`.

A person is the root of the merges; `players` are all players that belong to it. Games are those of the rated versions of events that the
ladder counts, between people whose names are decided: exactly what the replay reads. So whoever left, or came once as a guest, stands in
the histories of the others for good.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection

from clubs.models import Club
from players.models import Standing
from ratings.domain.history import PlayedGame
from ratings.domain.rules import RuleBook
from ratings.models import Correction, LadderRevision, RatingChange
from ratings.selectors import PlayerChange, change_of
from ratings.selectors.corrections import corrections_of_builds, describe_corrections
from tournaments.domain.results import RATED, ResultKind
from tournaments.models import Event, EventAccess


@dataclass(frozen=True, slots=True)
class PersonHistory:
    """`changes` in the order in which the events ended, `games` in that in which they were played."""

    changes: tuple[PlayerChange, ...]
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True, slots=True)
class RevisedRating:
    """A replay that moved the person's rating of then, in tenths, for another reason than a new event.

    `correction` made it, None if none did; `taken_back`: that correction does not hold any more; `takes_back`: it is itself the undoing of
    one, and not the undoing of an undoing. `events` were touched, those that are not public left out, and `hidden` says how many these
    are; neither where players or rules alone were. `people`: people were joined or separated as well, or given another start.
    """

    at: datetime
    before: int
    after: int
    correction: Correction | None
    taken_back: bool
    takes_back: bool
    events: tuple[Event, ...]
    hidden: int
    people: bool = False

    @property
    def change(self) -> int:
        return self.after - self.before


# From the names of the person to what they played, step by step along unique keys: OFFSET 0 keeps PostgreSQL from another order, which it
# prefers as long as a new database has no statistics and which takes seconds.
_GAMES = """
SELECT e.id, v.starts_on, e.order_in_date, e.access <> %(closed)s AND e.removed_at IS NULL, r.played_on, g.round, g.board,
       g.white_id = own.entry_id, g.result, met.player_id
  FROM (SELECT entry_id FROM tournaments_entrylink
         WHERE club_id = %(club)s AND player_id = ANY(%(players)s) AND undone_at IS NULL OFFSET 0) own
 CROSS JOIN LATERAL (SELECT version_id FROM tournaments_entry WHERE club_id = %(club)s AND id = own.entry_id OFFSET 0) n
 CROSS JOIN LATERAL (SELECT event_id, starts_on FROM tournaments_eventversion WHERE club_id = %(club)s AND id = n.version_id OFFSET 0) v
 CROSS JOIN LATERAL (
       SELECT id, order_in_date, access, removed_at FROM tournaments_event
        WHERE club_id = %(club)s AND id = v.event_id AND rated_version_id = n.version_id AND id = ANY(%(events)s) OFFSET 0) e
 CROSS JOIN LATERAL (
       SELECT round, board, white_id, black_id, result FROM tournaments_game
        WHERE club_id = %(club)s AND version_id = n.version_id AND own.entry_id IN (white_id, black_id)
          AND result = ANY(%(rated)s) OFFSET 0) g
 CROSS JOIN LATERAL (
       SELECT player_id FROM tournaments_entrylink
        WHERE club_id = %(club)s AND undone_at IS NULL
          AND entry_id = CASE WHEN g.white_id = own.entry_id THEN g.black_id ELSE g.white_id END OFFSET 0) met
  LEFT JOIN LATERAL (
       SELECT played_on FROM tournaments_round
        WHERE club_id = %(club)s AND version_id = n.version_id AND number = g.round OFFSET 0) r ON true
 ORDER BY e.id, g.round, g.board
"""


def read_history(club: Club, person: int, players: Iterable[int], root_of: Callable[[int], int], rulebook: RuleBook) -> PersonHistory:
    """Every event's change and every rated game of a person: two statements, however many.

    `root_of` gives the person that a player belongs to; `rulebook` says whose rating was established when.
    """
    rows = RatingChange.objects.filter(club=club, players__contains=[person]).order_by("ends_on", "order_in_date", "event_id")
    by_event = {row.event_id: row for row in rows}
    changes = tuple(change_of(row, row.players.index(person)) for row in by_event.values())
    with connection.cursor() as cursor:
        cursor.execute(
            _GAMES,
            {
                "club": club.pk,
                "closed": EventAccess.CLOSED.value,
                "players": list(players),
                "events": list(by_event),
                "rated": [kind.value for kind in RATED],
            },
        )
        found = _games(cursor.fetchall(), person, by_event, root_of, rulebook)
    return PersonHistory(changes, tuple(game for _, game in sorted(found, key=lambda each: each[0])))


def _games(
    rows: Iterable[tuple[Any, ...]],
    person: int,
    by_event: Mapping[int, RatingChange],
    root_of: Callable[[int], int],
    rulebook: RuleBook,
) -> list[tuple[tuple[date, int, int, int, int], PlayedGame]]:
    """Each with its place in time. A round without a date is as late as the one before it, the first as early as the event."""
    found = []
    event_before, day = None, date.min
    for event, starts_on, order, is_public, played_on, number, board, is_white, result, opponent in rows:
        day = played_on or (day if event == event_before else starts_on)
        event_before = event
        other = root_of(opponent)
        if other == person:
            continue
        rating, established = _opponent_then(by_event[event], other, rulebook)
        kind = ResultKind(result)
        game = PlayedGame(
            event_id=event,
            day=day,
            round=number,
            is_white=is_white,
            opponent=other,
            points=kind.white_points if is_white else kind.black_points,
            rating=by_event[event].before[by_event[event].players.index(person)],
            opponent_rating=rating,
            was_established=established,
            is_public=is_public,
        )
        found.append(((day, order, event, number, board), game))
    return found


def _opponent_then(row: RatingChange, opponent: int, rulebook: RuleBook) -> tuple[int | None, bool]:
    """Rating before the event, and whether it was established; nothing of somebody whom the ladder does not have in it yet."""
    if opponent not in row.players:
        return None, False
    at = row.players.index(opponent)
    return row.before[at], not rulebook.on(row.starts_on).is_provisional(row.games_before[at])


def list_revised_ratings(club: Club, person: int) -> list[RevisedRating]:
    """When corrections moved the rating of a person, the latest first: one statement, and at most four more if any did."""
    found = LadderRevision.objects.filter(club=club, players__contains=[person]).order_by("-build")
    rows = [(row, row.before[at], row.after[at]) for row in found if row.before[at := row.players.index(person)] != row.after[at]]
    if not rows:
        return []
    corrections = corrections_of_builds(club, [row.build for row, *_ in rows])
    lines = {line.correction.pk: line for line in describe_corrections(club, corrections.values())}
    touched = read_events(club, {event for row, *_ in rows for event in row.events})
    public = {pk: event for pk, event in touched.items() if is_public(event)}
    revised = []
    for row, before, after in rows:
        made = corrections.get(row.build)
        seen = tuple(public[event] for event in row.events if event in public)
        taken_back = made is not None and not lines[made.pk].in_force
        takes_back = made is not None and made.undoes_id is not None and not lines[made.pk].makes_again
        hidden = len(row.events) - len(seen)
        revised.append(RevisedRating(row.at, before, after, made, taken_back, takes_back, seen, hidden, row.people))
    return revised


def is_public(event: Event) -> bool:
    """True if the club's pages may name the event (`latest` must be loaded)."""
    return event.access != EventAccess.CLOSED and event.removed_at is None and event.latest is not None


def read_events(club: Club, events: Iterable[int]) -> dict[int, Event]:
    """Events by their primary keys, with their latest versions. One statement."""
    return Event.objects.filter(club=club).select_related("latest").in_bulk(list(events))


def list_ladder_players(club: Club) -> list[int]:
    """Whoever has played a rated game, as the ladder lists them. One statement."""
    return list(Standing.objects.filter(club=club, last_played__isnull=False).values_list("player_id", flat=True))
