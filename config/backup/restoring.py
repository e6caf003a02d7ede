"""Putting a copy back: in one transaction, so that a copy that cannot be read leaves everything as it was.

Until row-level security is proved and what must stay forgotten is forgotten again, the application's role may read nothing of it: the owner
does all that, and the last transaction alone grants the role its rights. Whatever ends this program before leaves a database that is shut.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from clubs.tenancy.catalogue import find_unguarded
from clubs.tenancy.roles import grant_to_application_role, rights_withheld
from config.backup.failures import BackupError
from config.backup.forgotten import forget_again
from config.backup.programs import Programs, complaint_of, find_programs
from config.processes import wait_until
from config.statistics import gather_statistics

OWNER = "owner"
_EMPTY = """
SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S'))
"""
_OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = %s"
_PATIENCE = 3.0  # seconds until the server notices that a connection was closed, as this program's own
_BEGIN = b"BEGIN;\nSET LOCAL lock_timeout = '30s';\n"
_SHUT = "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}; REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {role};"
_COMMIT = "\n{shut}\nCOMMIT;\n"
_DROP_EVERYTHING = b"""
DO $$
DECLARE
  statements text[];
  statement text;
BEGIN
  SELECT array_agg(format('DROP %s IF EXISTS public.%I CASCADE', kind, relname) ORDER BY letter = 'S') INTO statements
    FROM pg_class
    JOIN (VALUES ('v', 'VIEW'), ('m', 'MATERIALIZED VIEW'), ('S', 'SEQUENCE'), ('r', 'TABLE'), ('p', 'TABLE')) kinds(letter, kind)
      ON letter = relkind
   WHERE relnamespace = 'public'::regnamespace;
  statements := statements || (
    SELECT array_agg(format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure))
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace);
  FOREACH statement IN ARRAY coalesce(statements, '{}') LOOP
    EXECUTE statement;
  END LOOP;
END
$$;
"""


def restore_database(file: Path, *, replace: bool) -> tuple[int, int]:
    """Put the copy into the database of the owner's connection; returns how many people were erased and clubs deleted again.

    The database must be empty; with `replace` everything in it goes, in the same transaction. Web, worker, beat and sweeper must be
    stopped. Raises BackupError: nothing has changed, or (it says so) the application stays shut out.
    """
    connections["default"].close()
    connection = connections[OWNER]
    connection.ensure_connection()
    programs = find_programs(connection.pg_version // 10_000, connection.settings_dict)  # type: ignore[attr-defined]
    _refuse_foreign(programs, file)
    _refuse_used(connection, replace=replace)
    connection.close()
    _restore(programs, file, _shut_for(connection), replace=replace)
    try:
        return _make_usable(connection)
    except BackupError:
        raise
    except Exception as error:
        raise BackupError(f"The copy is back, but the application is shut out of it: {type(error).__name__}: {error}") from error


def _refuse_foreign(programs: Programs, file: Path) -> None:
    """A file that is no copy of ours, or one that knows more than this release."""
    command = programs.command("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    done = subprocess.run(command, env=dict(programs.environment), capture_output=True, check=False)
    applied = set(re.findall(r"^\d+\t(\w+)\t(\w+)\t", done.stdout.decode(errors="replace"), re.MULTILINE))
    if done.returncode or not applied:
        raise BackupError(
            f"{file} is no copy made by `manage.py backup`. {complaint_of('pg_restore', done.stderr) if done.returncode else ''}"
        )
    loader = MigrationLoader(None)
    unknown = sorted(f"{app}.{name}" for app, name in applied - set(loader.disk_migrations or ()) if app in loader.migrated_apps)
    if unknown:
        raise BackupError(f"The copy was made by a newer release (it has {', '.join(unknown[:5])}). Update Rookery first.")


def _refuse_used(connection: BaseDatabaseWrapper, *, replace: bool) -> None:
    if not wait_until(lambda: not _ask(connection, _OTHERS, settings.DATABASES["default"]["USER"]), _PATIENCE):
        raise BackupError("The application is connected to the database. Stop web, worker, beat and sweeper first.")
    if not _ask(connection, _EMPTY) and not replace:
        raise BackupError("The database is not empty. Give an empty one, or --replace: then everything in it goes.")


def _ask(connection: BaseDatabaseWrapper, question: str, *parameters: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question, parameters)
        return cursor.fetchone()[0]


def _restore(programs: Programs, file: Path, shut: str, *, replace: bool) -> None:
    """pg_restore writes the statements, psql runs them; committed only once the last of them has come, and `shut` after it."""
    reading = programs.command("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(file))
    running = programs.command("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse", "--file=-")
    environment = dict(programs.environment)
    with tempfile.TemporaryFile() as read_faults, tempfile.TemporaryFile() as run_faults:
        with (
            subprocess.Popen(reading, env=environment, stdout=subprocess.PIPE, stderr=read_faults) as source,
            subprocess.Popen(running, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=run_faults) as target,
        ):
            assert source.stdout is not None
            assert target.stdin is not None
            with suppress(BrokenPipeError):
                _pass_on(source, source.stdout, target.stdin, _DROP_EVERYTHING if replace else b"", _COMMIT.format(shut=shut).encode())
            with suppress(BrokenPipeError):
                target.stdin.close()
            source.stdout.close()
        if target.returncode:
            raise BackupError(f"Nothing has changed. {complaint_of('psql', _said(run_faults))}")
        if source.returncode:
            raise BackupError(f"Nothing has changed. {complaint_of('pg_restore', _said(read_faults))}")


def _pass_on(source: "subprocess.Popen[bytes]", reading: IO[bytes], writing: IO[bytes], before: bytes, after: bytes) -> None:
    writing.write(_BEGIN + before)
    shutil.copyfileobj(reading, writing)
    if source.wait() == 0:
        writing.write(after)


def _said(faults: IO[bytes]) -> bytes:
    faults.seek(0)
    return faults.read()


def _make_usable(connection: BaseDatabaseWrapper) -> tuple[int, int]:
    """Bring the copy up to date; then, in one transaction, forget again, let the application in, and prove that it sees single clubs."""
    with rights_withheld():
        call_command("migrate", database=OWNER, interactive=False, verbosity=0)
    with _owner_alone(connection), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_shut_for(connection))  # also what came with the migrations, should the server grant it by default
        cursor.execute("DELETE FROM django_session")  # who has signed out since must not be signed in again
        forgotten = forget_again()
        grant_to_application_role(using=OWNER)
        if lacking := find_unguarded(cursor, role=settings.DATABASES["default"]["USER"]):
            raise BackupError(f"The copy is back, but the application is shut out of it: {'; '.join(lacking)}.")
    gather_statistics(connection)
    return forgotten


@contextmanager
def _owner_alone(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """What works under the application's role works under the owner's here. Every statement of it names its club."""
    before = connections[DEFAULT_DB_ALIAS]
    before.close()
    connections[DEFAULT_DB_ALIAS] = connection
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = before


def _shut_for(connection: BaseDatabaseWrapper) -> str:
    """The statements that take from the application's role whatever it was granted."""
    return _SHUT.format(role=connection.ops.quote_name(settings.DATABASES["default"]["USER"]))
