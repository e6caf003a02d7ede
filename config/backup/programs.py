"""PostgreSQL's programs: which of them fit the server, how they get at it, and what they say when they fail.

The password stands in the environment of the program alone, never on its command line, which every account of the machine can read.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from config.backup.failures import BackupError
from config.embedded import EmbeddedError
from config.embedded.account import postgres_folder

_NEEDED = ("pg_dump", "pg_restore", "psql")
_OPTIONS = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "channel_binding": "PGCHANNELBINDING",
    "gssencmode": "PGGSSENCMODE",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "options": "PGOPTIONS",
}
_LONGEST_COMPLAINT = 1_000


@dataclass(frozen=True, slots=True)
class Programs:
    """A folder with programs of one version, and the environment in which they find server, role and database."""

    folder: Path
    environment: Mapping[str, str]

    def command(self, name: str, *arguments: str) -> list[str]:
        """A command line; it never asks for a password."""
        return [str(self.folder / name), *(["--no-password"] if name != "pg_restore" else []), *arguments]


def find_programs(server: int, database: Mapping[str, Any]) -> Programs:
    """Programs of at least the server's version; those of the embedded server come first where it is the server.

    `database` are Django's settings of the connection. Raises BackupError: none are installed, or they are too old.
    """
    found = []
    for folder in _folders():
        version = _version(folder)
        if version is not None and version >= server:
            return Programs(folder, _environment(database))
        found += [f"{folder}: PostgreSQL {version}"] if version else []
    there = f"found were {'; '.join(found)}" if found else "none were found"
    raise BackupError(
        f"The server is PostgreSQL {server}; {', '.join(_NEEDED)} of this version or a newer one are needed, and {there}."
        f" Install them (on Debian: postgresql-client-{server}) or put their folder first in PATH."
    )


def complaint_of(program: str, said: bytes) -> str:
    """The faults that a program told, short. Details and contexts are left out: they may quote rows."""
    lines = [line for line in said.decode(errors="replace").splitlines() if re.search(r"\b(error|fatal|ERROR|FATAL):", line)]
    return f"{program}: {' '.join(lines)[:_LONGEST_COMPLAINT] or 'ended with an error and did not say why'}"


def _folders() -> list[Path]:
    packed: list[Path] = []
    with suppress(EmbeddedError):
        packed = [postgres_folder() / "bin"]
    on_path = [Path(found).parent] if (found := shutil.which("pg_dump")) else []
    return [*packed, *on_path] if settings.EMBEDDED else [*on_path, *packed]


def _version(folder: Path) -> int | None:
    """The major version of a folder's programs; None if one of them is missing or does not run."""
    if not all((folder / name).exists() for name in _NEEDED):
        return None
    try:
        said = subprocess.run([folder / "pg_dump", "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return None
    found = re.search(r"\) (\d+)", said)
    return int(found[1]) if found else None


def _environment(database: Mapping[str, Any]) -> dict[str, str]:
    """Nothing of our own environment: it holds keys that are none of the programs' business."""
    options = {_OPTIONS[name]: str(value) for name, value in database.get("OPTIONS", {}).items() if name in _OPTIONS}
    return options | {
        "PGHOST": database["HOST"],
        "PGPORT": str(database["PORT"]),
        "PGUSER": database["USER"],
        "PGPASSWORD": database["PASSWORD"],
        "PGDATABASE": database["NAME"],
        "LC_ALL": "C",
        "PATH": os.defpath,
    }
