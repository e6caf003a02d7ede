"""The processes of the soak. Each goes on until SIGTERM and keeps what it has done in a file, as JSON, again and again."""

import json
import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.db import DatabaseError, connections

from clubs.models import Club
from clubs.stopping import StopFlag
from players.domain.errors import PlayerError
from ratings.domain import places
from ratings.domain.errors import RatingError
from ratings.selectors import list_stale_clubs
from ratings.services import BRIEF_PATIENCE, replay, replay_ladder
from ratings.services.corrections import EffectsDiffer
from ratings.sweeper import Sweeper
from tests.faults.soak.correcting import DEEDS, Arbiter
from tests.faults.soak.watcher import Watcher
from tournaments.domain.errors import TournamentError

REFUSALS = (TournamentError, RatingError, PlayerError, EffectsDiffer)
"""What a service says to a person, with a reason."""

DEATHS = 0.05  # of the replays of a replayer


@dataclass
class Report:
    """What is kept in the file."""

    file: Path
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    written: float = 0.0

    def write(self, *, now: bool = False) -> None:
        """At most a few times a second; whole or not at all."""
        if now or time.monotonic() - self.written > 0.3:
            self.written = time.monotonic()
            draft = self.file.with_suffix(".new")
            draft.write_text(json.dumps({"counts": self.counts, "wrong": self.wrong[:5]}), encoding="utf-8")
            draft.replace(self.file)


@dataclass
class Role:
    """A process with its number, its report, the clubs, and a flag that SIGTERM sets."""

    number: int
    report: Report
    clubs: list[int]
    stopping: StopFlag = field(default_factory=StopFlag)

    def observe(self) -> None:
        """Look at one club after the other, in any order, and judge whatever says that it is fresh."""
        chance = random.Random(self.number)
        with psycopg.connect(_address("owner")) as connection:
            watcher = Watcher(connection)
            while not self.stopping.is_set():
                for club in chance.sample(self.clubs, len(self.clubs)):
                    watcher.look(club)
                self.report.counts |= {"looks": watcher.looks, "stale": watcher.stale, "judged": watcher.judged}
                self.report.wrong = watcher.wrong
                self.report.write()

    def correct(self) -> None:
        """Correct something somewhere, with short pauses. What the database refuses, and no service has dealt with, reaches a person."""
        chance = random.Random(f"corrector {self.number} {time.time_ns()}")
        clubs = {club.pk: club for club in Club.objects.filter(pk__in=self.clubs)}
        while not self.stopping.is_set():
            deed = chance.choice(DEEDS)
            try:
                deed(Arbiter(clubs[chance.choice(self.clubs)], chance))
                self.report.counts[f"done: {deed.__name__}"] += 1
            except REFUSALS as refused:
                self.report.counts[f"refused: {getattr(refused, 'code', 'effects_differ')}"] += 1
            except DatabaseError as error:
                self.report.counts[f"database: {getattr(error.__cause__, 'sqlstate', None)} {type(error).__name__} in {deed.__name__}"] += 1
                connections.close_all()
            except Exception as error:  # a page that breaks
                self.report.counts[f"crashed: {type(error).__name__} in {deed.__name__}"] += 1
                traceback.print_exc()
            self.report.write()
            self.stopping.wait(chance.random() * 0.04)

    def replay(self) -> None:
        """Replay what is stale, without a pause, in a child that at times is killed in the middle of it; then another child goes on."""
        while not self.stopping.is_set():
            child = os.fork()
            if child == 0:
                _replay_until_killed(self.stopping)
                os._exit(0)
            _, status = os.waitpid(child, 0)
            if os.WIFSIGNALED(status):
                self.report.counts[f"killed: {signal.Signals(os.WTERMSIG(status)).name}"] += 1
            elif status:
                sys.exit("a replayer ended with an error")
            self.report.write()

    def sweep(self) -> None:
        """A sweeper that has no courier."""
        Sweeper(courier=None, stopping=self.stopping).run()


def _replay_until_killed(stopping: StopFlag) -> None:
    chance = random.Random(os.getpid())
    where = chance.choice(("compute_figures", "store_changes", "store_standings"))
    setattr(replay, where, _deadly(getattr(replay, where), chance))
    while not stopping.is_set():
        for stale in list_stale_clubs():
            try:
                replay_ladder(club=Club(pk=stale.club_id), patience=BRIEF_PATIENCE)
            except DatabaseError as error:
                if getattr(error.__cause__, "sqlstate", None) != "55P03":  # the lock is held: come back
                    raise
        stopping.wait(0.005)


def _deadly(function: Callable[..., Any], chance: random.Random) -> Callable[..., Any]:
    """The same function, after some milliseconds in which others may come in between; at times the process is killed just after it."""

    def later(*args: Any, **kwargs: Any) -> Any:
        time.sleep(chance.random() * 0.01)
        answer = function(*args, **kwargs)
        if chance.random() < DEATHS:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    return later


def _address(alias: str) -> str:
    settings = connections[alias].settings_dict
    return psycopg.conninfo.make_conninfo(
        host=settings["HOST"], port=settings["PORT"], user=settings["USER"], password=settings["PASSWORD"], dbname=settings["NAME"]
    )


ROLES = {"observer": Role.observe, "corrector": Role.correct, "replayer": Role.replay, "sweeper": Role.sweep}


def play(name: str, number: int, folder: Path) -> None:
    """One process, from its start to SIGTERM. Its replays make a checkpoint before every event, or clubs so small would have none."""
    places.EVERY = 1
    clubs = json.loads((folder / "clubs.json").read_text(encoding="utf-8"))
    role = Role(number, Report(folder / f"{name}-{number}.json"), clubs)
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: role.stopping.set())
    ROLES[name](role)
    role.report.write(now=True)
    sys.exit(0)
