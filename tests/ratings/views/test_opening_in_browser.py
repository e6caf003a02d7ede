"""A ladder is brought in a real browser, on a phone, in Hebrew, without scripts: from the file to the ladder and back."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.selectors.opening import Opening, opening_of
from tests.browser.show_club import NAMES, ShowClub, make_show_club
from tests.factories import make_player
from tests.ratings.stored import stored_ladder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

KNOWN, ALIKE, NEWCOMER = NAMES["he"][1], "רון וייס", "אביגיל שמעוני"


@pytest.fixture
def show() -> ShowClub:
    made = make_show_club("he")
    for name in (ALIKE, "רון ויס"):
        make_player(made.club, name)
    return made


@pytest.fixture
def page(browser: "Browser", live_server: "LiveServer", show: ShowClub) -> "Iterator[Page]":
    client = Client()
    client.force_login(show.owner)  # type: ignore[arg-type]
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=live_server.url, java_script_enabled=False)
    cookies = {"sessionid": client.cookies["sessionid"].value, "django_language": "he"}
    context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
    opened = context.new_page()
    yield opened
    context.close()


def press(page: "Page") -> None:
    """The button that goes on, and the page that it leads to."""
    with page.expect_navigation():
        page.locator("main button.button-primary").first.click()


def test_from_the_file_to_the_ladder_and_back(page: "Page", show: ShowClub) -> None:
    club, before = show.club, stored_ladder(show.club)
    page.goto(f"/desk/{club.public_id}/opening/")
    with page.expect_download() as download:
        page.locator("[href$='example.csv']").click()
    assert download.value.suggested_filename == "opening-ratings.csv"
    table = f"שם;דירוג;משחקים\n{KNOWN};1500,5;40\nר. וייס;1450;12\n{NEWCOMER};1600;3\n"
    page.set_input_files("input[type=file]", {"name": "table.csv", "mimeType": "text/csv", "buffer": table.encode("windows-1255")})
    press(page)
    page.locator("input[value='windows-1255']").check()
    press(page)

    chooser = page.locator("select[name=row3]")
    assert page.locator("select[name=row2]").input_value() != ""
    assert chooser.input_value() == "", "an initial fits two people, and nothing is chosen"
    page.fill("[name=as_of]", "2026-09-08")
    chooser.select_option(index=1)
    press(page)
    assert page.locator("h1").count() == 1
    assert KNOWN in page.locator("main table").first.inner_text()
    assert stored_ladder(club) == before

    page.fill("[name=reason]", "מהאתר הישן")
    press(page)
    assert f"/desk/{club.public_id}/corrections/" in page.url
    assert "מהאתר הישן" in page.locator("main").inner_text()
    with club_scope(club):
        opening = opening_of(club)
        names = dict(Player.objects.filter(club=club, pk__in=opening.starts).values_list("name", "start_rating"))
    assert (str(opening.as_of), names.get(KNOWN), names.get(NEWCOMER), len(names)) == ("2026-09-08", 15_005, 16_000, 3)

    with page.expect_navigation():
        page.locator("form[action$='/undo/'] button").click()
    press(page)
    assert stored_ladder(club) == before
    with club_scope(club):
        assert opening_of(club) == Opening()
        assert not Player.objects.filter(club=club, name=NEWCOMER).exists()
