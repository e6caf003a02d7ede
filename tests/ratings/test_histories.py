"""On any history, step by step: the incremental ladder is the one from the start, and the one of the independent observer."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.models import LadderRules
from ratings.selectors import get_ladder_state
from ratings.services import replay_ladder, request_rebuild
from tests.ratings import observer
from tests.ratings.builder import Board, new_club, new_event, new_players, publish
from tests.ratings.stored import stored_ladder
from tournaments.domain.results import ResultKind
from tournaments.models import EntryLink, Event, EventVersion, Game

DAYS = st.integers(0, 12).map(lambda days: date(2026, 1, 1) + timedelta(days=days))
KINDS = st.sampled_from([*ResultKind] + [ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN] * 6)
PLAYERS = 6


class History:
    """A club under change; every step picks among what there is by number, so that any sequence of steps makes sense."""

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

    def add_event(self, draw: st.DrawFn) -> None:
        on, length = draw(DAYS), draw(st.sampled_from([0, 0, 0, 4]))
        flags = draw(st.sampled_from([{}, {}, {}, {"rated": False}, {"finished": False}, {"variant": "bughouse"}]))
        until, order = on + timedelta(days=length), draw(st.integers(0, 2))
        self.events.append(new_event(self.club, self.boards(draw), on=on, until=until, order=order, **flags))  # type: ignore[arg-type]

    def publish_again(self, draw: st.DrawFn) -> None:
        if self.events:
            event = Event.objects.get(pk=draw(st.sampled_from(self.events)).pk)
            publish(self.club, event, self.boards(draw), on=draw(DAYS), decided=draw(st.booleans()), finished=draw(st.booleans()))

    def redate(self, draw: st.DrawFn) -> None:
        if self.events:
            on = draw(DAYS)
            chosen = EventVersion.objects.filter(event=draw(st.sampled_from(self.events)))
            chosen.update(starts_on=on, ends_on=on + timedelta(days=draw(st.integers(0, 3))))

    def reorder(self, draw: st.DrawFn) -> None:
        if self.events:
            Event.objects.filter(pk=draw(st.sampled_from(self.events)).pk).update(order_in_date=draw(st.integers(-2, 3)))

    def remove_or_restore(self, draw: st.DrawFn) -> None:
        if self.events:
            removed_at = draw(st.sampled_from([None, timezone.now()]))
            Event.objects.filter(pk=draw(st.sampled_from(self.events)).pk).update(removed_at=removed_at)

    def correct(self, draw: st.DrawFn) -> None:
        games = list(Game.objects.filter(club=self.club, black__isnull=False).order_by("pk"))
        if games:
            Game.objects.filter(pk=draw(st.sampled_from(games)).pk).update(result=draw(KINDS.filter(lambda kind: not kind.is_bye)))

    def relink(self, draw: st.DrawFn) -> None:
        links = list(EntryLink.objects.filter(club=self.club).order_by("pk"))
        if links:
            chosen = EntryLink.objects.filter(pk=draw(st.sampled_from(links)).pk)
            if draw(st.booleans()):
                chosen.update(player=draw(st.sampled_from(self.players)))
            else:
                chosen.update(undone_at=timezone.now())

    def merge(self, draw: st.DrawFn) -> None:
        """Always into an earlier player, so that no circle can arise."""
        into, absorbed = sorted(draw(st.permutations(range(PLAYERS)))[:2])
        PlayerMerge.objects.filter(absorbed=self.players[absorbed]).update(undone_at=timezone.now())
        PlayerMerge.objects.create(club=self.club, absorbed=self.players[absorbed], into=self.players[into])

    def unmerge(self, draw: st.DrawFn) -> None:
        chosen = draw(st.sampled_from(self.players))
        PlayerMerge.objects.filter(absorbed=chosen).update(undone_at=timezone.now())

    def know(self, draw: st.DrawFn) -> None:
        start = draw(st.sampled_from([None, 10000, 15000, 21000]))
        Player.objects.filter(pk=draw(st.sampled_from(self.players)).pk).update(start_rating=start)

    def rule(self, draw: st.DrawFn) -> None:
        since = draw(st.none() | DAYS)
        figures = {"k_new": draw(st.sampled_from([30, 40])), "provisional_games": draw(st.integers(0, 5)), "start": 12000}
        LadderRules.objects.update_or_create(club=self.club, since=since, defaults=figures)


STEPS: list[Callable[[History, st.DrawFn], None]] = [
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
]


@pytest.mark.django_db
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_after_every_few_steps_the_ladder_is_right(data: st.DataObject) -> None:
    draw: st.DrawFn = data.draw  # type: ignore[assignment]
    history = History()
    with club_scope(history.club):
        for _ in range(draw(st.integers(1, 4))):
            history.add_event(draw)
    replay_ladder(club=history.club)
    for _ in range(draw(st.integers(1, 6))):
        with club_scope(history.club) as cursor:
            for step in draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=3)):
                step(history, draw)
        replay_ladder(club=history.club)
        with club_scope(history.club) as cursor:
            assert observer.says_fresh(cursor, history.club.pk)
            assert observer.faults(cursor, history.club.pk) == []
    stands = stored_ladder(history.club)
    request_rebuild(club=history.club, by=None)
    build = replay_ladder(club=history.club)
    assert (build.whole, build.written) == (True, 0)
    assert stored_ladder(history.club) == stands
    assert get_ladder_state(history.club).fresh
