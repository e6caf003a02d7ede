"""A database of the benchmarks' own: the embedded servers of `var/bench`, the two roles of production, dropped at the end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

from config.embedded import State, acquire
from config.embedded.state import DATABASE

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / "var" / "bench"


@contextmanager
def own_database() -> Iterator[None]:
    """Django, set up on an empty migrated database; child processes find it by the environment as well."""
    lease = acquire(FOLDER / "embedded")
    name = f"{DATABASE}_bench_{os.getpid()}"
    _administer(lease.state.owner_url, "CREATE DATABASE {}", name)
    try:
        _point_at(lease.state, name)
        _set_up()
        yield
    finally:
        _administer(lease.state.superuser_url, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
        lease.release()


def _administer(address: str, statement: str, name: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(sql.Identifier(name)))


def _point_at(state: State, name: str) -> None:
    """As in production: everything from the environment, and whatever was there gives way."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings",
        DATABASE_URL=state.application_url.rpartition("/")[0] + f"/{name}",
        DATABASE_OWNER_URL=state.owner_url.rpartition("/")[0] + f"/{name}",
        REDIS_URL=state.valkey_url,
        SECRET_KEY=state.secret_key,
        SITE_URL="http://127.0.0.1:8000",
        VAR_DIR=str(FOLDER),
        DEBUG="no",
    )


def _set_up() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from config.startup import refuse_unsafe_role

    call_command("migrate", verbosity=0)
    refuse_unsafe_role()
