"""Running the soak on a site of real processes and adding up what they report."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from config.processes import bound_to_parent, stop_group
from config.supervise.supervisor import PROJECT
from tests.faults.soak.watcher import Watcher
from tests.live import LiveStack

CAST = ("observer", "observer", "corrector", "corrector", "corrector", "replayer", "replayer", "sweeper")
QUIET = 60.0  # seconds in which everything must be fresh when nobody corrects any more


@dataclass
class Outcome:
    """All reports together. `counts`: see `roles.py`; `seconds` of correcting; `settled` seconds until all was fresh after that."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0
    settled: float = 0.0
    failed: list[str] = field(default_factory=list)

    def of(self, start: str) -> dict[str, int]:
        """The counts whose name begins so, without that beginning."""
        return {name.removeprefix(start): count for name, count in sorted(self.counts.items()) if name.startswith(start)}

    def told(self) -> str:
        """A few lines."""
        done, refused = sum(self.of("done: ").values()), sum(self.of("refused: ").values())
        return (
            f"{self.counts['looks']} observations ({self.counts['judged']} different ladders, {self.counts['stale']} stale not counted) in "
            f"{self.seconds:.0f} s; {done} deeds done, {refused} refused with a reason; {self.counts['killed: SIGKILL']} replayers killed; "
            f"all fresh {self.settled:.1f} s after the last deed; wrong: {len(self.wrong)}\n{self.counts}"
        )


@dataclass
class Soak:
    """The cast on one site."""

    stack: LiveStack
    folder: Path
    clubs: list[int] = field(default_factory=list)

    def with_clubs(self, number: int) -> "Soak":
        """This soak, with so many new clubs."""
        subprocess.run(self._command("clubs", number), cwd=PROJECT, env=self.stack.environment, check=True, stdin=subprocess.DEVNULL)
        self.clubs = json.loads((self.folder / "clubs.json").read_text(encoding="utf-8"))
        return self

    def run(self, *, observations: int, seconds: float, most: float, quietly: bool = True) -> Outcome:
        """Until so many observations were made and so many seconds are over, or something is wrong; at most `most` seconds.

        With `quietly` all must be fresh and right after it.
        """
        began = time.monotonic()
        with self._running() as cast:
            while True:
                time.sleep(0.2)
                outcome = self._outcome()
                outcome.seconds = time.monotonic() - began
                enough = outcome.counts["looks"] >= observations and outcome.seconds >= seconds
                if enough or outcome.wrong or outcome.seconds > most:
                    break
                outcome.failed += [name for name, process in cast.items() if process.poll() not in (None, 0)]
                assert not outcome.failed, outcome.failed
            for name, process in cast.items():
                if name.startswith("corrector"):
                    stop_group(process)
            if quietly:
                outcome = self._settle(outcome)
        final = self._outcome()
        final.seconds, final.settled, final.failed = outcome.seconds, outcome.settled, outcome.failed
        return final

    def _settle(self, outcome: Outcome) -> Outcome:
        """Every club fresh and right, with nobody left who corrects."""
        began = time.monotonic()
        with psycopg.connect(self.stack.owner_url) as connection:
            left = set(self.clubs)
            while left and time.monotonic() - began < QUIET:
                watcher = Watcher(connection)
                for club in list(left):
                    looks = watcher.looks
                    watcher.look(club)
                    if watcher.looks > looks:
                        left.remove(club)
                outcome.wrong += watcher.wrong
                time.sleep(0.05)
        outcome.settled = time.monotonic() - began
        outcome.failed += [f"club {club} is still stale" for club in left]
        return outcome

    @contextmanager
    def _running(self) -> "Iterator[dict[str, subprocess.Popen[bytes]]]":
        cast: dict[str, subprocess.Popen[bytes]] = {}
        try:
            for number, role in enumerate(CAST):
                cast[f"{role}-{number}"] = subprocess.Popen(
                    self._command(role, number),
                    cwd=PROJECT,
                    env=self.stack.environment,
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                    preexec_fn=bound_to_parent(signal.SIGKILL),
                )
            yield cast
        finally:
            for process in cast.values():
                if process.poll() is None:
                    process.send_signal(signal.SIGTERM)
            for process in cast.values():
                stop_group(process)

    def _outcome(self) -> Outcome:
        outcome = Outcome()
        for file in self.folder.glob("*-*.json"):
            report = json.loads(file.read_text(encoding="utf-8"))
            outcome.counts.update(report["counts"])
            outcome.wrong += report["wrong"]
        return outcome

    def _command(self, role: str, number: int) -> list[str]:
        return [sys.executable, "-m", "tests.faults.soak", role, str(number), os.fspath(self.folder)]
