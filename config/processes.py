"""Starting and stopping child processes so that none outlives the one that started it."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(signal_number: int, parent: int | None = None) -> None:
    """Have the kernel send `signal_number` to this process when the thread that started it ends. Linux only; elsewhere nothing.

    `parent` is the process expected to be alive: if it is gone already, this one ends at once.
    """
    if _libc is None:
        return
    _libc.prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def bound_to_parent(signal_number: int = signal.SIGTERM) -> Callable[[], None]:
    """A `preexec_fn` for a child that must not outlive this process."""
    parent = os.getpid()
    return lambda: die_with_parent(signal_number, parent)


def is_running(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not os.path.isdir("/proc/self")


def command_line(pid: int) -> str:
    """The command line of a process, or an empty string if it cannot be told."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as stream:
            return stream.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        pass
    with contextlib.suppress(OSError):
        answer = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)
        return answer.stdout
    return ""


def wait_until(condition: Callable[[], bool], seconds: float, step: float = 0.05) -> bool:
    """Whether the condition became true within the time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(step)
    return True


@contextlib.contextmanager
def ended_politely() -> Iterator[None]:
    """SIGTERM ends the block as Ctrl-C does, with everything that cleans up behind it. For the main thread."""

    def end(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def stop_group(child: "subprocess.Popen[bytes]", signal_number: int = signal.SIGTERM, patience: float = 10) -> None:
    """End a child that leads its own process group: politely first, then the whole group by force."""
    with contextlib.suppress(ProcessLookupError):
        child.send_signal(signal_number)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(patience)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
