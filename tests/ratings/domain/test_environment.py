"""The same figures whatever the machine: time zone, language, seed of hashing, and the order in which events are handed in."""

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import pytest

from bench.evenings import evenings
from ratings.domain.replay import Marks, replay
from ratings.domain.rules import RuleBook
from ratings.domain.timeline import RatedEvent
from tests.config.processes import PROJECT
from tests.ratings.domain.replaying import changes_of
from tournaments.domain.results import ResultKind

POINTS = {ResultKind.WHITE_WIN: 2, ResultKind.DRAW: 1, ResultKind.BLACK_WIN: 0}
ENVIRONMENTS = [
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "0"},
    {"TZ": "America/Los_Angeles", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"TZ": "Asia/Jerusalem", "LANG": "he_IL.UTF-8", "PYTHONHASHSEED": "4294967295"},
]


def digest(seed: int = 0) -> str:
    """Every figure of a club of forty evenings, as one line; `seed` shuffles what is handed in."""
    events = []
    for number, evening in enumerate(evenings(40, players=40), 1):
        position = (evening.day, 0, number)
        games = [(white, black, POINTS[result]) for boards in evening.rounds for white, black, result in boards]
        Random(seed).shuffle(games)
        events.append(RatedEvent.of(number, position, position, games, evening.present))
    Random(seed).shuffle(events)
    changes = changes_of(events, {}, {}, RuleBook())
    folded = replay(reversed(changes), {}, {}, RuleBook(), Marks([26]))
    told = [changes, sorted(folded.tallies.items()), folded.checkpoints]
    return sha256(repr(told).encode()).hexdigest()


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_the_environment_does_not_matter(environment: dict[str, str]) -> None:
    command = [sys.executable, "-c", "from tests.ratings.domain.test_environment import digest; print(digest())"]
    answer = subprocess.run(command, cwd=PROJECT, env={**os.environ, **environment}, check=True, capture_output=True, text=True)
    assert answer.stdout.strip() == digest()


def test_the_order_in_which_events_and_games_are_handed_in_does_not_matter() -> None:
    assert {digest(seed) for seed in range(5)} == {digest()}
