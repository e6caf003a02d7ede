"""A share in the embedded servers, held as a lock on a file for as long as the process lives."""

import fcntl
import os
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from config.embedded.postgres import tail
from config.embedded.state import EmbeddedError, State, read_state, write_state

_PROJECT = Path(__file__).resolve().parents[2]
_PATIENCE = 120.0


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
        if not keeper_is_running(directory):
            _start_keeper(directory, durable=durable)
        state = read_state(directory)
        if state is None:
            raise EmbeddedError(f"{directory / 'state.json'} vanished while the servers were starting.")
    except BaseException:
        os.close(share)
        raise
    finally:
        os.close(start)
    return Lease(state, share)


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


def wait_for_end(directory: Path, seconds: float = 30) -> bool:
    """Whether the keeper of this folder has ended within the time; False while others hold a share."""
    deadline = time.monotonic() + seconds
    while keeper_is_running(directory):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _start_keeper(directory: Path, *, durable: bool) -> None:
    """Start a keeper of its own session and wait until it says that both servers answer."""
    write_state(directory, replace(read_state(directory) or State(), keeper=0))
    command = [sys.executable, "-m", "config.embedded", "keep", str(directory), *([] if durable else ["--fast"])]
    log = directory / "keeper.log"
    with log.open("wb") as stream:
        keeper = subprocess.Popen(command, cwd=_PROJECT, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, start_new_session=True)
    deadline = time.monotonic() + _PATIENCE
    while (state := read_state(directory)) is None or state.keeper != keeper.pid:
        if keeper.poll() is not None:
            raise EmbeddedError(tail(log, 30))
        if time.monotonic() > deadline:
            keeper.kill()
            raise EmbeddedError(f"The servers in {directory} did not start within {_PATIENCE:.0f} seconds.")
        time.sleep(0.03)
