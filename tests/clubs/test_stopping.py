"""A signal may come at any moment, also while its own flag is waited for."""

import os
import signal
import subprocess
import sys
import time

from clubs.stopping import StopFlag

PROGRAM = """
import signal
from clubs.stopping import StopFlag

flag = StopFlag()
signal.signal(signal.SIGTERM, lambda *_: flag.set())
print("ready", flush=True)
while not flag.wait(0):
    pass
"""


def test_a_flag_ends_the_wait_and_stays_raised() -> None:
    flag = StopFlag()
    assert (flag.is_set(), flag.wait(0)) == (False, False)
    flag.set()
    began = time.monotonic()
    assert (flag.is_set(), flag.wait(60)) == (True, True)
    assert time.monotonic() - began < 30


def test_without_it_the_time_passes() -> None:
    began = time.monotonic()
    assert StopFlag().wait(0.12) is False
    assert time.monotonic() - began >= 0.12


def test_a_signal_in_the_middle_of_waiting_is_no_deadlock() -> None:
    """Many times, because an Event is caught holding its lock only now and then."""
    for _ in range(10):
        with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE) as program:
            assert program.stdout is not None
            program.stdout.readline()
            os.kill(program.pid, signal.SIGTERM)
            assert program.wait(20) == 0
