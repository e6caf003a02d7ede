"""A share in the embedded servers, held as a lock on a file for as long as the process lives."""

import fcntl
import os
import select
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from config.embedded.postgres import answers, tail
from config.embedded.state import HOST, EmbeddedError, State, read_state

_PROJECT = Path(__file__).resolve().parents[2]
_PATIENCE = 120.0
_NOTICE = 2.0  # seconds within which a keeper notices that the last share is gone


@dataclass(frozen=True)
class Lease:
    """Running servers; they run at least until `release` or the end of the process."""

    state: State
    descriptor: int

    def release(self) -> None:
        """Give the share back; the keeper stops the servers if it was the last."""
        os.close(self.descriptor)


def acquire(directory: Path, *, durable: bool = True) -> Lease:
    """Take a share in the servers of `directory`, starting them if nobody has.

    Args:
        durable: False makes the servers fast and unsafe on power failure; only the first share decides.

    Raises:
        EmbeddedError: they could not be started.
    """
    directory.mkdir(parents=True, exist_ok=True)
    share = os.open(directory / "users.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    start = os.open(directory / "start.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(share, fcntl.LOCK_SH)  # waits while a keeper is stopping its servers
        fcntl.flock(start, fcntl.LOCK_EX)  # one starter at a time
        state = _ensure_running(directory, durable=durable)
    except BaseException:
        os.close(share)
        raise
    finally:
        os.close(start)
    return Lease(state, share)


def _ensure_running(directory: Path, *, durable: bool) -> State:
    """Servers that work: a keeper that is just being killed still holds its lock for a moment, so it is looked at twice.

    Valkey is not asked for an answer, so that a frozen one holds up only those who need it.
    """
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if not keeper_is_running(directory):
            _start_keeper(directory, durable=durable)
        state = read_state(directory)
        if state is not None and answers(state.application_url) and _listens(state.valkey_port) and keeper_is_running(directory):
            return state
        time.sleep(0.1)
    raise EmbeddedError(f"The embedded servers in {directory} do not answer; see the logs there.")


def _listens(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=1).close()
    except OSError:
        return False
    return True


def keeper_is_running(directory: Path) -> bool:
    """Whether a keeper holds the servers of this folder."""
    try:
        descriptor = os.open(directory / "keeper.lock", os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(descriptor)


def wait_for_end(directory: Path) -> bool:
    """Whether the keeper of this folder has ended; False as soon as it is clear that others hold a share."""
    deadline = time.monotonic() + _NOTICE
    while keeper_is_running(directory):
        state = read_state(directory)
        if state is not None and state.keeper and time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _start_keeper(directory: Path, *, durable: bool) -> None:
    """Start a keeper, no child of this process, and wait until it says that both servers answer or why they do not."""
    reading, writing = os.pipe()
    command = [
        sys.executable,
        "-m",
        "config.embedded",
        "keep",
        str(directory),
        "--announce",
        str(writing),
        *([] if durable else ["--fast"]),
    ]
    try:
        with (directory / "keeper.log").open("wb") as log:
            subprocess.run(
                command,
                cwd=_PROJECT,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=[writing],
            )
        os.close(writing)
        writing = -1
        answer = _read_to_end(reading)
    except subprocess.CalledProcessError:
        answer = tail(directory / "keeper.log", 30)
    finally:
        os.close(reading)
        if writing >= 0:
            os.close(writing)
    if answer != "ready":
        raise EmbeddedError(answer or tail(directory / "keeper.log", 30))


def _read_to_end(descriptor: int) -> str:
    """What comes through a pipe until its other end is closed."""
    deadline = time.monotonic() + _PATIENCE
    received = b""
    while select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
        part = os.read(descriptor, 65536)
        if not part:
            return received.decode(errors="replace").strip()
        received += part
    raise EmbeddedError(f"The embedded servers did not start within {_PATIENCE:.0f} seconds.")
