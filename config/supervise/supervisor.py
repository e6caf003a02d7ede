"""Runs programs, starts again what dies, stops everything."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.processes import bound_to_parent, stop_group
from config.supervise.programs import Program

PROJECT = Path(__file__).resolve().parents[2]
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0
_PROVEN_AFTER = 30.0  # a program that ran so long has not failed to start


@dataclass
class Child:
    """A started program: its process, when it was started, and how long to pause before starting it again."""

    program: Program
    process: "subprocess.Popen[bytes]"
    started: float
    pause: float = _FIRST_PAUSE
    restart_at: float | None = None


def start_program(program: Program, environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """Start a program as leader of its own process group; it dies with this process, whatever its end."""
    return subprocess.Popen(
        program.command,
        cwd=PROJECT,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=bound_to_parent(signal.SIGKILL),
    )


class Supervisor:
    """The programs of one site."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.environment = dict(os.environ if environment is None else environment)
        self.children: list[Child] = []

    def start(self, programs: list[Program]) -> None:
        """Start all of them without waiting for any."""
        for program in programs:
            self.children.append(Child(program, start_program(program, self.environment), time.monotonic()))

    def mend(self) -> None:
        """Start again what has died: after half a second, after twice as long each time, never later than after thirty seconds."""
        now = time.monotonic()
        for child in self.children:
            if child.restart_at is not None:
                if now >= child.restart_at:
                    child.process, child.started, child.restart_at = start_program(child.program, self.environment), now, None
            elif child.process.poll() is not None:
                self._bury(child, now)

    def _bury(self, child: Child, now: float) -> None:
        """End what is left of its group and set the time of the next start."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.process.pid, signal.SIGKILL)
        child.pause = _FIRST_PAUSE if now - child.started > _PROVEN_AFTER else min(child.pause * 2, _LONGEST_PAUSE)
        child.restart_at = now + child.pause
        status = child.process.returncode
        print(f"{child.program.name} ended with status {status}; starting it again in {child.pause:.0f} s.", file=sys.stderr, flush=True)

    def stop(self) -> None:
        """Ask all to end at once, then wait for each and end by force what stays."""
        for child in self.children:
            with contextlib.suppress(ProcessLookupError):
                child.process.send_signal(signal.SIGTERM)
        for child in self.children:
            stop_group(child.process)
        self.children = []
