"""Reading the ladder: whether it is fresh, who stands where, what each event changed.

`get_ladder_state` and the two for the sweeper look outside row-level security; the others are called inside `snapshot(club)` or
`club_scope(club)`. Ratings and changes are tenths of a point, scores half-points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from django.db import connection

from clubs.models import Club
from clubs.tenancy.scope import LADDER_LOCK
from ratings.domain.records import GAMES, score_of, unpacked
from ratings.domain.replay import ALGORITHM
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventChanges
from ratings.models import LadderRules, RatingChange, SweeperHeartbeat


@dataclass(frozen=True, slots=True)
class LadderState:
    """How far the ladder is. `fresh`: nothing that it is computed from has changed since build `version` (0: nothing ever did).

    `waiting` edits are queued, the oldest since `waiting_since`. `failures` attempts have failed since the last build, the last one at
    `failed_at` with `failure` (ids, never names). `progress` of `progress_total` events are computed by a replay that takes long and is
    under way; None if none is.
    """

    version: int
    fresh: bool
    built_at: datetime | None
    waiting: int
    waiting_since: datetime | None
    failures: int
    failed_at: datetime | None
    failure: str
    progress: int | None = None
    progress_total: int | None = None


@dataclass(frozen=True, slots=True)
class StaleClub:
    """A ladder that is to be replayed, and the ids of its oldest and newest queued edit (0: none, another algorithm built it)."""

    club_id: int
    oldest_edit: int
    newest_edit: int


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """What one event did to one person. `counted` games moved the rating and gave `score`; the record has all rated games played."""

    event_id: int
    player_id: int
    starts_on: date
    ends_on: date
    before: int
    games_before: int
    change: int
    counted: int
    score: int
    wins: int
    draws: int
    losses: int

    @property
    def after(self) -> int:
        """The rating with this event's change alone: events that overlapped it are not in it."""
        return self.before + self.change


STATE: Final = """
SELECT coalesce(b.version, 0), q.waiting = 0 AND coalesce(b.algorithm = %(algorithm)s, true), b.built_at, q.waiting, q.since,
       coalesce(b.failures, 0), b.failed_at, coalesce(b.failure, ''), b.progress, b.progress_total, b.progress_at
  FROM (SELECT count(*) AS waiting, min(queued_at) AS since FROM ratings_ladderedit WHERE club_id = %(club)s) q
  LEFT JOIN ratings_ladderbuild b ON b.club_id = %(club)s
"""
STATE_WIDTH: Final = 11
"""Columns of `STATE`, for `state_of`."""

# A replay tells its progress outside its transaction, so a killed one leaves its last word: it holds only while the transaction that has
# the club's lock is the one that was under way then. Asked only where there is such a word: to read these views into a plan takes
# several times as long as all the rest of a kept page.
_IS_ALIVE = f"""
SELECT EXISTS (
       SELECT FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.granted AND l.classid = {LADDER_LOCK} AND l.objsubid = 2
          AND l.objid::bigint = hashint8(%(club)s)::bigint & 4294967295
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND a.xact_start <= %(told_at)s)
"""

# A club that keeps failing waits until retry_at, unless something was changed since it failed: that may have been the cure.
_STALE = """
SELECT c.id, coalesce(q.oldest, 0), coalesce(q.newest, 0)
  FROM clubs_club c
  LEFT JOIN (SELECT club_id, min(id) AS oldest, max(id) AS newest, max(queued_at) AS newest_at
               FROM ratings_ladderedit GROUP BY club_id) q ON q.club_id = c.id
  LEFT JOIN ratings_ladderbuild b ON b.club_id = c.id
 WHERE (q.club_id IS NOT NULL OR b.algorithm <> %(algorithm)s)
   AND (b.retry_at IS NULL OR b.retry_at <= clock_timestamp() OR q.newest_at > b.failed_at)
 ORDER BY q.oldest NULLS LAST, c.id
"""


def get_ladder_state(club: Club) -> LadderState:
    """Version and freshness in one statement, and another while a long replay is under way.

    Inside `snapshot(club)` it belongs to the same moment as the rest of the page.
    """
    with connection.cursor() as cursor:
        cursor.execute(STATE, {"club": club.pk, "algorithm": ALGORITHM})
        return state_of(club.pk, cursor.fetchone())


def state_of(club_id: int, row: Sequence[Any]) -> LadderState:
    """What the columns of `STATE` say of the club."""
    *known, progress, progress_total, told_at = row
    state = LadderState(*known)
    if told_at is None or not _is_alive(club_id, told_at):
        return state
    return replace(state, progress=progress, progress_total=progress_total)


def _is_alive(club_id: int, told_at: datetime) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_IS_ALIVE, {"club": club_id, "told_at": told_at})
        return bool(cursor.fetchone()[0])


def list_stale_clubs() -> list[StaleClub]:
    """The clubs whose ladder is due for a replay, longest waiting first."""
    with connection.cursor() as cursor:
        cursor.execute(_STALE, {"algorithm": ALGORITHM})
        return [StaleClub(*row) for row in cursor.fetchall()]


def sweeper_seen_at() -> datetime | None:
    """When a sweeper last said that it is alive; None if there never was one."""
    return SweeperHeartbeat.objects.values_list("seen_at", flat=True).first()


def list_changes_of_event(club: Club, event_id: int) -> list[PlayerChange]:
    """What the event did to everybody in it, best rating first; empty if the ladder does not count it. One statement."""
    row = RatingChange.objects.filter(club=club, event_id=event_id).first()
    changes = [] if row is None else [change_of(row, at) for at in range(len(row.players))]
    return sorted(changes, key=lambda change: (-change.before, change.player_id))


def history_of_player(club: Club, player_id: int) -> list[PlayerChange]:
    """Every event's change of one person (the root of the merges), in the order in which the events ended. One statement."""
    rows = RatingChange.objects.filter(club=club, players__contains=[player_id]).order_by("ends_on", "order_in_date", "event_id")
    return [change_of(row, row.players.index(player_id)) for row in rows]


def find_changes_of_event(club: Club, event_id: int) -> EventChanges | None:
    """The same as the ladder computed it, for `explain`; None if the ladder does not count the event. One statement."""
    row = RatingChange.objects.filter(club=club, event_id=event_id).first()
    if row is None:
        return None
    starts, ends = ((day, row.order_in_date, event_id) for day in (row.starts_on, row.ends_on))
    columns = (row.players, row.before, row.games_before, row.change, row.record, row.uncounted)
    return EventChanges(event_id, starts, ends, *map(tuple, columns))


def ladder_rules_of(club: Club) -> RuleBook:
    """The club's rules, the defaults where it has set none. One statement.

    Raises:
        InvalidRules
    """
    beginning, later = Rules(), dict[date, Rules]()
    for row in LadderRules.objects.filter(club=club):
        rules = Rules(row.start, row.k_new, row.k_established, row.new_games, row.provisional_games)
        if row.since is None:
            beginning = rules
        else:
            later[row.since] = rules
    return RuleBook(beginning, later)


def change_of(row: RatingChange, at: int) -> PlayerChange:
    """What the event did to the person at this place of the arrays."""
    record = row.record[at]
    played = record + row.uncounted[at] if row.uncounted else record
    figures = (row.before[at], row.games_before[at], row.change[at], GAMES[record], score_of(record))
    return PlayerChange(row.event_id, row.players[at], row.starts_on, row.ends_on, *figures, *unpacked(played))
