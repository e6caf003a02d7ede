"""Corrections of the past: the ladder is what it would be had there never been a mistake, and undoing one returns every byte."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, PlayerMerge
from ratings.models import LadderBuild, LadderEdit
from ratings.services import replay_ladder, request_rebuild
from tests.ratings.builder import DAY, DRAW, LOSS, WIN, merge, new_club, new_event, new_players, publish
from tests.ratings.stored import Stored, ratings_of, stored_ladder
from tournaments.models import Event, EventVersion, Game

pytestmark = pytest.mark.django_db


def week(number: int) -> date:
    return DAY + timedelta(days=7 * number)


@pytest.fixture
def club() -> Club:
    return new_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return new_players(club, 5)


@pytest.fixture
def events(club: Club, players: list[Player]) -> list[Event]:
    """Four evenings of the same four people; the fifth plays on the last alone."""
    a, b, c, d, e = players
    made = [new_event(club, [(a, b, WIN), (c, d, DRAW), (a, c, LOSS), (b, d, WIN)], on=week(number)) for number in range(3)]
    made.append(new_event(club, [(a, e, WIN), (b, e, DRAW)], on=week(3)))
    replay_ladder(club=club)
    return made


def rebuilt(club: Club) -> Stored:
    request_rebuild(club=club, by=None)
    replay_ladder(club=club)
    return stored_ladder(club)


def test_a_corrected_result_replays_from_its_event_on(club: Club, events: list[Event]) -> None:
    before = stored_ladder(club)
    with club_scope(club):
        Game.objects.filter(version__event=events[1], round=1).update(result=LOSS)
    build = replay_ladder(club=club)
    assert build.since == (week(1), 0, events[1].pk)
    after = stored_ladder(club)
    assert [row == earlier for row, earlier in zip(after[0], before[0], strict=True)] == [True, False, False, False]
    assert after == rebuilt(club)


def test_correcting_it_back_returns_every_byte(club: Club, events: list[Event]) -> None:
    before = stored_ladder(club)
    for result in (LOSS, WIN):
        with club_scope(club):
            Game.objects.filter(version__event=events[0], round=1).update(result=result)
        replay_ladder(club=club)
    assert stored_ladder(club) == before


def test_an_event_moved_later_replays_from_where_it_was(club: Club, events: list[Event]) -> None:
    with club_scope(club):
        EventVersion.objects.filter(event=events[0]).update(starts_on=week(5), ends_on=week(5))
    assert replay_ladder(club=club).since == (week(0), 0, events[0].pk)
    assert stored_ladder(club) == rebuilt(club)


def test_an_event_moved_earlier_replays_from_where_it_is(club: Club, events: list[Event]) -> None:
    with club_scope(club):
        EventVersion.objects.filter(event=events[3]).update(starts_on=week(-5), ends_on=week(-5))
    assert replay_ladder(club=club).since == (week(-5), 0, events[3].pk)
    assert stored_ladder(club) == rebuilt(club)


def test_an_event_moved_twice_before_the_replay(club: Club, events: list[Event]) -> None:
    for on in (week(-5), week(9)):
        with club_scope(club):
            EventVersion.objects.filter(event=events[1]).update(starts_on=on, ends_on=on)
    assert replay_ladder(club=club).since == (week(1), 0, events[1].pk)
    assert stored_ladder(club) == rebuilt(club)


def test_removing_and_restoring_an_event(club: Club, players: list[Player], events: list[Event]) -> None:
    before = stored_ladder(club)
    with club_scope(club):
        Event.objects.filter(pk=events[3].pk).update(removed_at=timezone.now())
    replay_ladder(club=club)
    assert ratings_of(club, players[4]) == [None]
    with club_scope(club):
        Event.objects.filter(pk=events[3].pk).update(removed_at=None)
    replay_ladder(club=club)
    assert stored_ladder(club) == before


def test_deleting_an_event_for_good(club: Club, players: list[Player], events: list[Event]) -> None:
    with club_scope(club):
        Event.objects.filter(pk=events[0].pk).update(latest=None, rated_version=None)
        events[0].delete()
    replay_ladder(club=club)
    assert len(stored_ladder(club)[0]) == 3
    assert stored_ladder(club) == rebuilt(club)


def test_merging_and_unmerging_returns_every_byte(club: Club, players: list[Player], events: list[Event]) -> None:
    before = stored_ladder(club)
    merged = merge(club, players[4], players[3])
    assert replay_ladder(club=club).since == (week(0), 0, events[0].pk)
    assert ratings_of(club, players[4]) == [None]
    assert stored_ladder(club) == rebuilt(club)
    with club_scope(club):
        PlayerMerge.objects.filter(pk=merged.pk).update(undone_at=timezone.now())
    replay_ladder(club=club)
    assert stored_ladder(club) == before


@pytest.mark.parametrize("first", [0, 1])
def test_a_chain_of_merges_is_undone_in_any_order(club: Club, first: int) -> None:
    a, b, c, d = new_players(club, 4)
    new_event(club, [(a, d, WIN)], on=week(0))
    new_event(club, [(b, d, WIN)], on=week(1))
    new_event(club, [(c, d, WIN)], on=week(2))
    replay_ladder(club=club)
    before = stored_ladder(club)
    chain = [merge(club, a, b), merge(club, b, c)]
    replay_ladder(club=club)
    assert ratings_of(club, a, b) == [None, None]
    for merged in (chain[first], chain[1 - first]):
        with club_scope(club):
            PlayerMerge.objects.filter(pk=merged.pk).update(undone_at=timezone.now())
        replay_ladder(club=club)
        assert stored_ladder(club) == rebuilt(club)
    assert stored_ladder(club) == before


def test_unmerging_the_lower_end_of_a_chain_whose_top_has_no_name_in_the_edit(club: Club) -> None:
    """Undoing a → b names a and b, while their games stand under c: c is found as the root of b."""
    a, b, c, d = new_players(club, 4)
    new_event(club, [(a, d, WIN)], on=week(0))
    merged = merge(club, a, b)
    merge(club, b, c)
    replay_ladder(club=club)
    with club_scope(club):
        PlayerMerge.objects.filter(pk=merged.pk).update(undone_at=timezone.now())
    replay_ladder(club=club)
    assert ratings_of(club, a, b, c) == [12200, None, None]


def test_a_blitz_evening_inside_a_league_does_not_see_it(club: Club, players: list[Player]) -> None:
    a, b = players[:2]
    league = new_event(club, [(a, b, WIN)], on=week(0), until=week(8))
    blitz = new_event(club, [(a, b, WIN)], on=week(2))
    replay_ladder(club=club)
    assert ratings_of(club, a, b) == [12400, 11600]
    with club_scope(club):
        Game.objects.filter(version__event=blitz).update(result=DRAW)
    assert replay_ladder(club=club).since == (week(2), 0, blitz.pk)
    assert ratings_of(club, a, b) == [12200, 11800]
    with club_scope(club):
        EventVersion.objects.filter(event=league).update(ends_on=week(1))
    replay_ladder(club=club)
    assert stored_ladder(club) == rebuilt(club)


def test_an_event_switched_to_unrated_leaves_the_ladder(club: Club, players: list[Player], events: list[Event]) -> None:
    with club_scope(club):
        publish(club, Event.objects.get(pk=events[3].pk), [(players[0], players[4], WIN)], on=week(3), rated=False)
    replay_ladder(club=club)
    assert len(stored_ladder(club)[0]) == 3


def test_the_version_grows_with_every_replay_that_had_something_to_do(club: Club, players: list[Player], events: list[Event]) -> None:
    version = LadderBuild.objects.get(club=club).version
    build = replay_ladder(club=club)
    assert (build.version, build.edits, build.written) == (version, 0, 0)
    new_event(club, [(players[0], players[1], WIN)], rated=False)
    build = replay_ladder(club=club)
    assert (build.version, build.written) == (version + 1, 0)
    assert build.edits > 0
    assert not LadderEdit.objects.exists()


def test_another_algorithm_means_from_the_start(club: Club, events: list[Event]) -> None:
    LadderBuild.objects.update(algorithm=999)
    build = replay_ladder(club=club)
    assert (build.whole, build.since, build.written) == (True, None, 0)


def test_a_replay_touches_no_other_club(club: Club, players: list[Player], events: list[Event]) -> None:
    other = new_club()
    a, b = new_players(other, 2)
    new_event(other, [(a, b, WIN)])
    replay_ladder(club=club)
    assert stored_ladder(other) == ([], [])
    assert LadderEdit.objects.filter(club=other).exists()
    before = stored_ladder(club)
    replay_ladder(club=other)
    assert ratings_of(other, a, b) == [12200, 11800]
    assert stored_ladder(club) == before
