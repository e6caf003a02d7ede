"""The replay in memory: its speed against a bare loop over the same games, and how much memory a million games take.

The games are those of `bench.evenings`, read as the database hands them over: evenings of two rounds, in which there is a player for
every game, and tournaments of nine rounds, in which there are nine games for every two players. The bare loop does to each game what no
replay can do without: look up the rating of either player, and add something to the sum of either. All are measured in time of the
processor, so that other programs on the machine do not count.
"""

import gc
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from time import process_time

from bench.evenings import GAMES, PLAYERS, Evening, evenings
from bench.figures import Figure, alternate, at_least, at_most
from ratings.domain.replay import replay
from ratings.domain.rules import RuleBook
from ratings.domain.timeline import RatedEvent
from tournaments.domain.results import ResultKind

EVENINGS = 3847  # 100,022 games
TOURNAMENTS = 556  # 100,080 games
MILLION = 38_462  # events

_POINTS = {ResultKind.WHITE_WIN: 2, ResultKind.DRAW: 1, ResultKind.BLACK_WIN: 0}


def measure(rounds: int) -> Iterator[Figure]:
    """Speed here, memory in a process of its own."""
    for name, events in (
        ("evenings of two rounds", rated_events(evenings(EVENINGS))),
        ("tournaments of nine rounds", rated_events(evenings(TOURNAMENTS, boards=20, rounds=9))),
    ):
        games = [(event.players[white], event.players[black], points) for event in events for white, black, points in event.games]
        floor, ours = alternate(rounds, partial(_bare_loop, games), partial(_replay, events))
        count = len(games)
        yield at_least(f"in memory, {count:,} games, {name}", count / ours, "games/s", 0.4, peer=count / floor, ratio=floor / ours)
    yield at_most(f"memory of a replay of {MILLION * GAMES:,} games", _memory_apart(), "MB", 1024)


def rated_events(played: Iterable[Evening]) -> list[RatedEvent]:
    """Each event as the replay gets it."""
    found = []
    for identity, evening in enumerate(played, 1):
        position = (evening.day, 0, identity)
        games = [(white, black, _POINTS[result]) for boards in evening.rounds for white, black, result in boards]
        found.append(RatedEvent.of(identity, position, position, games, evening.present))
    return found


def _bare_loop(games: list[tuple[int, int, int]]) -> float:
    ratings, sums = dict.fromkeys(range(PLAYERS), 12_000), dict.fromkeys(range(PLAYERS), 0)
    gc.collect()
    began = process_time()
    for white, black, points in games:
        _own, _opponent = ratings[white], ratings[black]
        sums[white] += points
        sums[black] -= points
    return process_time() - began


def _replay(events: list[RatedEvent]) -> float:
    gc.collect()
    began = process_time()
    changes = replay(events, {}, {}, RuleBook()).changes
    took = process_time() - began
    assert len(changes) == len(events)
    return took


def _memory_apart() -> float:
    """Megabytes at the most, events and changes together."""
    answer = subprocess.run([sys.executable, "-m", "bench.memory"], check=True, capture_output=True, text=True)
    return float(answer.stdout)


def _most_memory() -> float:
    """Replay a million games here, and say how large this process has become."""
    import resource

    replay(rated_events(evenings(MILLION)), {}, {}, RuleBook())
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    print(_most_memory())
