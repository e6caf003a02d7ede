"""The supervisor on small real programs: restarts, back-off, and nothing left behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config.processes import is_running, wait_until
from config.supervise.programs import Program
from config.supervise.supervisor import Supervisor
from tests.config.processes import PROJECT

pytestmark = [pytest.mark.servers]

_PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, file=open(sys.argv[1], "w"), flush=True)
time.sleep(600)
"""
_STUBBORN = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(sys.argv[1], "w").close()
time.sleep(600)
"""
_SUPERVISOR = """
import sys, time
from config.supervise.programs import Program
from config.supervise.supervisor import Supervisor
supervisor = Supervisor()
supervisor.start([Program("sleep", (sys.executable, "-c", "import time; time.sleep(600)"))])
print(supervisor.children[0].process.pid, flush=True)
time.sleep(600)
"""


def sleeper() -> Program:
    return Program("sleeper", (sys.executable, "-c", "import time; time.sleep(600)"))


def test_a_killed_program_is_started_again() -> None:
    supervisor = Supervisor()
    supervisor.start([sleeper()])
    first = supervisor.children[0].process.pid
    os.kill(first, signal.SIGKILL)

    def restarted() -> bool:
        supervisor.mend()
        return supervisor.children[0].process.pid != first

    assert wait_until(restarted, 60)
    second = supervisor.children[0].process.pid
    assert is_running(second)
    supervisor.stop()
    assert not is_running(second)


def test_a_program_that_cannot_start_is_tried_at_growing_intervals(capfd: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor()
    supervisor.start([Program("broken", (sys.executable, "-c", "raise SystemExit(3)"))])

    def three_failures() -> bool:
        supervisor.mend()
        return supervisor.children[0].pause >= 4

    assert wait_until(three_failures, 60)
    supervisor.stop()
    lines = capfd.readouterr().err.splitlines()
    assert lines == [f"broken ended with status 3; starting it again in {pause} s." for pause in (1, 2, 4)]


def test_stop_ends_children_of_children(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    supervisor = Supervisor()
    supervisor.start([Program("parent", (sys.executable, "-c", _PARENT, str(note)))])
    assert wait_until(lambda: note.exists() and note.read_text().endswith("\n"), 60)
    grandchild = int(note.read_text())
    assert is_running(grandchild)
    supervisor.stop()
    assert wait_until(lambda: not is_running(grandchild), 60)


@pytest.mark.slow
def test_a_program_that_ignores_sigterm_is_ended_by_force(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    supervisor = Supervisor()
    supervisor.start([Program("stubborn", (sys.executable, "-c", _STUBBORN, str(ready)))])
    assert wait_until(ready.exists, 60)
    pid = supervisor.children[0].process.pid
    supervisor.stop()
    assert not is_running(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's help is Linux's")
def test_kill_9_of_the_supervisor_ends_its_programs() -> None:
    with subprocess.Popen([sys.executable, "-c", _SUPERVISOR], cwd=PROJECT, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout is not None
        child = int(supervisor.stdout.readline())
        assert is_running(child)
        supervisor.kill()
    assert wait_until(lambda: not is_running(child), 60)
