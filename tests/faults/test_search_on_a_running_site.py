"""A search for duplicates on a real site: made by a worker, without the broker, and without a worker; whoever asks never waits."""

from collections.abc import Callable

import psycopg

from tests.faults.scene import make_scene, within
from tests.live import LiveStack

ADD_TWINS = """
INSERT INTO players_player (club_id, public_id, name, sort_key, age_group, always_initials, created_at, inactive)
SELECT %s, 'twin---' || n, 'Twin Quilter', 'twin quilter', 'unknown', false, now(), false FROM generate_series(1, 2) n
"""
DONE = "SELECT done, asked, (SELECT count(*) FROM players_possibleduplicate p WHERE p.club_id = s.club_id) FROM players_duplicatesearch s"


def test_a_search_is_made_whatever_is_broken(live_stack: LiveStack) -> None:
    scene = make_scene(live_stack, "twins")
    within(30, scene.is_right)
    page = f"/desk/{scene.club_public_id}/people/duplicates/"
    with psycopg.connect(live_stack.owner_url, autocommit=True) as owner:
        owner.execute(ADD_TWINS, [scene.club])

        def is_done(times: int) -> Callable[[], bool]:
            return lambda: owner.execute(DONE).fetchone() == (times, times, 1)

        live_stack.freeze("sweeper")  # until the page has been read
        assert scene.press(page, f"{page}search/") < 3
        assert "The search will begin in a moment" in scene.get(page)
        live_stack.thaw("sweeper")
        within(30, is_done(1))
        assert "same name" in scene.get(page)

        live_stack.freeze("valkey")
        assert scene.press(page, f"{page}search/") < 3
        within(30, is_done(2))
        live_stack.thaw("valkey")

        live_stack.kill("worker")
        assert scene.press(page, f"{page}search/") < 3
        within(30, is_done(3))
        assert "Search again" in scene.get(page)
