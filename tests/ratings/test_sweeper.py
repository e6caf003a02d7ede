"""The sweeper's decisions, with a clock and a courier of the test's own; real processes are in tests/faults."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, connections

from clubs.models import Club
from clubs.tenancy.scope import LADDER_LOCK, club_scope
from config.probes import SWEEPER_SILENCE
from ratings import sweeper as sweeper_module
from ratings.courier import Courier
from ratings.models import SweeperHeartbeat
from ratings.selectors import get_ladder_state
from ratings.sweeper import HEARTBEAT, PATIENCE, Sweeper, Swept
from ratings.tasks import REPLAY_PAUSE, REPLAY_TRIES, replay_club
from tests.ratings.builder import DRAW, WIN, new_club, new_event, one_game
from tournaments.models import Game


class Post(Courier):
    """A broker that notes what it was given; takes nothing while `open` is False."""

    def __init__(self) -> None:
        self.open = True
        self.taken: list[int] = []

    def take(self, club_id: int, publish: Callable[[int], None] | None = None) -> bool:
        if self.open:
            self.taken.append(club_id)
        return self.open


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def sweeper(post: Post, clock: Clock) -> Sweeper:
    return Sweeper(courier=post, clock=clock)


@pytest.fixture
def club() -> Club:
    club = new_club()
    new_event(club, one_game(club, WIN))
    return club


def is_fresh(club: Club) -> bool:
    return get_ladder_state(club).fresh


@pytest.mark.django_db
def test_a_stale_club_is_handed_over_once(sweeper: Sweeper, post: Post, club: Club) -> None:
    sweeper.sweep()
    sweeper.sweep()
    assert (post.taken, is_fresh(club)) == ([club.pk], False)


@pytest.mark.django_db
def test_what_nobody_takes_is_replayed_here(sweeper: Sweeper, post: Post, club: Club) -> None:
    post.open = False
    assert sweeper.sweep().failed == 0
    assert is_fresh(club)


@pytest.mark.django_db
def test_what_a_worker_does_not_do_in_time_is_replayed_here(sweeper: Sweeper, post: Post, clock: Clock, club: Club) -> None:
    sweeper.sweep()
    clock.now += PATIENCE - 0.1
    sweeper.sweep()
    assert not is_fresh(club)
    clock.now += 0.2
    sweeper.sweep()
    assert (post.taken, is_fresh(club)) == ([club.pk], True)


@pytest.mark.django_db
def test_what_is_touched_after_a_worker_was_done_is_handed_over_again(sweeper: Sweeper, post: Post, club: Club) -> None:
    sweeper.sweep()
    replay_club(club.pk)
    with club_scope(club):
        Game.objects.filter(club=club).update(result=DRAW)
    sweeper.sweep()
    assert (post.taken, is_fresh(club)) == ([club.pk, club.pk], False)


@pytest.mark.django_db
def test_what_is_touched_before_a_worker_has_come_needs_no_second_task(sweeper: Sweeper, post: Post, club: Club) -> None:
    sweeper.sweep()
    with club_scope(club):
        Game.objects.filter(club=club).update(result=DRAW)
    sweeper.sweep()
    replay_club(club.pk)
    assert (post.taken, is_fresh(club)) == ([club.pk], True)


@pytest.mark.django_db
def test_a_worker_that_fell_behind_once_is_trusted_again(sweeper: Sweeper, post: Post, clock: Clock, club: Club) -> None:
    sweeper.sweep()
    clock.now += PATIENCE + 1
    sweeper.sweep()
    with club_scope(club):
        Game.objects.filter(club=club).update(result=DRAW)
    sweeper.sweep()
    assert post.taken == [club.pk, club.pk]


@pytest.mark.django_db
def test_a_lock_that_is_not_to_be_had_is_left_for_the_next_look(
    sweeper: Sweeper, post: Post, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*, club: Club, patience: float) -> bool:
        raise OperationalError("canceling statement due to lock timeout")

    post.open = False
    with monkeypatch.context() as patched:
        patched.setattr(sweeper_module, "attempt_replay", refuse)
        assert sweeper.sweep().failed == 1
    assert get_ladder_state(club).failures == 0
    assert sweeper.sweep().failed == 0
    assert is_fresh(club)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_clubs_whose_locks_are_held_do_not_keep_another_one_waiting(sweeper: Sweeper, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    again: list[tuple[tuple[int, int], float]] = []
    monkeypatch.setattr(replay_club, "apply_async", lambda values, *, countdown, retry: again.append((values, countdown)))
    post.open = False
    clubs = [new_club() for _ in range(6)]
    for club in clubs:
        new_event(club, one_game(club, WIN))
    *held, free = clubs
    holder = connections.create_connection("default")
    try:
        with holder.cursor() as cursor:
            for club in held:
                cursor.execute("SELECT pg_advisory_lock(%s, hashint8(%s))", [LADDER_LOCK, club.pk])
        began = time.monotonic()
        assert sweeper.sweep() == Swept(seen=6, failed=5)
        replay_club(held[0].pk)
        replay_club(held[1].pk, REPLAY_TRIES)
        assert time.monotonic() - began < 20
        assert again == [((held[0].pk, 2), REPLAY_PAUSE)]
        assert [is_fresh(club) for club in clubs] == [False] * 5 + [True]
        assert [get_ladder_state(club).failures for club in held] == [0] * 5
    finally:
        holder.close()
    assert sweeper.sweep() == Swept(seen=5, failed=0)
    assert is_fresh(free)


@pytest.mark.django_db
def test_a_task_for_a_club_that_is_gone_does_nothing() -> None:
    replay_club(2**40)


@pytest.mark.django_db
def test_the_task_is_harmless_twice(club: Club) -> None:
    replay_club(club.pk)
    before = get_ladder_state(club)
    replay_club(club.pk)
    assert get_ladder_state(club) == before


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_it_hears_of_an_edit_at_once_says_that_it_is_alive_and_survives_a_lost_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper_module, "PAUSE", 0.05)
    monkeypatch.setattr(sweeper_module, "POLL", 60.0)
    running = Sweeper(courier=None)
    thread = threading.Thread(target=running.run)
    thread.start()
    try:
        wait_for(lambda: SweeperHeartbeat.objects.exists())
        club = new_club()
        new_event(club, one_game(club, WIN))
        wait_for(lambda: is_fresh(club))
        drop_connections()
        wait_for(lambda: listeners() == 1)
        with club_scope(club):
            Game.objects.filter(club=club).update(result=DRAW)
        wait_for(lambda: is_fresh(club))
    finally:
        running.stopping.set()
        thread.join(30)
    assert not thread.is_alive()


def listeners() -> int:
    """How many sessions of the application listen."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN rookery_ladder'")
        return int(cursor.fetchone()[0])


def drop_connections() -> None:
    """End every other session of the application, as a restart of the database does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user"
        )


def wait_for(is_so: Callable[[], bool], seconds: float = 30) -> float:
    """Until it is so; how long that took."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < seconds
        time.sleep(0.02)
    return time.monotonic() - began


def test_a_courier_tells_whether_the_broker_took_it() -> None:
    published: list[int] = []
    assert Courier(published.append).take(7) is True
    assert published == [7]


def test_a_broker_that_refuses_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def refuse(club_id: int) -> None:
        asked.append(club_id)
        if len(asked) == 1:
            raise ConnectionError

    courier = Courier(refuse, silence=30)
    assert [courier.take(1), courier.take(2)] == [False, False]
    assert asked == [1]
    monkeypatch.setattr("ratings.courier.time.monotonic", lambda now=time.monotonic: now() + 30)
    assert courier.take(3) is True


def test_a_broker_that_is_frozen_costs_its_patience_once() -> None:
    thawed = threading.Event()
    taken: list[int] = []

    def hang(club_id: int) -> None:
        taken.append(club_id)
        thawed.wait(60)

    courier = Courier(hang, patience=0.1, silence=0.0)
    assert [courier.take(number) for number in range(500)] == [False] * 500  # 50 s if each waited
    assert len(taken) == 1
    thawed.set()
    wait_for(lambda: courier.take(3))


def test_the_sign_of_life_comes_more_often_than_it_is_missed() -> None:
    assert HEARTBEAT * 3 < SWEEPER_SILENCE
