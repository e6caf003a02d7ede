"""A program with a token, for every test of the API."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tournaments.programs import Program


@pytest.fixture
def program(db: None) -> "Program":
    from tests.tournaments.programs import make_program  # models cannot be imported while pytest collects its plugins

    return make_program()
