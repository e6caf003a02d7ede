"""The two database roles, and the database of the one that owns it."""

import psycopg
from psycopg import sql

from config.embedded.state import APPLICATION_ROLE, DATABASE, OWNER_ROLE, State

_SAFE = "LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOREPLICATION NOINHERIT"


def ensure_roles(state: State) -> None:
    """Create roles and database or bring them to what they must be: the owner may create databases (for tests), the application nothing."""
    with psycopg.connect(state.superuser_url, autocommit=True) as connection:
        _ensure_role(connection, OWNER_ROLE, state.owner_password, may_create_databases=True)
        _ensure_role(connection, APPLICATION_ROLE, state.application_password, may_create_databases=False)
        connection.execute(sql.SQL("REVOKE {} FROM {}").format(sql.Identifier(OWNER_ROLE), sql.Identifier(APPLICATION_ROLE)))
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(DATABASE), sql.Identifier(OWNER_ROLE)))


def _ensure_role(connection: "psycopg.Connection[tuple[object, ...]]", name: str, password: str, *, may_create_databases: bool) -> None:
    verb = "ALTER" if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone() else "CREATE"
    connection.execute(
        sql.SQL("{} ROLE {} {} {} PASSWORD {}").format(
            sql.SQL(verb),
            sql.Identifier(name),
            sql.SQL(_SAFE),
            sql.SQL("CREATEDB" if may_create_databases else "NOCREATEDB"),
            sql.Literal(password),
        )
    )
