"""Corrections fired at once from parallel connections, replays beside one another, and an observer who looks all the while.

The observer shares no code with the replay (`tests/ratings/observer.py`). Whenever the ladder says that it is fresh it must be right; when
all is done it must be fresh.
"""

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import psycopg
from django.db import DatabaseError, connections

from clubs.models import Club
from ratings.services import replay_ladder
from tests.ratings import observer
from tests.ratings.builder import DAY, new_club, new_event, new_players
from tournaments.domain.results import ResultKind
from tournaments.models import Event

CORRECTIONS = 20
RESULTS = (ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN, ResultKind.WHITE_FORFEIT_WIN)


def connect(alias: str) -> "psycopg.Connection[tuple[object, ...]]":
    """A connection of its own, as psql would make one."""
    settings = connections[alias].settings_dict
    return psycopg.connect(
        host=settings["HOST"], port=settings["PORT"], user=settings["USER"], password=settings["PASSWORD"], dbname=settings["NAME"]
    )


@dataclass
class Verdicts:
    """How often the observer saw a ladder that said that it was fresh, and what was wrong with it then."""

    fresh: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass
class Race:
    """One club under fire; `expected` is how a replay may fail, to be made again."""

    seed: int = 1
    club: Club = field(default_factory=new_club)
    events: list[Event] = field(default_factory=list)
    verdicts: Verdicts = field(default_factory=Verdicts)
    over: threading.Event = field(default_factory=threading.Event)
    expected: type[Exception] = DatabaseError

    def __post_init__(self) -> None:
        chance = random.Random(self.seed)
        players = new_players(self.club, 8)
        for number in range(12):
            pairs = [chance.sample(players, 2) for _ in range(6)]
            boards = [(white, black, chance.choice(RESULTS)) for white, black in pairs]
            self.events.append(new_event(self.club, boards, on=DAY + timedelta(days=number)))
        replay_ladder(club=self.club)

    def run(self, *, seconds: float, replayers: int = 2) -> Verdicts:
        """Waves of corrections until the time is over or the observer has seen something wrong."""
        ends = time.monotonic() + seconds
        threads = [threading.Thread(target=self._replay_on) for _ in range(replayers)]
        threads.append(threading.Thread(target=self._observe_on))
        for thread in threads:
            thread.start()
        try:
            with ThreadPoolExecutor(CORRECTIONS) as pool, self._connections() as hands:
                chance = random.Random(self.seed)
                while time.monotonic() < ends and not self.verdicts.wrong:
                    orders = [(hand, chance.randrange(1 << 30), chance.random() * 0.05) for hand in hands]
                    list(pool.map(lambda order: self._correct(*order), orders))
                    self._wait_until_fresh()
        finally:
            self.over.set()
            for thread in threads:
                thread.join()
        return self.verdicts

    @contextmanager
    def _connections(self) -> "Iterator[list[psycopg.Connection[tuple[object, ...]]]]":
        hands = [connect("default") for _ in range(CORRECTIONS)]
        yield hands
        for hand in hands:
            hand.close()

    def _correct(self, hand: "psycopg.Connection[tuple[object, ...]]", number: int, delay: float) -> None:
        """One correction, in a transaction of its own, at some moment of the wave."""
        chance = random.Random(number)
        event = chance.choice(self.events)
        time.sleep(delay)
        with hand.transaction():
            hand.execute("SELECT set_config('rookery.club', %s, true)", [str(self.club.pk)])
            if chance.random() < 0.7:
                hand.execute(
                    "UPDATE tournaments_game SET result = %s WHERE version_id = %s AND round = %s",
                    [chance.choice(RESULTS).value, event.rated_version_id, chance.randint(1, 6)],
                )
            elif chance.random() < 0.5:
                on = DAY + timedelta(days=chance.randint(0, 12))
                hand.execute("UPDATE tournaments_eventversion SET starts_on = %s, ends_on = %s WHERE event_id = %s", [on, on, event.pk])
            else:
                hand.execute(
                    "UPDATE tournaments_event SET removed_at = CASE WHEN removed_at IS NULL THEN now() END WHERE id = %s", [event.pk]
                )

    def _replay_on(self) -> None:
        """What a worker or a sweeper does, without a pause. Where a guard is off, a replay may also break on what it reads."""
        try:
            while not self.over.is_set():
                try:
                    replay_ladder(club=self.club)
                except self.expected:
                    connections["default"].close()
                time.sleep(0.002)
        finally:
            connections.close_all()

    def _observe_on(self) -> None:
        with connect("owner") as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            while not self.over.is_set():
                self._observe(connection)

    def _observe(self, connection: "psycopg.Connection[tuple[object, ...]]") -> None:
        with connection.transaction(), connection.cursor() as cursor:
            if observer.says_fresh(cursor, self.club.pk):
                self.verdicts.wrong += observer.faults(cursor, self.club.pk)
                self.verdicts.fresh += 1

    def _wait_until_fresh(self) -> None:
        """Until the observer has judged one more fresh ladder."""
        seen, patience = self.verdicts.fresh, time.monotonic() + 60
        while self.verdicts.fresh <= seen + 1 and not self.verdicts.wrong:
            assert time.monotonic() < patience, "the ladder was not brought up to date"
            time.sleep(0.002)


def slowly(function: Callable[..., object], seconds: float) -> Callable[..., object]:
    """The same function, later: races get the time to happen."""

    def later(*args: object, **kwargs: object) -> object:
        time.sleep(seconds)
        return function(*args, **kwargs)

    return later
