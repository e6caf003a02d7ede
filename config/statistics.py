"""What PostgreSQL knows of the tables. After a restore, or right after the demo clubs are loaded, it knows nothing, and plans blindly.

A statement that takes milliseconds then takes seconds, until autovacuum has come by, which never looks at small tables at all.
"""

from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

_TABLES = """
SELECT relname FROM pg_class
 WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND (reltuples < 0 OR %(all)s) AND pg_relation_size(oid) > 0
 ORDER BY relname
"""


def gather_statistics(connection: BaseDatabaseWrapper, *, of_all: bool = False) -> list[str]:
    """ANALYZE the tables that hold something and were never looked at, or `of_all`; returns their names. Only their owner may."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, {"all": of_all})
        tables = [name for (name,) in cursor.fetchall()]
        if tables:
            cursor.execute(sql.SQL("ANALYZE {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))
    return tables
