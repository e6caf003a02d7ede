from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tournaments.upload.arbiter import Arbiter


@pytest.fixture
def arbiter(db: None) -> "Arbiter":
    from tests.tournaments.upload.arbiter import Arbiter  # models cannot be imported before Django is ready

    return Arbiter()
