"""Corrections in a real browser: one from the choosers to its undoing in Hebrew, and every page as axe-core and a phone see it."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.selectors.corrections import list_corrections
from ratings.services.corrections import apply_correction, undo_correction
from tests.browser.screen import PHONE, WIDE
from tests.browser.show_club import ShowClub, make_show_club
from tests.ratings.corrections.confirming import hidden_fields
from tests.ratings.corrections.scene import DRAW, LOSS, latest_of, patched, rebuilt, result
from tests.ratings.stored import stored_ladder
from tests.reading import parse

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    from tests.browser.screen import Screen

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def signed_in(show: ShowClub, language: str) -> Client:
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(show.owner)  # type: ignore[arg-type]
    return client


def read_pages(language: str) -> Iterator[tuple[str, str]]:
    """Name and HTML of every page of a correction, in one language."""
    show = make_show_club(language)
    club, client = show.club, signed_in(show, language)
    desk = f"/desk/{club.public_id}"
    event = f"{desk}/events/{show.swiss.public_id}"
    yield "empty journal", client.get(f"{desk}/corrections/").content.decode()
    yield "choosers", client.get(f"{event}/correct/").content.decode()
    dates = {"starts_on": "2026-09-01", "ends_on": "2026-09-02", "rated": "on", "finished": "on"}
    sent = {"version": "1", **dates, "r1b1": "0-1", "r1b2": "byes H", "r2b1": "none", "r3b2": "+-"}
    preview = client.post(f"{event}/correct/", sent)
    yield "preview", preview.content.decode()
    yield "refused", client.post(f"{event}/correct/", {**sent, "r3b2": "*"}).content.decode()
    fields = hidden_fields(parse(preview.content))
    apply_correction(club=club, action=patched(club, show.round_robin, result(1, 1, DRAW)), by=show.owner, reason="Draw")
    differs = client.post(f"{event}/correct/", fields)
    yield "preview that differs", differs.content.decode()
    made = client.post(f"{event}/correct/", {**hidden_fields(parse(differs.content)), "reason": "Written down wrong"}, follow=True)
    yield "correction", made.content.decode()
    with club_scope(club):
        correction = list_corrections(club)[0]
    yield "preview of undoing", client.post(f"{desk}/corrections/{correction.public_id}/undo/").content.decode()
    undo_correction(club=club, correction=correction, by=None)
    yield "undone", client.get(f"{desk}/corrections/{correction.public_id}/").content.decode()
    yield "journal", client.get(f"{desk}/corrections/").content.decode()
    yield "event at the desk", client.get(f"{event}/").content.decode()
    yield "removing", client.post(f"{event}/remove/").content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_axe_finds_nothing_and_nothing_flips_or_overflows(screen: "Screen", language: str) -> None:
    found: list[object] = []
    shots = os.environ.get("SHOTS")
    for name, html in read_pages(language):
        found += [(name, fault) for fault in screen.faults(html, language)]
        if shots:
            for width, theme in (PHONE, WIDE):
                screen.show(html, width, theme).screenshot(path=f"{shots}/{language}-{name.replace(' ', '-')}-{width}.png", full_page=True)
    assert found == []


@pytest.fixture
def show() -> ShowClub:
    return make_show_club("he")


@pytest.fixture
def page(browser: "Browser", live_server: "LiveServer", show: ShowClub) -> "Iterator[Page]":
    """A phone without scripts, in Hebrew, signed in."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=live_server.url, java_script_enabled=False)
    session = signed_in(show, "he").cookies["sessionid"].value
    cookies = {"sessionid": session, "django_language": "he"}
    context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
    opened = context.new_page()
    yield opened
    context.close()


def press_primary(page: "Page") -> None:
    """Press the button, and wait for the page that it leads to."""
    with page.expect_navigation():
        page.locator("main button.button-primary").click()


def test_a_result_is_corrected_and_uncorrected_in_hebrew_without_scripts(page: "Page", show: ShowClub) -> None:
    club: Club = show.club
    before = stored_ladder(club)
    page.goto(f"/desk/{club.public_id}/events/{show.swiss.public_id}/")
    page.locator(f'a[href$="/events/{show.swiss.public_id}/correct/"]').click()
    _, record = latest_of(club, show.swiss)
    assert page.locator("#r1b1").input_value() == record.rounds[0].pairings[0].result.value == "1-0"
    page.locator("#r1b1").select_option("0-1")
    press_primary(page)
    sentence = page.locator(".effects-sentence").inner_text()
    assert stored_ladder(club) == before
    page.locator('input[name="reason"]').fill("נרשם הפוך")
    press_primary(page)
    assert page.locator(".effects-sentence").inner_text() == sentence
    assert "נרשם הפוך" in page.locator("main").inner_text()
    _, record = latest_of(club, show.swiss)
    assert record.rounds[0].pairings[0].result is LOSS
    assert stored_ladder(club) == rebuilt(club) != before
    with page.expect_navigation():
        page.locator('main form[action$="/undo/"] button').click()
    press_primary(page)
    assert stored_ladder(club) == before
    with page.expect_navigation():
        page.locator(f'main a[href="/desk/{club.public_id}/corrections/"]').first.click()
    assert page.locator(".corrections .event").count() == 2
