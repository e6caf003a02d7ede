"""Who founds a club finds the time zone of the device chosen, however the browser calls it, and their own choice stays."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect

from clubs.models import Club
from tests.factories import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def found_at(browser: "Browser", live_server: "LiveServer") -> Iterator[Callable[..., "Page"]]:
    """The page on which a club is founded, on a device of this time zone."""
    with ExitStack() as stack:

        def opened(zone: str, language: str = "en") -> "Page":
            client = Client()
            client.force_login(make_user())
            context = browser.new_context(base_url=live_server.url, timezone_id=zone)
            stack.callback(context.close)
            cookies = {"sessionid": client.cookies["sessionid"].value, "django_language": language}
            context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
            page = context.new_page()
            page.goto("/clubs/new/")
            return page

        yield opened


@pytest.mark.parametrize(("zone", "chosen"), [("Asia/Jerusalem", "Asia/Jerusalem"), ("Europe/Kiev", "Europe/Kyiv"), ("UTC", "UTC")])
def test_the_zone_of_the_device_is_chosen(found_at: Callable[[str], "Page"], zone: str, chosen: str) -> None:
    expect(found_at(zone).get_by_label("Time zone")).to_have_value(chosen)


def test_the_device_knows_better_than_the_language(found_at: Callable[..., "Page"]) -> None:
    expect(found_at("Asia/Calcutta", "he").locator("select[name=time_zone]")).to_have_value("Asia/Kolkata")


def test_what_was_chosen_stays(found_at: Callable[[str], "Page"]) -> None:
    page = found_at("Asia/Jerusalem")
    page.get_by_label("Name of the club").fill(" ")  # is refused by the site
    page.get_by_label("Adults only").check()
    page.get_by_label("Time zone").select_option("Europe/Riga")
    page.get_by_role("button", name="Found a club").click()
    expect(page.locator(".field-wrong").first).to_be_visible()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Riga")
    page.get_by_label("Name of the club").fill("Nest")
    page.get_by_role("button", name="Found a club").click()
    page.wait_for_url("**/desk/**")
    assert Club.objects.get().time_zone == "Europe/Riga"
