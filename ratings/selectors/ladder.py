"""Reading the ladder as a whole: now, as of a day, for a season. Everything here runs inside `snapshot` or `club_scope` of the club."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import Max, Min

from clubs.models import Club
from players.selectors import NameBook
from ratings.domain.ladder import Line, Opening, Place, SeasonLine, active_places, arrange, months_before, places_on, season_table
from ratings.domain.rules import Rules
from ratings.domain.seasons import Season
from ratings.domain.tally import Tally, brought
from ratings.domain.timeline import EventChanges, PlayerId
from ratings.models import RatingChange
from ratings.selectors import ladder_rules_of
from ratings.selectors.opening import opened_on

RECENT_MONTHS = 3


@dataclass(frozen=True, slots=True)
class LadderSheet:
    """The ladder at one moment, best first. `left_out`: how many are on it who have not played for a year.

    `last` is the event that ended last before that moment, `recent` are those of the three months before it, `last` among them if it
    is one. `opened_on` is the date of the ratings that were brought from elsewhere, if they were: no earlier event counts.
    """

    lines: tuple[Line, ...]
    left_out: int
    last: EventChanges | None
    recent: tuple[EventChanges, ...]
    rules: Rules
    opened_on: date | None


def read_ladder(club: Club, book: NameBook, *, today: date, on: date | None = None, everybody: bool = False) -> LadderSheet:
    """The ladder as it is, or as it was after all events that ended by `on`. Three statements.

    `today`: by the club's clock. `everybody`: also those who have not played for a year. Where two stand equal the random ids decide
    who is named first.
    """
    rulebook, day = ladder_rules_of(club), min(on or today, today)
    since = months_before(day, RECENT_MONTHS)
    if on is None:
        places, opened = _list_places(club)
        history = list_recent_changes(club, since)
    else:
        history = list_changes(club, until=on)
        opening = find_opening(club, book)
        places, opened = places_on(on, history, rulebook, opening), opening.as_of if opening else None
    last = max(history, key=lambda changes: changes.ends, default=None)
    rules = rulebook.on(last.ends[0] if last else day)
    shown = places if everybody else active_places(places, day, opened)
    lines = tuple(arrange(shown, last, rules, book.public_id_of))
    recent = tuple(changes for changes in history if since <= changes.ends[0] <= day)
    return LadderSheet(lines, len(places) - len(shown), last, recent, rules, opened)


def read_season(club: Club, book: NameBook, season: Season) -> list[SeasonLine]:
    """Everybody who played in the season, as the ladder stood at its end. Three statements."""
    history = list_changes(club, until=season.last)
    return season_table(season.first, season.last, history, ladder_rules_of(club), book.public_id_of, find_opening(club, book))


_OPENING = """
SELECT o.as_of, p.id, p.start_rating, p.start_games
  FROM ratings_ladderopening o JOIN players_player p ON p.club_id = o.club_id AND (p.start_rating IS NOT NULL OR p.start_games IS NOT NULL)
 WHERE o.club_id = %s
 ORDER BY p.id
"""


def find_opening(club: Club, book: NameBook) -> Opening | None:
    """Who came with a rating from elsewhere; None if nobody did. One statement, and another for the rules if somebody did.

    A person has the start of its own, else that of the absorbed player with the smallest id that has one.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OPENING, [club.pk])
        rows = cursor.fetchall()
    if not rows:
        return None
    start = ladder_rules_of(club).beginning.start
    chosen: dict[PlayerId, Tally | None] = {}
    for _, player, rating, games in sorted(rows, key=lambda row: (book.root_of(row[1]) != row[1], row[1])):
        chosen.setdefault(book.root_of(player), None if games is None else brought(start if rating is None else rating, games))
    return Opening(rows[0][0], {person: row for person, row in chosen.items() if row is not None})


def find_span(club: Club) -> tuple[date, date] | None:
    """The days on which the first and the last event of the ladder ended; None if it counts none. One statement."""
    ends = RatingChange.objects.filter(club=club).aggregate(first=Min("ends_on"), last=Max("ends_on"))
    return None if ends["first"] is None else (ends["first"], ends["last"])


_PLACES = """
SELECT player_id, rating, games, wins, draws, losses, provisional, last_played,
       (SELECT max(as_of) FROM ratings_ladderopening WHERE club_id = %(club)s)
  FROM players_standing
 WHERE club_id = %(club)s AND (last_played IS NOT NULL OR last_event IS NULL OR games > 0)
"""


def _list_places(club: Club) -> tuple[list[Place], date | None]:
    """Where everybody stands now, and as of when ratings were brought here. One statement, another where nobody stands."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACES, {"club": club.pk})
        rows = cursor.fetchall()
    return [Place(*row[:8]) for row in rows], rows[0][8] if rows else opened_on(club)


_COLUMNS = """
SELECT event_id, starts_on, ends_on, order_in_date, players, before, games_before, change, record, uncounted
  FROM ratings_ratingchange
"""


def list_changes(club: Club, *, until: date | None = None) -> list[EventChanges]:
    """What every event did that ended by `until` (None: every event), in no order. One statement."""
    return _read(f"{_COLUMNS} WHERE club_id = %s AND ends_on <= %s", [club.pk, until or date.max])


def list_recent_changes(club: Club, since: date) -> list[EventChanges]:
    """What the events did that ended on `since` or later, and in any case those of the last day with an event. One statement."""
    latest = "SELECT max(ends_on) FROM ratings_ratingchange WHERE club_id = %s"
    return _read(f"{_COLUMNS} WHERE club_id = %s AND ends_on >= least(%s, ({latest}))", [club.pk, since, club.pk])


def _read(statement: str, values: list[Any]) -> list[EventChanges]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [
            EventChanges(event, (starts, order, event), (ends, order, event), *map(tuple, columns))
            for event, starts, ends, order, *columns in cursor.fetchall()
        ]
