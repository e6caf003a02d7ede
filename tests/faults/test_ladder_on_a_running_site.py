"""A real site whose parts are killed and frozen while names are confirmed: the answer comes, the page says so, the ladder gets right."""

import signal
import time

import psycopg

from tests.faults.scene import make_scene, within
from tests.live import LiveStack

NOTICE = "The ladder is being rebuilt"


def test_nothing_broken(live_stack: LiveStack) -> None:
    scene = make_scene(live_stack, "plain")
    within(30, scene.is_right)
    assert "Anna" not in scene.get(scene.club_page)
    scene.confirm_names()
    within(30, scene.is_right)
    assert "1220.0" in scene.get(scene.club_page)


def test_a_worker_killed_between_confirming_and_replay(live_stack: LiveStack) -> None:
    scene = make_scene(live_stack, "worker")
    within(30, scene.is_right)
    live_stack.freeze("worker")
    live_stack.freeze("sweeper")  # else it may replay, worker or not, before the page is read
    scene.confirm_names()
    page = scene.get(scene.club_page)
    assert NOTICE in page
    assert "1220.0" not in page
    live_stack.kill("worker")
    live_stack.thaw("sweeper")
    within(30, scene.is_right)
    page = scene.get(scene.club_page)
    assert NOTICE not in page
    assert "1220.0" in page


def test_valkey_frozen_while_confirming(live_stack: LiveStack) -> None:
    scene = make_scene(live_stack, "valkey")
    within(30, scene.is_right)
    live_stack.freeze("valkey")
    assert scene.confirm_names() < 15, "nobody waits for the broker"
    time.sleep(1)
    live_stack.thaw("valkey")
    within(30, scene.is_right)
    assert "1220.0" in scene.get(scene.club_page)


def test_valkey_frozen_for_long_is_done_without(live_stack: LiveStack) -> None:
    scene = make_scene(live_stack, "long")
    within(30, scene.is_right)
    live_stack.freeze("valkey")
    scene.confirm_names()
    within(15, scene.is_right)
    assert "1220.0" in scene.get(scene.club_page)


def test_the_database_killed_and_back(live_stack: LiveStack) -> None:
    scene = make_scene(live_stack, "database")
    within(30, scene.is_right)
    live_stack.kill("postgres")
    within(30, lambda: answers(live_stack))
    scene.confirm_names()
    within(30, scene.is_right)


def test_a_sweeper_alone_is_enough_and_ends_when_asked(live_stack: LiveStack) -> None:
    scene = make_scene(live_stack, "alone")
    live_stack.stop("worker")
    live_stack.stop("beat")
    scene.confirm_names()
    within(30, scene.is_right)
    process = live_stack.processes["sweeper"]
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


def answers(stack: LiveStack) -> bool:
    try:
        with psycopg.connect(stack.application_url, connect_timeout=2):
            return True
    except psycopg.OperationalError:
        return False
