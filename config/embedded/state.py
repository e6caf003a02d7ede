"""What is remembered between starts of the embedded servers: ports and passwords, readable by the owner alone."""

import json
import os
import secrets
import socket
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

DATABASE = "rookery"
OWNER_ROLE = "rookery_owner"
APPLICATION_ROLE = "rookery_app"
SUPERUSER = "postgres"
HOST = "127.0.0.1"


class EmbeddedError(Exception):
    """The embedded servers could not be started; the message says why and what to do."""


def _password() -> str:
    return secrets.token_urlsafe(24)


@dataclass(frozen=True)
class State:
    """Ports and passwords of one pair of servers.

    `identity` names the pair wherever part of it must lie outside its directory. `keeper` is the process that declared the servers
    ready; 0 while they are not.
    """

    postgres_port: int = 0
    valkey_port: int = 0
    keeper: int = 0
    superuser_password: str = field(default_factory=_password)
    owner_password: str = field(default_factory=_password)
    application_password: str = field(default_factory=_password)
    valkey_password: str = field(default_factory=_password)
    secret_key: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    identity: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def application_url(self) -> str:
        """Where the web site and the workers connect; row-level security applies."""
        return self._postgres_url(APPLICATION_ROLE, self.application_password)

    @property
    def owner_url(self) -> str:
        """Where migrations, dumps and restores connect."""
        return self._postgres_url(OWNER_ROLE, self.owner_password)

    @property
    def superuser_url(self) -> str:
        """Where the roles are made; used by nothing else."""
        return self._postgres_url(SUPERUSER, self.superuser_password, database="postgres")

    @property
    def valkey_url(self) -> str:
        """Broker and cache."""
        return f"redis://:{self.valkey_password}@{HOST}:{self.valkey_port}/0"

    def _postgres_url(self, role: str, password: str, database: str = DATABASE) -> str:
        return f"postgresql://{role}:{password}@{HOST}:{self.postgres_port}/{database}"

    def with_free_ports(self) -> "State":
        """The same state, its ports replaced where somebody else listens on them by now."""
        return replace(
            self,
            postgres_port=usable_port(self.postgres_port),
            valkey_port=usable_port(self.valkey_port),
        )


def usable_port(wanted: int) -> int:
    """`wanted` if nothing listens there, else a free port; 0 asks for a free one."""
    for port in (wanted, 0):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise EmbeddedError(f"No free port on {HOST}.")


def read_state(directory: Path) -> State | None:
    """The remembered state, or None before the first start. A file that cannot be understood is an error, not a fresh start."""
    try:
        text = (directory / "state.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    try:
        return State(**json.loads(text))
    except (ValueError, TypeError) as error:
        raise EmbeddedError(
            f"{directory / 'state.json'} is damaged ({error}). Restore it, or move the folder away to begin anew."
        ) from error


def write_state(directory: Path, state: State) -> None:
    """Replace the file in one step; a reader sees the old or the new one, and only its owner sees either."""
    directory.mkdir(parents=True, exist_ok=True)
    draft = directory / f".state.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(asdict(state), stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(directory / "state.json")
