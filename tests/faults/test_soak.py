"""The soak: whenever a ladder says that it is fresh it is right, whatever happens to it at once; and nobody sees a deadlock.

`make soak` runs it for longer: SOAK_SECONDS says how long.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.config.processes import open_folder
from tests.faults.soak.correcting import DEEDS
from tests.faults.soak.running import Soak
from tests.live import LiveStack, running_stack

pytestmark = [pytest.mark.slow, pytest.mark.servers, pytest.mark.timeout(7200)]

OBSERVATIONS = 20_000
SECONDS = float(os.environ.get("SOAK_SECONDS", "30"))


@pytest.fixture
def stack() -> Iterator[LiveStack]:
    """A site for each test: the positive control leaves clubs whose replay fails for good."""
    with open_folder() as folder, running_stack(folder / "var", ("worker", "sweeper")) as running:
        yield running


def test_never_wrong_while_fresh(stack: LiveStack, tmp_path: Path) -> None:
    outcome = Soak(stack, tmp_path).with_clubs(16).run(observations=OBSERVATIONS, seconds=SECONDS, most=SECONDS + 270)
    print(outcome.told())
    assert outcome.wrong == []
    assert outcome.of("database: ") == {}
    assert outcome.of("crashed: ") == {}
    assert outcome.failed == []
    assert outcome.counts["looks"] >= OBSERVATIONS
    assert outcome.counts["judged"] >= 500
    assert outcome.counts["killed: SIGKILL"] >= 3
    assert len(outcome.of("done: ")) == len({deed.__name__ for deed in DEEDS})


def test_without_the_triggers_the_observers_find_it_wrong(stack: LiveStack, tmp_path: Path) -> None:
    """The positive control of the observers."""
    soak = Soak(stack, tmp_path).with_clubs(6)
    tables = ("tournaments_event", "tournaments_eventversion", "tournaments_game")
    with psycopg.connect(stack.owner_url, autocommit=True) as owner:
        try:
            for table in tables:
                owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            assert soak.run(observations=OBSERVATIONS, seconds=180, most=180, quietly=False).wrong
        finally:
            for table in tables:
                owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
