"""Looking through the whole database for texts that must be nowhere in it: every column of every table."""

from collections.abc import Iterable

from django.db.backends.utils import CursorWrapper

_TABLES = """
SELECT c.relname FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'm') AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1
"""


def tables_holding(cursor: CursorWrapper, texts: Iterable[str]) -> dict[str, set[str]]:
    """Where each text stands, by table; also inside of JSON, and as the bytes of a kept file. Searched are the
    rows that `cursor` sees: inside of `club_scope` those of the club and those that belong to no club."""
    sought = {text: (text.casefold(), text.encode().hex()) for text in texts}
    found: dict[str, set[str]] = {}
    cursor.execute(_TABLES)
    for (table,) in cursor.fetchall():
        cursor.execute(f"SELECT coalesce(string_agg(to_jsonb(t)::text, chr(10)), '') FROM \"{table}\" t")
        (rows,) = cursor.fetchone()
        there = {text for text, forms in sought.items() if any(form in rows.casefold() for form in forms)}
        if there:
            found[table] = there
    return found
