"""Whether anything was written: a digest of every table, whatever row-level security would hide."""

from django.db.backends.utils import CursorWrapper

from tests.flushing import KEPT

_TABLES = """
SELECT c.relname FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL (%s) ORDER BY 1
"""
_DIGEST = """
SELECT {name!r}, count(*) || ' ' || coalesce(md5(string_agg(md5(row), '' ORDER BY md5(row))), '')
  FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM "{name}" t) AS rows
"""
"""When a token was last used is written down to the minute, whatever the answer was."""

Digests = dict[str, str]


def digest_tables(cursor: CursorWrapper) -> Digests:
    """For each table how many rows this connection sees, and a digest of them."""
    cursor.execute(_TABLES, [[*KEPT, "django_session"]])
    tables = [name for (name,) in cursor.fetchall()]
    cursor.execute(" UNION ALL ".join(_DIGEST.format(name=name) for name in tables))
    return dict(cursor.fetchall())


def changed_tables(before: Digests, after: Digests) -> list[str]:
    return sorted(name for name in before | after if before.get(name) != after.get(name))
