"""What tests of running and stopping share: looking for processes, and an ordinary account."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from config.processes import command_line, is_running

PROJECT = Path(__file__).resolve().parents[2]
NOBODY = 65534
PACKAGES = sysconfig.get_path("purelib")


def processes_mentioning(text: str) -> set[int]:
    """All running processes whose command line or working folder holds the text, this one excepted."""
    found = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        pid = int(entry.name)
        try:
            folder = os.readlink(entry / "cwd")
            environment = (entry / "environ").read_bytes().decode(errors="replace")
        except OSError:
            folder = environment = ""
        if (text in command_line(pid) or text in folder or text in environment) and is_running(pid):
            found.add(pid)
    return found


def as_ordinary_user(command: list[str]) -> list[str]:
    """The command under an account without rights, if this is root; otherwise as it is."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]


def python_for_everybody() -> str | None:
    """A Python of this version that the ordinary account can run, or None."""
    candidates = [sys.executable, f"/usr/bin/python3.{sys.version_info.minor}", f"/usr/local/bin/python3.{sys.version_info.minor}"]
    for python in candidates:
        command = as_ordinary_user(
            ["env", f"PYTHONPATH={PACKAGES}", python, "-c", "import os, sys, psycopg, redis; os.stat(sys.executable)"]
        )
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return python
    return None


@contextmanager
def open_folder() -> Iterator[Path]:
    """A temporary folder that every account may enter. pytest's own are closed, which for root is a case of its own."""
    with TemporaryDirectory(prefix="rookery-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
