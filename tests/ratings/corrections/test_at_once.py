"""Several people correct at the same moment: every correction survives, or whoever is second is told."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection, connections

from clubs.models import Club
from clubs.tenancy.scope import club_scope, lock_ladder
from ratings.models import Correction
from ratings.selectors import get_ladder_state
from ratings.selectors.corrections import effects_of
from ratings.services.corrections import (
    CorrectionRefused,
    EffectsDiffer,
    apply_correction,
    applying,
    preview_correction,
    preview_undo,
    undo_correction,
)
from tests.ratings.corrections.scene import DRAW, KINDS, LOSS, latest_of, make_evenings, patched, rebuilt, result
from tests.ratings.stored import stored_ladder
from tournaments.domain.errors import CorrectionRefused as EventRefused
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def scene() -> tuple[Club, list[Event]]:
    return make_evenings()


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each gives back or raises, all begun together, each on a connection of its own."""
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return act()
        except (CorrectionRefused, EffectsDiffer, EventRefused) as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_two_games_of_one_event(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    actions = [patched(club, events[0], result(1, board, kind)) for board, kind in ((1, LOSS), (2, LOSS), (3, DRAW))]
    made = at_once(*(lambda action=action: apply_correction(club=club, action=action, by=None) for action in actions))
    assert all(isinstance(one, Correction) for one in made)
    _, record = latest_of(club, events[0])
    assert [pairing.result for pairing in record.rounds[0].pairings] == [LOSS, LOSS, DRAW]
    assert stored_ladder(club) == rebuilt(club)
    assert len({one.build for one in made if isinstance(one, Correction)}) == 3


def test_the_same_game_one_is_told(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    actions = [patched(club, events[0], result(1, 1, kind)) for kind in (LOSS, DRAW)]
    made = at_once(*(lambda action=action: apply_correction(club=club, action=action, by=None) for action in actions))
    assert sorted(type(one).__name__ for one in made) == ["Correction", "CorrectionRefused"]
    assert stored_ladder(club) == rebuilt(club)


def test_of_two_who_saw_a_preview_the_second_sees_another(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    actions = [KINDS["result"](club, events), KINDS["dates"](club, events)]
    shown = [preview_correction(club=club, action=action, by=None) for action in actions]
    made = at_once(
        *(
            lambda action=action, effects=effects: apply_correction(club=club, action=action, by=None, expected=effects.digest)
            for action, effects in zip(actions, shown, strict=True)
        )
    )
    assert sorted(type(one).__name__ for one in made) == ["Correction", "EffectsDiffer"]
    differ = next(one for one in made if isinstance(one, EffectsDiffer))
    later = actions[made.index(differ)]
    correction = apply_correction(club=club, action=later, by=None, expected=differ.effects.digest)
    assert effects_of(correction) == differ.effects
    assert stored_ladder(club) == rebuilt(club)


def test_one_correction_undone_twice_at_once_is_undone_once(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    before = stored_ladder(club)
    correction = apply_correction(club=club, action=KINDS["result"](club, events), by=None)
    made = at_once(*[lambda: undo_correction(club=club, correction=correction, by=None)] * 2)
    assert sorted(getattr(one, "code", "undone") for one in made) == ["already_undone", "undone"]
    assert stored_ladder(club) == before


def test_previews_beside_corrections_leave_nothing(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    first = apply_correction(club=club, action=KINDS["order"](club, events), by=None)
    acts: list[Callable[[], object]] = [lambda: preview_undo(club=club, correction=first, by=None)] * 3
    acts += [partial(preview_correction, club=club, action=KINDS[kind](club, events), by=None) for kind in ("removed", "byes")]
    acts += [lambda: apply_correction(club=club, action=KINDS["forfeit"](club, events), by=None)]
    made = at_once(*acts)
    assert not [one for one in made if isinstance(one, Exception)]
    with club_scope(club):
        assert Correction.objects.filter(club=club).count() == 2
    assert get_ladder_state(club).fresh
    assert stored_ladder(club) == rebuilt(club)


def test_a_preview_notifies_nobody_and_a_correction_does(scene: tuple[Club, list[Event]]) -> None:
    club, events = scene
    with connection.cursor() as cursor:
        cursor.execute("LISTEN rookery_ladder")
    listening = connection.connection
    at_once(lambda: preview_correction(club=club, action=KINDS["result"](club, events), by=None))
    assert list(listening.notifies(timeout=0.2)) == []
    at_once(lambda: apply_correction(club=club, action=KINDS["result"](club, events), by=None))
    assert [notice.channel for notice in listening.notifies(timeout=30, stop_after=1)] == ["rookery_ladder"]
    with connection.cursor() as cursor:
        cursor.execute("UNLISTEN *")


def test_a_lock_that_is_not_to_be_had_is_told(scene: tuple[Club, list[Event]], monkeypatch: pytest.MonkeyPatch) -> None:
    club, events = scene
    monkeypatch.setattr(applying, "LOCK_PATIENCE", 0.1)
    before = stored_ladder(club)
    with club_scope(club) as cursor:
        lock_ladder(cursor, club)
        (refused,) = at_once(lambda: apply_correction(club=club, action=KINDS["removed"](club, events), by=None))
    assert isinstance(refused, CorrectionRefused)
    assert (refused.code, stored_ladder(club)) == ("busy", before)
