"""The process that owns both servers: it starts them, restarts one that dies, and stops them when nobody holds a share."""

import contextlib
import fcntl
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from config.embedded.account import Site, prepare_site
from config.embedded.postgres import clear_predecessor, ensure_cluster, start_postgres, stop_postgres
from config.embedded.roles import ensure_roles
from config.embedded.state import EmbeddedError, State, read_state, write_state
from config.embedded.valkey import start_valkey
from config.processes import stop_group

_BEAT_SECONDS = 0.2
_ATTEMPTS = 3  # a port found free can be taken before the server binds it


class Keeper:
    """Both servers of one folder."""

    def __init__(self, directory: Path, *, durable: bool) -> None:
        self.directory = directory
        self.durable = durable
        self.state = read_state(directory) or State()
        self.site: Site = prepare_site(directory, self.state.identity)
        self.postgres: subprocess.Popen[bytes] | None = None
        self.valkey: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start both servers, at other ports if the remembered ones are taken, and declare them ready."""
        write_state(self.directory, self.state)
        ensure_cluster(self.site, self.state)
        for attempt in range(_ATTEMPTS):
            clear_predecessor(self.site.cluster)  # while it shuts down its port looks taken, and everybody else goes on asking there
            self.state = self.state.with_free_ports()
            try:
                self._start_servers()
                break
            except EmbeddedError:
                self.stop()
                if attempt == _ATTEMPTS - 1:
                    raise
                self.state = replace(self.state, postgres_port=0, valkey_port=0)
        ensure_roles(self.state)
        self.state = replace(self.state, keeper=os.getpid())
        write_state(self.directory, self.state)

    def _start_servers(self) -> None:
        self.valkey = start_valkey(self.site, self.state, log=self.directory / "valkey.log")
        self.postgres = start_postgres(self.site, self.state, log=self.directory / "postgres.log", durable=self.durable)

    def mend(self) -> None:
        """Start again, at the same port, a server that has died."""
        if self.postgres is not None and self.postgres.poll() is not None:
            self.postgres = start_postgres(self.site, self.state, log=self.directory / "postgres.log", durable=self.durable)
        if self.valkey is not None and self.valkey.poll() is not None:
            self.valkey = start_valkey(self.site, self.state, log=self.directory / "valkey.log")

    def stop(self) -> None:
        """Stop both, if they run."""
        if self.valkey is not None:
            self.valkey.send_signal(signal.SIGCONT)
            stop_group(self.valkey)
        if self.postgres is not None and self.postgres.poll() is None:
            stop_postgres(self.postgres)
        self.postgres = self.valkey = None


def keep(directory: Path, *, durable: bool, announce: int) -> int:
    """Go on as a process of its own until the last share is given back or SIGTERM comes. Returns the exit status.

    "ready", or the reason of a failure, is written to the descriptor `announce`, which is then closed.
    """
    if os.fork():
        return 0  # nobody waits for the keeper, so it must not be anybody's child
    lock = os.open(directory / "keeper.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    shares = os.open(directory / "users.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    asked_to_stop = _note_signals()
    try:
        keeper = Keeper(directory, durable=durable)
        try:
            keeper.start()
            _say(announce, "ready")
            while not asked_to_stop() and not _last_share_is_gone(shares):
                time.sleep(_BEAT_SECONDS)
                keeper.mend()
        finally:
            write_state(directory, replace(keeper.state, keeper=0))
            keeper.stop()
    except (EmbeddedError, OSError) as error:
        _say(announce, str(error))
        return 1
    return 0


def _say(descriptor: int, text: str) -> None:
    """Tell the starter, who may be gone."""
    with contextlib.suppress(OSError):
        os.write(descriptor, text.encode())
        os.close(descriptor)


def _last_share_is_gone(shares: int) -> bool:
    """Take the lock of all shares: from then on a newcomer waits until this process has ended."""
    try:
        fcntl.flock(shares, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _note_signals() -> Callable[[], bool]:
    received: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda signal_number, _frame: received.append(signal_number))
    return lambda: bool(received)
