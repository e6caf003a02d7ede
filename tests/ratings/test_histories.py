"""On any history, step by step: the incremental ladder is the one from the start, and the one of the independent observer.

Checkpoints stand every three events here, so that small histories have some, and most steps fall between two of them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import models
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.domain import places
from ratings.models import LadderOpening, LadderRules
from ratings.selectors import get_ladder_state
from ratings.services import audit_ladder, replay_ladder, request_rebuild
from tests.ratings import observer
from tests.ratings.builder import Board, new_club, new_event, new_players, publish
from tests.ratings.stored import stored_ladder
from tournaments.domain.results import ResultKind
from tournaments.models import EntryLink, Event, EventVersion, Game

DAYS = st.integers(0, 12).map(lambda days: date(2026, 1, 1) + timedelta(days=days))
KINDS = st.sampled_from([*ResultKind] + [ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN] * 6)
PLAYERS = 6

Undo = Callable[[], object]


@pytest.fixture(autouse=True, scope="module")
def _checkpoints_close_together() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "EVERY", 3)
        patch.setattr(places, "_CLOSE", 2)
        yield


def nothing() -> None:
    """Undoes nothing."""


class History:
    """A club under change; every step picks among what there is by number, so that any sequence of steps makes sense.

    A step returns what undoes it.
    """

    def __init__(self) -> None:
        self.club: Club = new_club()
        self.players: list[Player] = new_players(self.club, PLAYERS)
        self.events: list[Event] = []

    def boards(self, draw: st.DrawFn) -> list[Board]:
        boards: list[Board] = []
        for _ in range(draw(st.integers(1, 5))):
            one, other = draw(st.permutations(range(PLAYERS)))[:2]
            kind = draw(KINDS)
            boards.append((self.players[one], None if kind.is_bye else self.players[other], kind))
        return boards

    def add_event(self, draw: st.DrawFn) -> Undo:
        on, length = draw(DAYS), draw(st.sampled_from([0, 0, 0, 4]))
        flags = draw(st.sampled_from([{}, {}, {}, {"rated": False}, {"finished": False}, {"variant": "bughouse"}]))
        until, order = on + timedelta(days=length), draw(st.integers(0, 2))
        event = new_event(self.club, self.boards(draw), on=on, until=until, order=order, **flags)  # type: ignore[arg-type]
        self.events.append(event)
        return lambda: Event.objects.filter(pk=event.pk).update(removed_at=timezone.now())

    def publish_again(self, draw: st.DrawFn) -> Undo:
        if not self.events:
            return nothing
        event = Event.objects.get(pk=draw(st.sampled_from(self.events)).pk)
        before = {"latest_id": event.latest_id, "rated_version_id": event.rated_version_id}
        publish(self.club, event, self.boards(draw), on=draw(DAYS), decided=draw(st.booleans()), finished=draw(st.booleans()))
        return lambda: Event.objects.filter(pk=event.pk).update(**before)

    def redate(self, draw: st.DrawFn) -> Undo:
        if not self.events:
            return nothing
        version = Event.objects.get(pk=draw(st.sampled_from(self.events)).pk).rated_version_id
        on = draw(DAYS)
        return change(EventVersion, version, starts_on=on, ends_on=on + timedelta(days=draw(st.integers(0, 3))))

    def reorder(self, draw: st.DrawFn) -> Undo:
        return change(Event, draw(st.sampled_from(self.events)).pk, order_in_date=draw(st.integers(-2, 3))) if self.events else nothing

    def remove_or_restore(self, draw: st.DrawFn) -> Undo:
        removed_at = draw(st.sampled_from([None, timezone.now()]))
        return change(Event, draw(st.sampled_from(self.events)).pk, removed_at=removed_at) if self.events else nothing

    def correct(self, draw: st.DrawFn) -> Undo:
        games = list(Game.objects.filter(club=self.club, black__isnull=False).order_by("pk").values_list("pk", flat=True))
        return change(Game, draw(st.sampled_from(games)), result=draw(KINDS.filter(lambda kind: not kind.is_bye))) if games else nothing

    def relink(self, draw: st.DrawFn) -> Undo:
        links = list(EntryLink.objects.filter(club=self.club, undone_at=None).order_by("pk").values_list("pk", flat=True))
        if not links:
            return nothing
        link = draw(st.sampled_from(links))
        if draw(st.booleans()):
            return change(EntryLink, link, player_id=draw(st.sampled_from(self.players)).pk)
        return change(EntryLink, link, undone_at=timezone.now())

    def merge(self, draw: st.DrawFn) -> Undo:
        """Always into an earlier player, so that no circle can arise."""
        into, absorbed = sorted(draw(st.permutations(range(PLAYERS)))[:2])
        again = self._separate(self.players[absorbed])
        merged = PlayerMerge.objects.create(club=self.club, absorbed=self.players[absorbed], into=self.players[into])
        return lambda: (merged.delete(), again())

    def unmerge(self, draw: st.DrawFn) -> Undo:
        return self._separate(draw(st.sampled_from(self.players)))

    def _separate(self, player: Player) -> Undo:
        merge = PlayerMerge.objects.filter(club=self.club, absorbed=player, undone_at=None).first()
        return change(PlayerMerge, merge.pk, undone_at=timezone.now()) if merge else nothing

    def know(self, draw: st.DrawFn) -> Undo:
        start, games = draw(st.sampled_from([(None, None), (10000, None), (15000, 3), (21000, 30), (None, 8)]))
        return change(Player, draw(st.sampled_from(self.players)).pk, start_rating=start, start_games=games)

    def rule(self, draw: st.DrawFn) -> Undo:
        since = draw(st.none() | DAYS)
        figures = {"k_new": draw(st.sampled_from([30, 40])), "provisional_games": draw(st.integers(0, 5)), "start": 12000}
        before = LadderRules.objects.filter(club=self.club, since=since).first()
        row, _ = LadderRules.objects.update_or_create(club=self.club, since=since, defaults=figures)
        return before.save if before else row.delete

    def open(self, draw: st.DrawFn) -> Undo:
        before = LadderOpening.objects.filter(club=self.club).first()
        as_of = draw(st.none() | DAYS)
        if as_of is None:
            LadderOpening.objects.filter(club=self.club).delete()
        else:
            LadderOpening.objects.update_or_create(club=self.club, defaults={"as_of": as_of})

        def undo() -> None:
            LadderOpening.objects.filter(club=self.club).delete()
            if before:
                LadderOpening.objects.create(club=self.club, as_of=before.as_of)

        return undo


def change(model: type[models.Model], pk: int | None, **values: Any) -> Undo:
    """An UPDATE of one row; what undoes it gives back the values that it had."""
    row = model._default_manager.filter(pk=pk)
    before = row.values(*values).first()
    row.update(**values)
    return lambda: model._default_manager.filter(pk=pk).update(**(before or values))


Step = Callable[[History, st.DrawFn], Undo]

STEPS: list[Step] = [
    History.add_event,
    History.add_event,
    History.publish_again,
    History.redate,
    History.reorder,
    History.remove_or_restore,
    History.correct,
    History.relink,
    History.merge,
    History.unmerge,
    History.know,
    History.rule,
    History.open,
]
slow = [HealthCheck.too_slow, HealthCheck.data_too_large]


def assert_right(club: Club) -> None:
    """Byte for byte what a replay from nothing gives, and what the observer computes who shares no code with it."""
    audit = audit_ladder(club=club)
    assert (audit.compared, audit.events, audit.players) == (True, (), ())  # steps undo links beside the services, which point to versions
    with club_scope(club) as cursor:
        assert observer.says_fresh(cursor, club.pk)
        assert observer.faults(cursor, club.pk) == []


@contextmanager
def a_history(draw: st.DrawFn, most: int) -> Iterator[History]:
    """A club with events and its ladder, and a scope of it."""
    history = History()
    with club_scope(history.club):
        for _ in range(draw(st.integers(1, most))):
            history.add_event(draw)
        replay_ladder(club=history.club)
        yield history


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.timeout(900)
@settings(max_examples=300, deadline=None, suppress_health_check=slow)
@given(st.data())
def test_after_every_few_steps_the_ladder_is_right(data: st.DataObject) -> None:
    draw: st.DrawFn = data.draw  # type: ignore[assignment]
    with a_history(draw, 7) as history:
        for _ in range(draw(st.integers(1, 3))):
            for step in draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=3)):
                step(history, draw)
            replay_ladder(club=history.club)
            assert_right(history.club)


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.timeout(900)
@settings(max_examples=200, deadline=None, suppress_health_check=slow)
@given(st.data())
def test_doing_and_undoing_returns_every_byte(data: st.DataObject) -> None:
    draw: st.DrawFn = data.draw  # type: ignore[assignment]
    with a_history(draw, 7) as history:
        stood = stored_ladder(history.club)
        undo = [step(history, draw) for step in draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=2))]
        replay_ladder(club=history.club)
        for each in reversed(undo):
            each()
        replay_ladder(club=history.club)
        assert stored_ladder(history.club) == stood
        assert_right(history.club)


@pytest.mark.django_db
def test_a_rebuild_writes_nothing() -> None:
    club = new_club()
    players = new_players(club, 4)
    for day in range(10):
        new_event(club, [(players[day % 4], players[(day + 1) % 4], ResultKind.WHITE_WIN)], on=date(2026, 1, 1 + day))
    replay_ladder(club=club)
    stands = stored_ladder(club)
    request_rebuild(club=club, by=None)
    build = replay_ladder(club=club)
    assert (build.whole, build.written, build.revision) == (True, 0, None)
    assert stored_ladder(club) == stands
    assert get_ladder_state(club).fresh
