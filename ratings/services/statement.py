"""The one statement that a replay reads its sources by, and the estimate before it; `ratings.services.sources` says why it is one."""

from tournaments.domain.record import Variant
from tournaments.domain.results import RATED

TAKE = "DELETE FROM ratings_ladderedit WHERE club_id = %(club)s RETURNING event_id, player_id"
LOOK = "SELECT event_id, player_id FROM ratings_ladderedit WHERE club_id = %(club)s"

# How many events there are to be read, before it is known for certain: an edit that arrives after this is read all the same.
ESTIMATE = """
WITH edits AS (SELECT event_id, player_id FROM ratings_ladderedit WHERE club_id = %(club)s)
SELECT CASE WHEN EXISTS (SELECT FROM edits WHERE event_id IS NULL AND player_id IS NULL)
              OR NOT EXISTS (SELECT FROM ratings_ladderbuild WHERE club_id = %(club)s AND algorithm = %(algorithm)s)
            THEN (SELECT count(*) FROM tournaments_event WHERE club_id = %(club)s AND rated_version_id IS NOT NULL)
            ELSE (SELECT count(*) FROM ratings_ratingchange
                   WHERE club_id = %(club)s AND starts_on >= (
                         SELECT min(starts_on) FROM ratings_ratingchange
                          WHERE club_id = %(club)s AND event_id = ANY (ARRAY(SELECT event_id FROM edits)))) END
"""

_WHITE_POINTS = " ".join(f"WHEN '{kind.value}' THEN {kind.white_points}" for kind in sorted(RATED))

# The games of each event: a subquery that cannot become a join, so that the plan does not depend on how many events are guessed and the
# first events are on their way while the server looks for the games of the next.
_BOARDS = f"""tail t, LATERAL (
       SELECT array_agg(white_id) AS white, array_agg(black_id) AS black, array_agg(CASE result {_WHITE_POINTS} END) AS points
         FROM tournaments_game WHERE club_id = %(club)s AND version_id = t.version_id) g"""
_LINKS = """
SELECT 'links', NULL, NULL, NULL, NULL, NULL, NULL, NULL, string_agg(int8send(entry_id) || int8send(player_id), '')
  FROM tournaments_entrylink WHERE club_id = %(club)s AND undone_at IS NULL"""
_EVENTS = "SELECT 'event', id, starts_on, ends_on, order_in_date, white, black, points, NULL FROM"

# Two ways to read who White and Black are: those in the games of a few events, or everybody at once.
_OF_FEW = f"""
SELECT * FROM (
  WITH boards AS MATERIALIZED (SELECT * FROM {_BOARDS})
  {_LINKS} AND entry_id = ANY (ARRAY(SELECT unnest(white || black) FROM boards))
   UNION ALL
  {_EVENTS} boards
) AS few
"""
_OF_ALL = f"""
{_LINKS}
 UNION ALL
{_EVENTS} {_BOARDS}
"""

# Whether the ladder counts the event e by its version v, whose names are all decided.
_COUNTED = f"""e.removed_at IS NULL AND v.rated AND v.finished AND v.variant = '{Variant.STANDARD.value}'
       AND v.starts_on >= coalesce((SELECT as_of FROM opening), '-infinity')"""

# Columns of every row: kind, number, starts_on, ends_on, order_in_date, arrays whose meaning depends on the kind, and the
# entry and the player of each link in eight bytes each, which are as long as an array and much quicker to write and to read.
_STATEMENT = f"""
WITH RECURSIVE
taken AS ({{edits}}),
-- Players that were merged into another, and the person whom they belong to now: the root of the merges that are in force.
merged (id, root) AS (
    SELECT m.absorbed_id, m.into_id FROM players_playermerge m
     WHERE m.club_id = %(club)s AND m.undone_at IS NULL AND NOT EXISTS (
           SELECT FROM players_playermerge p WHERE p.club_id = %(club)s AND p.absorbed_id = m.into_id AND p.undone_at IS NULL)
     UNION ALL
    SELECT m.absorbed_id, merged.root FROM merged
      JOIN players_playermerge m ON m.club_id = %(club)s AND m.into_id = merged.id AND m.undone_at IS NULL
),
touched_events AS (SELECT DISTINCT event_id AS id FROM taken WHERE event_id IS NOT NULL),
touched_people AS (
    SELECT player_id AS id FROM taken WHERE player_id IS NOT NULL
     UNION
    SELECT merged.root FROM taken JOIN merged ON merged.id = taken.player_id
),
opening AS (SELECT as_of FROM ratings_ladderopening WHERE club_id = %(club)s),
-- Where a touched event stood when the ladder was last built, and where it stands now: it may have been moved meanwhile. A touched
-- player moves no event: whoever became another person since then did so by merges that name, on each side, the old root or somebody
-- whose root it is still, so the old root's events hold all that is to be replayed.
places AS (
    SELECT starts_on, order_in_date, event_id FROM ratings_ratingchange
     WHERE club_id = %(club)s AND event_id = ANY (ARRAY(SELECT id FROM touched_events))
     UNION ALL
    SELECT starts_on, order_in_date, event_id FROM ratings_ratingchange
     WHERE club_id = %(club)s AND EXISTS (SELECT FROM touched_people) AND players && ARRAY(SELECT id FROM touched_people)
     UNION ALL
    SELECT v.starts_on, e.order_in_date, e.id
      FROM tournaments_event e JOIN tournaments_eventversion v ON v.club_id = %(club)s AND v.id = e.rated_version_id
     WHERE e.club_id = %(club)s AND e.id = ANY (ARRAY(SELECT id FROM touched_events)) AND {_COUNTED}
),
first_place AS (SELECT * FROM places ORDER BY starts_on, order_in_date, event_id LIMIT 1),
whole AS (
    SELECT %(whole)s OR EXISTS (SELECT FROM taken WHERE event_id IS NULL AND player_id IS NULL)
           OR NOT EXISTS (SELECT FROM ratings_ladderbuild WHERE club_id = %(club)s AND algorithm = %(algorithm)s) AS is_true
),
beginning AS (
    SELECT '-infinity'::date AS starts_on, 0 AS order_in_date, 0::bigint AS event_id WHERE (SELECT is_true FROM whole)
     UNION ALL
    SELECT * FROM first_place WHERE NOT (SELECT is_true FROM whole)
),
-- The events from there on that the ladder counts, as they stand now.
tail AS MATERIALIZED (
    SELECT e.id, v.id AS version_id, v.starts_on, v.ends_on, e.order_in_date
      FROM tournaments_eventversion v JOIN tournaments_event e ON e.club_id = %(club)s AND e.id = v.event_id
     WHERE v.club_id = %(club)s AND e.rated_version_id = v.id AND {_COUNTED}
       AND v.starts_on >= (SELECT starts_on FROM beginning)
       AND (v.starts_on, e.order_in_date, e.id) >= (SELECT starts_on, order_in_date, event_id FROM beginning)
)
SELECT 'edits', (SELECT count(*) FROM taken), NULL::date, NULL::date, (SELECT is_true FROM whole)::int,
       ARRAY(SELECT id FROM touched_events), ARRAY(SELECT id FROM touched_people), NULL::int[], NULL::bytea
 UNION ALL
SELECT 'first', event_id, starts_on, NULL, order_in_date, NULL, NULL, NULL, NULL FROM first_place
 UNION ALL
SELECT 'opening', NULL, as_of, NULL, NULL, NULL, NULL, NULL, NULL FROM opening
 UNION ALL
SELECT 'rules', id, since, NULL, NULL, NULL, NULL, ARRAY[start, k_new, k_established, new_games, provisional_games], NULL
  FROM ratings_ladderrules WHERE club_id = %(club)s
 UNION ALL
SELECT 'start', NULL, NULL, NULL, NULL, array_agg(id), array_agg(start_games::bigint), array_agg(start_rating), NULL
  FROM players_player WHERE club_id = %(club)s AND (start_rating IS NOT NULL OR start_games IS NOT NULL)
HAVING count(*) > 0
 UNION ALL
SELECT 'merged', (SELECT count(*) FROM players_playermerge WHERE club_id = %(club)s AND undone_at IS NULL), NULL, NULL, NULL,
       array_agg(id), array_agg(root), NULL, NULL
  FROM merged
 UNION ALL
{{events}}
"""


def sources_statement(edits: str, *, of_all: bool) -> str:
    """The one statement; `of_all` reads the links of the whole club, which is right for many events. Events come last."""
    return _STATEMENT.format(edits=edits, events=_OF_ALL if of_all else _OF_FEW)
