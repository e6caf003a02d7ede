"""The tables of short forms are read once, before tests that have little time for each example."""

import pytest

from players.domain.matching.shortened import is_given_name


@pytest.fixture(scope="session", autouse=True)
def tables() -> None:
    is_given_name("nadia")
