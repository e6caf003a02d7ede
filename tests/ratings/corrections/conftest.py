"""What most tests of corrections begin with."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from clubs.models import Club
    from tournaments.models import Event


@pytest.fixture
def scene(evenings: "tuple[Club, list[Event]]") -> "tuple[Club, list[Event]]":
    """A club and its four evenings."""
    return evenings


@pytest.fixture
def club(scene: "tuple[Club, list[Event]]") -> "Club":
    return scene[0]


@pytest.fixture
def event(scene: "tuple[Club, list[Event]]") -> "Event":
    """The first evening."""
    return scene[1][0]
