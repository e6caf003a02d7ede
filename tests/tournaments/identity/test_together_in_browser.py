"""Two arbiters at two browsers: each sees what the other decides, and keeps the place and what was chosen. And a page without a script."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect

from clubs.models import Club, Membership, Role
from ratings.services.replay import replay_ladder
from tests.factories import join_club, make_club, make_player, make_user
from tests.tournaments.identity.nights import decisions, event_of, publish
from tournaments.domain.results import ResultKind
from tournaments.models import EventVersion

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

Open = Callable[..., "Page"]
LEGEND = "document.activeElement.closest('form.name')?.querySelector('.name-typed').textContent"


SMALL = """() => [...document.querySelectorAll('#names :is(a, button, summary, select, label.choice)')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 120))"""
"""What a thumb may miss."""


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def open_page(browser: "Browser", live_server: "LiveServer", club: Club) -> Iterator[Open]:
    """A browser of an arbiter of the club with this address, at the page of a version's names."""
    with ExitStack() as stack:

        def opened(email: str, version: EventVersion, *, script: bool = True, width: int = 1000) -> "Page":
            client = Client()
            client.force_login(join_club(club, Role.ARBITER, make_user(email)))
            viewport = {"width": width, "height": 800}
            context = browser.new_context(viewport=viewport, base_url=live_server.url, java_script_enabled=script)  # type: ignore[arg-type]
            stack.callback(context.close)
            context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
            page = context.new_page()
            page.goto(f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/names/")
            return page

        yield opened


def wait_for_focus(page: "Page", name: str) -> None:
    page.wait_for_function(f"name => {LEGEND} === name", arg=name)


def test_each_sees_what_the_other_decides(open_page: Open, club: Club) -> None:
    for name in ("Nadia Brook", "Oren Vale", "Lena Marsh"):
        make_player(club, name)
    version = publish(club, ["N. Brook", "O. Vale", "L. Marsh"])
    one, other = open_page("one@example.org", version), open_page("other@example.org", version)
    wait_for_focus(one, "N. Brook")
    one.keyboard.press("s")
    wait_for_focus(one, "O. Vale")
    one.keyboard.press("ArrowDown")  # chosen, and not sent

    other.keyboard.press("n")
    wait_for_focus(other, "O. Vale")

    one.wait_for_selector("text=Already decided by other@example.org")
    expect(one.locator("#names-live")).to_contain_text("N. Brook is N. Brook")
    expect(one.locator("#names .names-doubtful .name-typed")).to_have_text(["O. Vale", "L. Marsh"])
    wait_for_focus(one, "O. Vale")
    expect(one.locator("form.name input[type=radio]").first).to_be_checked()
    one.keyboard.press("Enter")
    wait_for_focus(one, "L. Marsh")
    assert decisions(club) == [(1, "N. Brook", "N. Brook"), (1, "O. Vale", "Oren Vale")]


def test_who_comes_second_is_told_and_nothing_is_overwritten(open_page: Open, club: Club) -> None:
    make_player(club, "Nadia Brook")
    version = publish(club, ["N. Brook", "Zed Quandt"])
    one, other = open_page("one@example.org", version), open_page("other@example.org", version)
    for page in (one, other):
        page.route("**/names/?*watch=1*", lambda route: route.abort())  # neither hears of the other
        page.locator("form.name input[type=radio]").first.focus()
    one.keyboard.press("n")
    one.wait_for_selector("text=N. Brook is a new player.")
    other.keyboard.press("ArrowDown")
    other.keyboard.press("ArrowDown")
    other.locator("form.name input[type=radio]").first.check()
    other.keyboard.press("Enter")
    told = other.locator("#names .notice-error")
    expect(told).to_contain_text("“N. Brook” was decided by one@example.org on")
    expect(told).to_contain_text("it is N. Brook. Nothing was changed.")
    expect(other.locator("form.name")).to_have_count(0)
    assert decisions(club) == [(1, "N. Brook", "N. Brook")]


def test_what_moved_is_shown_when_the_ladder_is_ready(open_page: Open, club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"], boards=[(1, 2, ResultKind.WHITE_WIN)])
    page = open_page("one@example.org", version)
    page.keyboard.press("a")
    page.locator("#names-moves[data-pending]").wait_for()
    replay_ladder(club=club)
    page.wait_for_selector("text=2 members change")
    expect(page.locator("#names-moves tbody tr")).to_have_count(2)
    expect(page.locator("#names-moves[data-pending]")).to_have_count(0)
    page.get_by_text("Take back all decisions about this event").click()
    expect(page.locator(".effects tbody th bdi")).to_have_text(["Nadia Brook", "Oren Vale"])
    page.get_by_text("Take back all 2 decisions").click()
    page.wait_for_selector("text=All 2 decisions are taken back.")
    assert decisions(club) == []


def test_a_site_that_does_not_answer_is_told(open_page: Open, club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    page = open_page("one@example.org", version)
    page.route("**/accept/", lambda route: route.abort())
    page.keyboard.press("a")
    page.wait_for_selector("#names-lost:not([hidden])")
    assert decisions(club) == []
    page.unroute("**/accept/")
    page.keyboard.press("a")
    page.wait_for_selector("text=2 names accepted.")
    expect(page.locator("#names-lost")).to_be_hidden()


def test_whoever_is_removed_is_told_on_the_page_that_is_open(open_page: Open, club: Club) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    page = open_page("one@example.org", version)
    expect(page.locator("#names-gone")).to_be_hidden()
    Membership.objects.filter(club=club, user__email="one@example.org").delete()
    expect(page.locator("#names-gone")).to_be_visible()
    with page.expect_response("**/accept/") as answer:
        page.keyboard.press("a")
    assert answer.value.status == 404
    expect(page.locator("#names-gone")).to_be_visible()
    expect(page.locator("#names-lost")).to_be_hidden()
    assert decisions(club) == []


def test_a_phone_without_a_script_works_with_its_thumb(open_page: Open, club: Club) -> None:
    for name in ("Nadia Brook", "Nora Brook", "Oren Vale"):
        make_player(club, name)
    version = publish(club, ["N. Brook", "O. Vale", "Zed Quandt", "Ada Quill"])
    page = open_page("one@example.org", version, script=False, width=375)
    page.locator(".names-fold > summary").click()
    page.locator("a.name-line", has_text="Zed Quandt").click()
    expect(page.locator(".names-doubtful .name-typed")).to_have_text(["N. Brook", "O. Vale", "Zed Quandt"])
    page.locator("form.name", has_text="N. Brook").get_by_text("Decide later").check()
    page.locator("form.name", has_text="N. Brook").get_by_text("Confirm").click()
    expect(page.locator(".names-doubtful .name-typed")).to_have_text(["O. Vale", "Zed Quandt", "N. Brook"])
    page.locator("form.name", has_text="N. Brook").get_by_text("Nadia Brook").check()
    page.locator("form.name", has_text="N. Brook").get_by_text("Not this person").click()
    page.locator("form.name", has_text="N. Brook").get_by_text("Nora Brook").check()
    page.locator("form.name", has_text="N. Brook").get_by_text("Confirm").click()
    page.get_by_text("Accept 1 new player").click()
    page.wait_for_selector("text=1 name accepted.")
    assert decisions(club) == [(1, "N. Brook", "Nora Brook"), (1, "Ada Quill", "Ada Quill")]


def test_a_thumb_finds_everything_and_nothing_is_wider_than_a_phone(open_page: Open, club: Club) -> None:
    for name in ("Nadia Brook", "Nora Brook", "Oren Vale"):
        make_player(club, name)
    version = publish(club, ["N. Brook", "Oren Vale", "Zed Quandt", "Ada Quill"])
    page = open_page("one@example.org", version, width=375)
    page.locator(".names-fold > summary").click()
    page.locator("a.name-line", has_text="Zed Quandt").click()
    page.locator("form.name", has_text="Zed Quandt").get_by_text("Confirm").click()
    page.locator(".names-last").wait_for()
    page.locator("form.name", has_text="N. Brook").get_by_text("Nadia Brook").check()
    page.locator("form.name", has_text="N. Brook").get_by_text("Not this person").click()
    page.locator(".name-denied").wait_for()
    page.locator("form.name", has_text="N. Brook").get_by_text("Somebody else").click()
    page.locator("select[name=person]").wait_for()
    page.locator(".names-decided > summary").click()
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 375
