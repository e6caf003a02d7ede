"""An open page of a stale ladder, in a real browser: its notice moves on by itself, and says when the new ladder can be had."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connection
from django.test import Client

from clubs.models import Club
from ratings.services import replay_ladder, request_rebuild
from tests.factories import join_club, make_club
from tests.faults.slow_replay import standing_still
from tests.ratings.builder import WIN, new_event, one_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

Open = Callable[[str], "Page"]


@pytest.fixture
def club() -> Club:
    club = make_club("Grove")
    new_event(club, one_game(club, WIN))
    replay_ladder(club=club)
    request_rebuild(club=club, by=None)
    return club


@pytest.fixture
def context(browser: "Browser", live_server: "LiveServer", club: Club) -> "Iterator[BrowserContext]":
    """Somebody who is an arbiter of the club, with a phone."""
    client = Client()
    client.force_login(join_club(club))
    context = browser.new_context(viewport={"width": 390, "height": 800}, base_url=live_server.url)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    yield context
    context.close()


@pytest.mark.parametrize("where", ["club", "desk"])
def test_the_notice_moves_on_and_offers_the_new_ladder(context: "BrowserContext", club: Club, where: str) -> None:
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"/club/{club.slug}/" if where == "club" else f"/desk/{club.public_id}/")
    page.evaluate("window.isTheSamePage = true")
    assert page.locator(".notice-stale progress").count() == 0
    with standing_still(club.pk) as process:
        page.locator('.notice-stale progress[value="240"][max="600"]').wait_for()
        assert "240 of 600" in page.locator(".notice-stale").inner_text()
        with connection.cursor() as cursor:
            cursor.execute("UPDATE ratings_ladderbuild SET progress = 480, progress_at = clock_timestamp() WHERE club_id = %s", [club.pk])
        page.locator('.notice-stale progress[value="480"]').wait_for()
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.wait(30) == 0
    done = page.locator(".ladder-state .notice-success")
    done.wait_for()
    assert page.evaluate("window.isTheSamePage") is True
    done.get_by_role("link", name="Show the new ones").click()
    page.wait_for_function("window.isTheSamePage === undefined && document.readyState === 'complete'")
    assert page.locator(".ladder-state").count() == 0
    assert complaints == []


def test_the_notice_is_accessible(context: "BrowserContext", club: Club) -> None:
    page = context.new_page()
    with standing_still(club.pk):
        page.goto(f"/club/{club.slug}/")
        page.locator('.notice-stale progress[value="240"]').wait_for()
        assert Axe().run(page).violations_count == 0
