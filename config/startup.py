"""What every process does before it works: hold the embedded servers, and refuse a database role that could look past the policies."""

from pathlib import Path

from config import env
from config.embedded import Lease, acquire

_PROJECT = Path(__file__).resolve().parent.parent
_held: list[Lease] = []


def hold_embedded_servers(*, durable: bool = True) -> Lease | None:
    """Start the embedded servers unless an outer database is configured, and hold them until this process ends.

    To be called before the settings are read. Returns None with an outer database.
    """
    if env.find("DATABASE_URL") is not None:
        return None
    if not _held:
        _held.append(acquire(_PROJECT / env.text("VAR_DIR") / "embedded", durable=durable))
    return _held[0]


def refuse_unsafe_role() -> None:
    """Refuse to go on under a role that bypasses row-level security.

    Raises:
        ImproperlyConfigured: says why the role is unsafe and what to do.
    """
    from django.db import connection

    from clubs.tenancy.roles import check_application_role

    check_application_role(connection)
    connection.close()
