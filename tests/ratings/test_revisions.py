"""What a replay did to ratings that had been shown."""

from datetime import timedelta

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player
from players.services import set_start
from ratings.models import LadderRevision
from ratings.services import Build, replay_ladder, request_rebuild
from ratings.services.revisions import Revision
from tests.ratings.builder import DAY, DRAW, LOSS, WIN, merge, new_club, new_event, new_players
from tournaments.models import Event, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return new_club()


def correct(club: Club, event: Event, result: str) -> None:
    with club_scope(club):
        Game.objects.filter(club=club, version__event=event).update(result=result)


def kept(club: Club) -> list[tuple[object, ...]]:
    with club_scope(club):
        rows = LadderRevision.objects.filter(club=club).order_by("build")
        return [(row.build, tuple(row.events), tuple(row.players), tuple(row.before), tuple(row.after)) for row in rows]


def row_of(build: Build) -> tuple[object, ...]:
    assert build.revision is not None
    return build.version, build.revision.events, build.revision.players, build.revision.before, build.revision.after


def test_the_first_ladder_and_what_is_appended_revise_nothing(club: Club) -> None:
    first, second, third = new_players(club, 3)
    new_event(club, [(first, second, WIN)])
    assert replay_ladder(club=club).revision is None
    new_event(club, [(first, third, WIN)], on=DAY + timedelta(days=1))
    assert replay_ladder(club=club).revision is None
    assert kept(club) == []


def test_the_first_event_after_brought_ratings_revises_nothing(club: Club) -> None:
    first, second = new_players(club, 2)
    for player in (first, second):
        set_start(club=club, player=player, rating=15_000, games=30, by=None)
    replay_ladder(club=club)
    new_event(club, [(first, second, WIN)])
    assert replay_ladder(club=club).revision is None
    late = new_event(club, [(first, second, WIN)], on=DAY - timedelta(days=1))
    build = replay_ladder(club=club)
    assert build.revision == Revision((first.pk, second.pk), (15100, 14900), (15194, 14806), (late.pk,))
    assert kept(club) == [row_of(build)]


def test_a_correction_says_whom_it_moved_from_what_to_what(club: Club) -> None:
    first, second, third, fourth = new_players(club, 4)
    event = new_event(club, [(first, second, WIN)])
    new_event(club, [(third, fourth, WIN)], on=DAY + timedelta(days=1))
    replay_ladder(club=club)
    correct(club, event, LOSS)
    build = replay_ladder(club=club)
    assert build.revision == Revision((first.pk, second.pk), (12200, 11800), (11800, 12200), (event.pk,))
    assert kept(club) == [row_of(build)]


def test_what_is_appended_in_the_same_replay_is_left_out(club: Club) -> None:
    first, second = new_players(club, 2)
    event = new_event(club, [(first, second, WIN)])
    replay_ladder(club=club)
    correct(club, event, DRAW)
    new_event(club, [(first, second, WIN)], on=DAY + timedelta(days=1))
    assert replay_ladder(club=club).revision == Revision((first.pk, second.pk), (12200, 11800), (12000, 12000), (event.pk,))


def test_an_event_put_between_others_revises(club: Club) -> None:
    first, second = new_players(club, 2)
    new_event(club, [(first, second, WIN)], on=DAY + timedelta(days=7))
    replay_ladder(club=club)
    late = new_event(club, [(first, second, WIN)])
    revision = replay_ladder(club=club).revision
    assert revision is not None
    assert (revision.events, revision.players, revision.before) == ((late.pk,), (first.pk, second.pk), (12200, 11800))


def test_who_is_new_or_gone_is_not_in_it(club: Club) -> None:
    first, second, third = new_players(club, 3)
    new_event(club, [(first, second, WIN)])
    replay_ladder(club=club)
    merge(club, second, third)
    assert replay_ladder(club=club).revision is None


def test_another_start_rating_revises_without_an_event(club: Club) -> None:
    first, second = new_players(club, 2)
    new_event(club, [(first, second, DRAW)])
    replay_ladder(club=club)
    with club_scope(club):
        Player.objects.filter(pk=first.pk).update(start_rating=13000)
    revision = replay_ladder(club=club).revision
    assert revision is not None
    assert (revision.events, revision.players) == ((), (first.pk, second.pk))


def test_a_rebuild_of_a_right_ladder_revises_nothing(club: Club) -> None:
    first, second = new_players(club, 2)
    new_event(club, [(first, second, WIN)])
    replay_ladder(club=club)
    request_rebuild(club=club, by=None)
    assert replay_ladder(club=club).revision is None
