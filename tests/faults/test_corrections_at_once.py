"""Twenty corrections at once: never wrong while it says fresh. And each of the three guards is needed."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connections
from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.services import figures, replay
from ratings.services.sources import Sources, read_sources
from ratings.services.statement import LOOK
from tests.faults.race import Race, slowly

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]


@pytest.fixture(autouse=True)
def _time_for_races(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "compute_figures", slowly(figures.compute_figures, 0.005))


def test_a_ladder_that_says_fresh_is_right() -> None:
    verdicts = Race().run(seconds=8)
    assert verdicts.wrong == []
    assert verdicts.fresh > 20


@pytest.fixture
def _no_triggers() -> Iterator[None]:
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_game DISABLE TRIGGER USER")
        yield
        cursor.execute("ALTER TABLE tournaments_game ENABLE TRIGGER USER")


@pytest.mark.usefixtures("_no_triggers")
def test_without_the_triggers_it_is_wrong() -> None:
    assert Race().run(seconds=15).wrong


def test_with_the_read_split_in_two_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "take_sources", take_in_two_steps)
    assert Race(expected=Exception).run(seconds=15).wrong


def test_without_the_lock_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "lock_ladder", lambda cursor, club: None)
    assert Race(expected=Exception).run(seconds=15, replayers=4).wrong


def take_in_two_steps(cursor: CursorWrapper, club: Club, expect: Callable[[int], None]) -> Sources:
    """The same statement without its DELETE, and the DELETE as the next statement: two snapshots."""
    sources = read_sources(cursor, club, LOOK)
    cursor.execute("DELETE FROM ratings_ladderedit WHERE club_id = %s", [club.pk])
    return sources
