"""Making a copy: whole or not at all, and readable by nobody but whoever made it."""

import os
import secrets
import subprocess
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from config.backup.failures import BackupError
from config.backup.programs import Programs, complaint_of, find_programs

_PATIENCE = "60s"  # for a table that somebody changes the shape of


def dump_database(connection: BaseDatabaseWrapper, file: Path) -> int:
    """Write everything in the database into `file`, which must not exist yet; returns its size in bytes.

    `connection` is that of the owner: another role would see no rows, and pg_dump refuses to leave out what row-level security hides.
    Rights and owners are not part of it. Raises BackupError.
    """
    if file.exists():
        raise BackupError(f"{file} exists already. Give another name; a copy never replaces another one.")
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            raise BackupError(f"The database {connection.settings_dict['NAME']} is empty: there is nothing to copy.")
    programs = find_programs(connection.pg_version // 10_000, connection.settings_dict)  # type: ignore[attr-defined]
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}.partial")
    try:
        _create(draft)
        _dump(programs, draft)
        draft.rename(file)
        return file.stat().st_size
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def _create(draft: Path) -> None:
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _dump(programs: Programs, draft: Path) -> None:
    command = programs.command(
        "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--lock-wait-timeout={_PATIENCE}", f"--file={draft}"
    )
    done = subprocess.run(command, env=dict(programs.environment), capture_output=True, check=False)
    if done.returncode:
        raise BackupError(complaint_of("pg_dump", done.stderr))
    with draft.open("rb") as written:
        os.fsync(written.fileno())
