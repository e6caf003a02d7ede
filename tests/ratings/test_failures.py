"""A replay that fails: the old ladder and the queue stay, the reason is kept, the next attempt waits, others go on."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import PlayerMerge
from ratings.models import LadderBuild, LadderEdit
from ratings.selectors import get_ladder_state, list_stale_clubs
from ratings.services import attempt_replay, replay_ladder
from ratings.services.attempts import note_failure
from ratings.sweeper import Sweeper
from tests.ratings.builder import DAY, WIN, new_club, new_event, new_players
from tests.ratings.stored import ratings_of, stored_ladder
from tournaments.models import EventVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def broken() -> Club:
    """A club with a ladder, and since then with an event that ends before it starts."""
    club = new_club()
    one, other = new_players(club, 2)
    event = new_event(club, [(one, other, WIN)])
    replay_ladder(club=club)
    with club_scope(club):
        EventVersion.objects.filter(event=event).update(ends_on=DAY - timedelta(days=1))
    return club


def test_the_old_ladder_and_the_queue_stay(broken: Club) -> None:
    before, queued = stored_ladder(broken), LadderEdit.objects.filter(club=broken).count()
    assert attempt_replay(club=broken) is False
    assert stored_ladder(broken) == before
    state = get_ladder_state(broken)
    assert (state.fresh, state.version, state.waiting, state.failures) == (False, 1, queued, 1)
    event = before[0][0][1]
    assert state.failure == f"invalid_timeline: Event {event} ends before it starts."
    assert state.failed_at is not None


def test_the_pause_doubles_up_to_a_minute(broken: Club) -> None:
    pauses = []
    for failures in (1, 2, 3, 30):
        LadderBuild.objects.filter(club=broken).update(failures=failures - 1)
        attempt_replay(club=broken)
        build = LadderBuild.objects.get(club=broken)
        assert build.retry_at is not None
        assert build.failed_at is not None
        pauses.append(round((build.retry_at - build.failed_at).total_seconds()))
    assert pauses == [2, 4, 8, 60]


def test_a_failing_club_waits_and_holds_nobody_up(broken: Club) -> None:
    other = new_club()
    one, two = new_players(other, 2)
    new_event(other, [(one, two, WIN)])
    assert Sweeper(courier=None).sweep().failed == 1
    assert ratings_of(other, one, two) == [12200, 11800]
    assert list_stale_clubs() == []
    assert not get_ladder_state(broken).fresh


def test_it_is_tried_again_when_the_pause_is_over_or_something_was_changed(broken: Club) -> None:
    attempt_replay(club=broken)
    assert list_stale_clubs() == []
    LadderBuild.objects.filter(club=broken).update(retry_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert [club.club_id for club in list_stale_clubs()] == [broken.pk]
    attempt_replay(club=broken)
    assert list_stale_clubs() == []
    with club_scope(broken):
        EventVersion.objects.filter(club=broken).update(ends_on=DAY)
    assert [club.club_id for club in list_stale_clubs()] == [broken.pk]
    assert Sweeper(courier=None).sweep().failed == 0
    state = get_ladder_state(broken)
    assert (state.fresh, state.failures, state.failure, state.failed_at) == (True, 0, "", None)


def test_merges_in_a_circle_are_refused_and_not_guessed_at() -> None:
    club = new_club()
    one, other = new_players(club, 2)
    with club_scope(club):
        PlayerMerge.objects.create(club=club, absorbed=one, into=other)
        PlayerMerge.objects.create(club=club, absorbed=other, into=one)
    assert attempt_replay(club=club) is False
    assert get_ladder_state(club).failure == "broken_merges: 2 players belong to no person: merges run in a circle."


def test_an_error_is_told_without_the_values_it_quotes() -> None:
    club = new_club()
    for error in (ValueError("Dana Levi"), DatabaseError("Key (name)=(Dana Levi) already exists.")):
        note_failure(club=club, error=error)
        assert get_ladder_state(club).failure == type(error).__name__
