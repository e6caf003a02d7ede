"""A club with four evenings, for every module that corrects them or looks at them."""

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoDbBlocker

if TYPE_CHECKING:
    from clubs.models import Club
    from tournaments.models import Event


@pytest.fixture(scope="module")
def _evenings_of_the_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> "Iterator[tuple[Club, list[Event]]]":
    from tests.once import made_once
    from tests.ratings.corrections.scene import make_evenings

    with made_once(django_db_blocker, make_evenings) as made:
        yield made


@pytest.fixture
def evenings(_evenings_of_the_module: "tuple[Club, list[Event]]", db: None) -> "tuple[Club, list[Event]]":
    """What `make_evenings` makes, made once a module, for tests whose transaction is rolled back.

    The next test makes the same revisions again of other things, so that pages kept of them must not be found.
    """
    from clubs.kept import KEPT

    KEPT.clear()
    return copy.deepcopy(_evenings_of_the_module)
