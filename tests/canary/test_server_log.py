"""PostgreSQL's own log tells of statements that fail, and of no name that stood in them."""

from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from config.embedded import State, read_state
from tests.canary.birds import SCRIPTS, named_bird
from tests.canary.conftest import FIGURES
from tests.canary.judging import Record
from tests.canary.needles import Net

BIRDS = [named_bird("a minor", script) for script in SCRIPTS]
FAILING = (
    "INSERT INTO nest VALUES (%s, 1), (%s, 2)",  # the key is there already
    "INSERT INTO nest VALUES (%s, NULL), (%s, NULL)",
    "UPDATE nest SET name = %s, number = -1 WHERE name = %s",
)
ERRORS = {"duplicate key value", "null value in column", "new row for relation"}


@pytest.fixture
def server() -> State:
    state = read_state(Path(settings.VAR_DIR) / "embedded") if settings.EMBEDDED else None
    if state is None:
        pytest.skip("another server than the embedded one writes its log elsewhere")
    return state


def fail(url: str, *before: str) -> None:
    """Have each statement fail once with each name."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TEMPORARY TABLE nest (name text PRIMARY KEY, number int NOT NULL CHECK (number > 0))")
        for statement in before:
            connection.execute(statement.encode())
        for bird in BIRDS:
            for statement in FAILING:
                with pytest.raises(psycopg.errors.IntegrityError):
                    connection.execute(statement.encode(), [bird.name, bird.name])
                connection.execute("INSERT INTO nest VALUES (%s, 1) ON CONFLICT DO NOTHING", [bird.name])


@pytest.mark.parametrize("careless", [False, True], ids=["as it is set up", "if all was written"])
def test_an_error_of_the_database_is_logged_without_a_name(careless: bool, server: State, record_property: Record) -> None:
    log = Path(settings.VAR_DIR) / "embedded" / "postgres.log"
    start = log.stat().st_size
    if careless:
        fail(server.superuser_url, "SET log_error_verbosity = 'default'", "SET log_min_error_statement = error")
    else:
        fail(server.owner_url)
    said = log.read_bytes()[start:].decode()
    assert {each for each in ERRORS if said.count(each) >= len(BIRDS)} == ERRORS
    caught = Net({str(bird): [bird.name] for bird in BIRDS}).caught(said)
    figures = {"bytes": len(said), "leaks": len(caught), "heard": ["PostgreSQL's log"]}
    record_property(FIGURES, {"planted": len(BIRDS), "found": len(caught)} if careless else figures)
    assert caught == ({str(bird) for bird in BIRDS} if careless else set())
