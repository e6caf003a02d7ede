"""Which tables stand outside row-level security, by name, and what is wrong with the others."""

from typing import Any

from django.db.backends.utils import CursorWrapper

# Read before a club is known, and only through selectors of their own app.
OUTSIDE = frozenset(
    {
        "clubs_membership",
        "clubs_endedrole",
        "clubs_apitoken",
        "billing_subscription",
        "billing_stripeevent",
        "clubs_invitation",
        "players_duplicatesearch",
        "ratings_ladderedit",
        "ratings_ladderbuild",
    }
)

WITHOUT_GUARDS = """
SELECT c.relname,
       c.relrowsecurity,
       EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'one_club' AND p.polcmd = '*'
                  AND pg_get_expr(p.polqual, c.oid) = pg_get_expr(p.polwithcheck, c.oid)
                  AND pg_get_expr(p.polqual, c.oid) LIKE '(club_id = %%rookery.club%%'),
       (SELECT count(*) = 1 FROM pg_policy p WHERE p.polrelid = c.oid),
       EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'refuse_truncate' AND t.tgenabled = 'O'),
       has_table_privilege(%(role)s, c.oid, 'SELECT') AND has_table_privilege(%(role)s, c.oid, 'INSERT')
         AND has_table_privilege(%(role)s, c.oid, 'UPDATE') AND has_table_privilege(%(role)s, c.oid, 'DELETE'),
       NOT has_table_privilege(%(role)s, c.oid, 'TRUNCATE')
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'club_id' AND NOT a.attisdropped
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL (%(outside)s)
 ORDER BY 1
"""

GUARDS = (
    "row-level security is off",
    "has no policy one_club that both shows and accepts rows of the set club only",
    "has another policy besides one_club, which would show more",
    "lets TRUNCATE pass",
    "is not granted to the application role",
    "may be truncated by the application role",
)

UNIQUE_WITHOUT_CLUB = """
SELECT c.relname, i.indexrelid::regclass::text
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'club_id' AND NOT a.attisdropped
 WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> ALL (%(outside)s)
   AND i.indisunique AND i.indkey[0] <> a.attnum
 ORDER BY 1, 2
"""

# Keys between two tables that both have club_id must carry it on both sides; a missing key is found by the models' test.
KEYS_WITHOUT_CLUB = """
SELECT k.conrelid::regclass::text, k.conname
  FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'club_id' AND NOT a.attisdropped
  JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attname = 'club_id' AND NOT b.attisdropped
 WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
   AND NOT (k.conkey[1] = a.attnum AND k.confkey[1] = b.attnum)
 ORDER BY 1, 2
"""


def find_unguarded(cursor: CursorWrapper, *, role: str) -> list[str]:
    """One sentence for each guard that a club-owned table lacks; empty if all stand. Read from PostgreSQL's catalogue."""
    wanted: dict[str, Any] = {"role": role, "outside": list(OUTSIDE)}
    cursor.execute(WITHOUT_GUARDS, wanted)
    lacking = [
        f"{table}: {sentence}"
        for table, *guards in cursor.fetchall()
        for sentence, stands in zip(GUARDS, guards, strict=True)
        if not stands
    ]
    cursor.execute(UNIQUE_WITHOUT_CLUB, wanted)
    lacking += [f"{table}: the unique key {index} does not start with the club" for table, index in cursor.fetchall()]
    cursor.execute(KEYS_WITHOUT_CLUB)
    lacking += [f"{table}: the foreign key {key} does not carry the club" for table, key in cursor.fetchall()]
    return lacking
