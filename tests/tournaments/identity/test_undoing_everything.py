"""Whatever is published, decided, joined, split, corrected and renamed: with all of it undone nothing has happened, byte for byte."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.once import made_once
from tests.tournaments.identity.desk import Desk, Step, make_small_club, state_of
from tournaments.domain.errors import TournamentError
from tournaments.models import EventVersion
from tournaments.selectors.decided_since import Side

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KINDS = ["link", "new", "merge", "merge", "merge", "unmerge", "split", "split", "correct", "publish", "rename", "know"]
STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 7), st.integers(0, 7)), min_size=2, max_size=5
)
CHEAP = settings(deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Club, list[EventVersion], dict[str, Any]]]:
    def make() -> tuple[Club, list[EventVersion], dict[str, Any]]:
        club = make_small_club()
        with club_scope(club):
            versions = list(EventVersion.objects.filter(club=club).order_by("pk"))
        return club, versions, state_of(club, versions)

    with made_once(django_db_blocker, make) as scene:
        yield scene


@settings(CHEAP, max_examples=350)
@example(steps=[("split", 3, 3), ("rename", 4, 1), ("merge", 3, 0)], seed=0).via("a new player who was renamed")
@given(steps=STEPS, seed=st.integers(0, 2**32))
def test_undone_backwards_also_what_was_undone(made: tuple[Club, list[EventVersion], dict[str, Any]], seed: int, steps: list[Step]) -> None:
    """Merges are undone with any answers about what was decided since, and the undoing of them is undone."""
    club, versions, before = made
    chance = Random(seed)
    with club_scope(club):
        beginning = transaction.savepoint()
        desk = Desk(club, answers=lambda _key: chance.choice([None, *Side]))
        for step in steps:
            desk.attempt(step)
        desk.check()
        for undo in reversed(desk.undoing):
            undo()
        assert state_of(club, versions) == before
        transaction.savepoint_rollback(beginning)


@settings(CHEAP, max_examples=350)
@example(steps=[("new", 5, 7), ("merge", 4, 1), ("split", 1, 6)], seed=0).via("a player made for a name that went elsewhere")
@given(steps=STEPS.map(lambda steps: [step for step in steps if step[0] not in {"unmerge", "rename", "know"}]), seed=st.integers(0, 2**32))
def test_undone_in_any_order(made: tuple[Club, list[EventVersion], dict[str, Any]], seed: int, steps: list[Step]) -> None:
    """What is refused because of something later is undone after that. What overwrites has but one order."""
    club, versions, before = made
    with club_scope(club):
        beginning = transaction.savepoint()
        desk = Desk(club)
        for step in steps:
            desk.attempt(step)
        desk.check()
        left = desk.undoing
        Random(seed).shuffle(left)
        while left:
            refused = [undo for undo in left if not attempted(undo)]
            assert len(refused) < len(left)
            left = refused
        assert state_of(club, versions) == before
        transaction.savepoint_rollback(beginning)


def attempted(undo: Any) -> bool:
    with suppress(TournamentError), transaction.atomic():
        undo()
        return True
    return False
