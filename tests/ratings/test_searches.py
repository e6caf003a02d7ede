"""What the sweeper does with searches that were asked for, with a clock and a courier of the test's own."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import DuplicateSearch
from players.selectors.duplicates import SearchStage, get_search_state
from players.services.duplicates import ask_for_duplicates, take_search
from ratings import sweeper as sweeper_module
from ratings.courier import Courier, publish_search
from ratings.searches import PATIENCE, Searches
from ratings.selectors import get_ladder_state
from ratings.sweeper import Sweeper
from tests.factories import make_player
from tests.ratings.builder import DRAW, WIN, new_club, new_event, one_game
from tests.ratings.test_sweeper import Clock, Post, wait_for
from tournaments.models import Game
from tournaments.services import duplicates as service
from tournaments.tasks import search_club


class Parcels(Post):
    """A broker that notes which kind of task it was given too."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: list[object] = []

    def take(self, club_id: int, publish: Callable[[int], None] | None = None) -> bool:
        self.kinds.append(publish)
        return super().take(club_id, publish)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def post() -> Parcels:
    return Parcels()


@pytest.fixture
def searches(post: Parcels, clock: Clock) -> Searches:
    return Searches(post, clock)


@pytest.fixture
def club() -> Club:
    club = new_club()
    make_player(club, "Nadia Brook")
    make_player(club, "N. Brook")
    ask_for_duplicates(club=club, by=None)
    return club


def stage(club: Club) -> SearchStage:
    return get_search_state(club).stage


def nothing() -> None:
    """Nothing is done besides."""


@pytest.mark.django_db
def test_a_search_is_handed_over_once(searches: Searches, post: Parcels, club: Club) -> None:
    searches.sweep(nothing)
    searches.sweep(nothing)
    assert (post.taken, post.kinds, stage(club), searches.is_waiting) == ([club.pk], [publish_search], SearchStage.WAITING, True)
    search_club(club.pk)
    searches.sweep(nothing)
    assert (post.taken, stage(club), searches.is_waiting) == ([club.pk], SearchStage.DONE, False)


@pytest.mark.django_db
def test_what_nobody_takes_is_searched_here(searches: Searches, post: Parcels, club: Club) -> None:
    post.open = False
    searches.sweep(nothing)
    assert stage(club) is SearchStage.DONE


@pytest.mark.django_db
def test_without_a_courier_everything_is_searched_here(clock: Clock, club: Club) -> None:
    Searches(None, clock).sweep(nothing)
    assert stage(club) is SearchStage.DONE


@pytest.mark.django_db
def test_what_a_worker_does_not_take_up_in_time_is_searched_here(searches: Searches, post: Parcels, clock: Clock, club: Club) -> None:
    searches.sweep(nothing)
    clock.now += PATIENCE - 0.1
    searches.sweep(nothing)
    assert stage(club) is SearchStage.WAITING
    clock.now += 0.2
    searches.sweep(nothing)
    assert (post.taken, stage(club)) == ([club.pk], SearchStage.DONE)


@pytest.mark.django_db
def test_what_a_worker_is_at_is_left_to_it(searches: Searches, post: Parcels, clock: Clock, club: Club) -> None:
    searches.sweep(nothing)
    take_search(club=club)
    clock.now += PATIENCE + 1
    searches.sweep(nothing)
    assert (post.taken, stage(club), searches.is_waiting) == ([club.pk], SearchStage.WAITING, False)


@pytest.mark.django_db
def test_a_newer_request_is_handed_over_again(searches: Searches, post: Parcels, club: Club) -> None:
    searches.sweep(nothing)
    ask_for_duplicates(club=club, by=None)
    searches.sweep(nothing)
    assert post.taken == [club.pk, club.pk]


@pytest.mark.django_db
def test_a_search_that_failed_is_handed_over_again_when_its_time_has_come(searches: Searches, post: Parcels, club: Club) -> None:
    searches.sweep(nothing)
    DuplicateSearch.objects.filter(club=club).update(failures=1, retry_at=timezone.now() + timedelta(minutes=1))
    searches.sweep(nothing)
    assert post.taken == [club.pk]
    DuplicateSearch.objects.filter(club=club).update(retry_at=timezone.now())
    searches.sweep(nothing)
    assert post.taken == [club.pk, club.pk]


@pytest.mark.django_db
def test_no_ladder_waits_for_a_search_made_by_the_sweeper(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PAUSE", 0.0)
    stale = new_club()
    new_event(stale, one_game(stale, WIN))
    fresh_then: list[bool] = []
    sweeper = Sweeper(courier=None)

    def between() -> None:
        sweeper.between()
        fresh_then.append(get_ladder_state(stale).fresh)
        with club_scope(stale):
            Game.objects.filter(club=stale).update(result=DRAW if len(fresh_then) % 2 else WIN)

    sweeper.searches.sweep(between)
    assert (fresh_then, stage(club)) == ([True, True], SearchStage.DONE)


@pytest.mark.django_db
def test_a_sweeper_that_is_to_stop_does_not_search_to_the_end(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PAUSE", 0.0)
    sweeper = Sweeper(courier=None)
    sweeper.stopping.set()
    sweeper.searches.sweep(sweeper.between)
    assert stage(club) is SearchStage.RUNNING


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_running_sweeper_hears_at_once_that_a_search_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper_module, "POLL", 60.0)
    running = Sweeper(courier=None)
    thread = threading.Thread(target=running.run)
    thread.start()
    try:
        club = new_club()
        make_player(club, "Nadia Brook")
        ask_for_duplicates(club=club, by=None)
        wait_for(lambda: stage(club) is SearchStage.DONE)
    finally:
        running.stopping.set()
        thread.join(30)
    assert not thread.is_alive()


def test_a_courier_carries_both_kinds() -> None:
    carried: list[tuple[str, int]] = []
    courier = Courier(lambda club_id: carried.append(("replay", club_id)))
    assert courier.take(1)
    assert courier.take(2, lambda club_id: carried.append(("search", club_id)))
    assert courier.take(3)
    assert carried == [("replay", 1), ("search", 2), ("replay", 3)]
