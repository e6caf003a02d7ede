"""What a replay starts from, read in one statement.

One statement, because one statement has one snapshot: the edits that it takes from the queue are exactly those whose changes it sees in
the tables. An edit committed meanwhile stays in the queue and is replayed next. Reading the games in one statement and taking the edits
in another loses every change committed between the two, and the ladder then says that it is fresh (DESIGN section 4: wrong in 549 of 556
attempts). The ladder's lock must be held, and taken in an earlier statement: a snapshot taken before the wait would be as old as the wait.

A position is (date, order within the date, id of the event); ids grow in the order of first publication.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.domain.errors import BrokenMerges
from ratings.domain.replay import ALGORITHM
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventChanges, EventId, Game, PlayerId, PlayerState, Position, RatedEvent
from tournaments.domain.record import Variant
from tournaments.domain.results import RATED

_Boards = Iterable[tuple[PlayerId | None, PlayerId | None, int | None]]
"""(player of White, player of Black, White's half-points): no player for a bye or an undecided name, no points for what is never rated."""

_Start = tuple[PlayerId, int | None, int | None]
"""(player, start rating in tenths, games brought), at least one of them known."""

_TAKE = "DELETE FROM ratings_ladderedit WHERE club_id = %(club)s RETURNING event_id, player_id"
_LOOK = "SELECT event_id, player_id FROM ratings_ladderedit WHERE club_id = %(club)s"

_WHITE_POINTS = " ".join(f"WHEN '{kind.value}' THEN {kind.white_points}" for kind in sorted(RATED))

# Columns of every row: kind, id, starts_on, ends_on, order_in_date, and arrays whose meaning depends on the kind.
_STATEMENT = f"""
WITH RECURSIVE
taken AS ({{edits}}),
-- The person a player belongs to: the root of the merges that are in force.
person (id, root) AS (
    SELECT p.id, p.id FROM players_player p
     WHERE p.club_id = %(club)s AND NOT EXISTS (
           SELECT FROM players_playermerge m WHERE m.club_id = %(club)s AND m.absorbed_id = p.id AND m.undone_at IS NULL)
     UNION ALL
    SELECT m.absorbed_id, person.root FROM person
      JOIN players_playermerge m ON m.club_id = %(club)s AND m.into_id = person.id AND m.undone_at IS NULL
),
-- The events that the ladder counts, as they stand now.
counted AS (
    SELECT e.id, v.id AS version_id, v.starts_on, v.ends_on, e.order_in_date
      FROM tournaments_event e JOIN tournaments_eventversion v ON v.club_id = e.club_id AND v.id = e.rated_version_id
     WHERE e.club_id = %(club)s AND e.removed_at IS NULL AND v.rated AND v.finished AND v.variant = '{Variant.STANDARD.value}'
       AND v.starts_on >= coalesce((SELECT as_of FROM ratings_ladderopening WHERE club_id = %(club)s), '-infinity')
),
stored AS (SELECT * FROM ratings_ratingchange WHERE club_id = %(club)s),
touched_events AS (SELECT DISTINCT event_id AS id FROM taken WHERE event_id IS NOT NULL),
touched_people AS (
    SELECT player_id AS id FROM taken WHERE player_id IS NOT NULL
     UNION
    SELECT person.root FROM taken JOIN person ON person.id = taken.player_id
),
-- Where a touched event stood when the ladder was last built, and where it stands now: it may have been moved meanwhile. A touched
-- player moves no event: whoever became another person since then did so by merges that name, on each side, the old root or somebody
-- whose root it is still, so the old root's events hold all that is to be replayed.
places AS (
    SELECT starts_on, order_in_date, event_id FROM stored
     WHERE event_id IN (SELECT id FROM touched_events)
        OR EXISTS (SELECT FROM touched_people) AND players && ARRAY(SELECT id FROM touched_people)
     UNION ALL
    SELECT starts_on, order_in_date, id FROM counted WHERE id IN (SELECT id FROM touched_events)
),
first_place AS (SELECT * FROM places ORDER BY starts_on, order_in_date, event_id LIMIT 1),
whole AS (
    SELECT %(whole)s OR EXISTS (SELECT FROM taken WHERE event_id IS NULL AND player_id IS NULL)
           OR NOT EXISTS (SELECT FROM ratings_ladderbuild WHERE club_id = %(club)s AND algorithm = %(algorithm)s) AS is_true
),
tail AS (
    SELECT * FROM counted
     WHERE (SELECT is_true FROM whole)
        OR (starts_on, order_in_date, id) >= (SELECT starts_on, order_in_date, event_id FROM first_place)
)
SELECT 'edits', (SELECT count(*) FROM taken), NULL::date, NULL::date, (SELECT is_true FROM whole)::int,
       ARRAY(SELECT id FROM touched_events), ARRAY(SELECT id FROM touched_people),
       NULL::int[], NULL::int[], NULL::int[], NULL::int[], NULL::int[], NULL::int[], NULL::int[], NULL::int[]
 UNION ALL
SELECT 'first', event_id, starts_on, NULL, order_in_date,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM first_place
 UNION ALL
SELECT 'opening', NULL, as_of, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM ratings_ladderopening WHERE club_id = %(club)s
 UNION ALL
SELECT 'rules', id, since, NULL, NULL,
       NULL, NULL, ARRAY[start, k_new, k_established, new_games, provisional_games], NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM ratings_ladderrules WHERE club_id = %(club)s
 UNION ALL
SELECT 'start', NULL, NULL, NULL, NULL,
       array_agg(id), NULL, array_agg(start_rating), array_agg(start_games), NULL, NULL, NULL, NULL, NULL, NULL
  FROM players_player WHERE club_id = %(club)s AND (start_rating IS NOT NULL OR start_games IS NOT NULL)
HAVING count(*) > 0
 UNION ALL
SELECT 'merged', NULL, NULL, NULL, NULL,
       array_agg(id), array_agg(root), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM person WHERE id <> root
HAVING count(*) > 0
 UNION ALL
SELECT 'lost', count(*), NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM players_player WHERE club_id = %(club)s AND id NOT IN (SELECT id FROM person)
HAVING count(*) > 0
 UNION ALL
SELECT 'stored', event_id, starts_on, ends_on, order_in_date,
       players, NULL, before, games_before, change, counted, score, wins, draws, losses
  FROM stored
 UNION ALL
SELECT 'event', t.id, t.starts_on, t.ends_on, t.order_in_date,
       array_agg(white.player_id), array_agg(black.player_id),
       array_agg(CASE g.result {_WHITE_POINTS} END), NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM tail t
  LEFT JOIN tournaments_game g ON g.club_id = %(club)s AND g.version_id = t.version_id
  LEFT JOIN tournaments_entrylink white ON white.club_id = %(club)s AND white.entry_id = g.white_id AND white.undone_at IS NULL
  LEFT JOIN tournaments_entrylink black ON black.club_id = %(club)s AND black.entry_id = g.black_id AND black.undone_at IS NULL
 GROUP BY t.id, t.starts_on, t.ends_on, t.order_in_date
"""


@dataclass(slots=True)
class Sources:
    """What one replay works on.

    `edits` is the number taken from the queue. `since` is where the replay begins; None with `whole` means from the start, None without it
    that no event that the ladder counts was touched. `touched_events` and `touched_people` are what the edits name, as far as they
    name anything. `events` start at or after `since`. `stored` is the ladder as it was built last, all of it.

    `start_ratings` are those of people who start here; `brought` are people who come with games played elsewhere: their rating and those
    games. `opened_on` is the date before which no event counts.
    """

    edits: int = 0
    whole: bool = False
    since: Position | None = None
    touched_events: tuple[EventId, ...] = ()
    touched_people: tuple[PlayerId, ...] = ()
    rulebook: RuleBook = field(default_factory=RuleBook)
    opened_on: date | None = None
    start_ratings: dict[PlayerId, int] = field(default_factory=dict)
    brought: dict[PlayerId, PlayerState] = field(default_factory=dict)
    stored: list[EventChanges] = field(default_factory=list)
    events: list[RatedEvent] = field(default_factory=list)


def take_sources(cursor: CursorWrapper, club: Club) -> Sources:
    """Take every visible edit of the club from the queue, and read what a replay of them needs, all in one snapshot.

    Raises:
        BrokenMerges, InvalidRules
    """
    cursor.execute(_STATEMENT.format(edits=_TAKE), {"club": club.pk, "algorithm": ALGORITHM, "whole": False})
    return _sort_rows(cursor.fetchall())


def look_at_sources(cursor: CursorWrapper, club: Club) -> Sources:
    """What a replay from the start would work on; the queue is left as it is. Raises as `take_sources`."""
    cursor.execute(_STATEMENT.format(edits=_LOOK), {"club": club.pk, "algorithm": ALGORITHM, "whole": True})
    return _sort_rows(cursor.fetchall())


def _sort_rows(rows: Iterable[tuple[Any, ...]]) -> Sources:
    sources = Sources()
    beginning, later = Rules(), dict[date, Rules]()
    merged: dict[PlayerId, PlayerId] = {}
    starts_of: list[_Start] = []
    events: list[tuple[int, Position, Position, _Boards]] = []
    for kind, number, starts_on, ends_on, order, first, second, *figures in rows:
        starts, ends = (starts_on, order, number), (ends_on, order, number)
        match kind:
            case "stored":
                sources.stored.append(EventChanges(number, starts, ends, tuple(first), *map(tuple, figures)))
            case "event":
                events.append((number, starts, ends, zip(first, second, figures[0], strict=True)))
            case "edits":
                sources.edits, sources.whole = number, bool(order)
                sources.touched_events, sources.touched_people = tuple(first), tuple(second)
            case "first":
                sources.since = starts
            case "opening":
                sources.opened_on = starts_on
            case "rules" if starts_on is None:
                beginning = Rules(*figures[0])
            case "rules":
                later[starts_on] = Rules(*figures[0])
            case "start":
                starts_of = list(zip(first, figures[0], figures[1], strict=True))
            case "merged":
                merged = dict(zip(first, second, strict=True))
            case "lost":
                raise BrokenMerges(f"{number} players belong to no person: merges run in a circle.", players=number)
    sources.rulebook = RuleBook(beginning, later)
    _enter(sources, starts_of, merged)
    sources.events = [_rated_event(*event, merged) for event in events]
    if sources.whole:
        sources.since = None
    return sources


def _enter(sources: Sources, starts: Iterable[_Start], merged: Mapping[PlayerId, PlayerId]) -> None:
    """How people enter the ladder: a person by the start of its own, else by that of the absorbed player with the smallest id that has one.

    Games without a rating come with the start of the rules that hold from the beginning.
    """
    own_first = sorted(starts, key=lambda start: (start[0] in merged, start[0]))
    chosen: dict[PlayerId, tuple[int | None, int | None]] = {}
    for player, rating, games in own_first:
        chosen.setdefault(merged.get(player, player), (rating, games))
    for person, (rating, games) in chosen.items():
        if games is not None:
            sources.brought[person] = PlayerState(sources.rulebook.beginning.start if rating is None else rating, games)
        elif rating is not None:
            sources.start_ratings[person] = rating


def _rated_event(event: EventId, starts: Position, ends: Position, boards: _Boards, merged: dict[PlayerId, PlayerId]) -> RatedEvent:
    """The games between two known persons whose result is rated; everybody else on a board was present."""
    games: list[Game] = []
    present: list[PlayerId] = []
    for white, black, points in boards:
        one = None if white is None else merged.get(white, white)
        other = None if black is None else merged.get(black, black)
        if points is not None and one is not None and other is not None and one != other:
            games.append((one, other, points))
        else:
            present += [person for person in (one, other) if person is not None]
    return RatedEvent(event, starts, ends, games, present)
