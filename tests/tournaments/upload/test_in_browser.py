"""The pages of publishing in a real browser: readable for everybody, narrow enough for a phone, and working under our CSP."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.browser.screen import PHONE
from tests.factories import join_club, make_club
from tests.tournaments.sources import rookery_json, trf
from tournaments.domain.corrections import change_result
from tournaments.domain.results import ResultKind
from tournaments.models import Event
from tournaments.selectors.records import record_of
from tournaments.services.correcting import correct_event

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.browser.screen import Screen

HEBREW = trf(names=("יוסי כהן", "דנה לוי", "מאיה ברק")).encode("windows-1255")


def sent_pages(language: str) -> Iterator[tuple[str, str]]:
    """Name and HTML of every page of an upload, in one language."""
    club: Club = make_club()
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(join_club(club))
    address = f"/desk/{club.public_id}/publish/"

    def look(content: bytes) -> str:
        at = client.post(address, {"file": SimpleUploadedFile("e.trf", content), "text": ""})["Location"]
        return client.get(at).content.decode()

    yield "choose", client.get(address).content.decode()
    yield "neither", client.post(address, {"text": ""}).content.decode()
    yield "encoding", look(HEBREW)
    yield "errors", look(b'{"format": "rookery-event",\n "version": 1, "event": }')
    yield "new, warned, undated", look(trf(starts_on="", names=("Anna Berg", "Ben Cohen", "Ben Cohen")).replace(" 1.5 ", " 2.0 ").encode())
    yield "refused names", look(trf(names=("Anna\u3164Berg", "Ben Cohen", "Chaya Dror")).encode())
    at = client.post(address, {"file": SimpleUploadedFile("e.json", rookery_json(external_id=None)), "text": ""})["Location"]
    done = client.post(at, {"name": "Club evening", "target": "new"})
    yield "done", client.get(done["Location"]).content.decode()
    correct_first_game(club)
    at = client.post(address, {"file": SimpleUploadedFile("e.json", rookery_json(external_id=None, name="Again")), "text": ""})["Location"]
    target = re.findall(r'value="([^"]+:2)"', client.get(at).content.decode())[0]
    yield "corrections at stake", client.post(at, {"name": "Again", "target": target}).content.decode()
    yield "a correction among the versions", client.get(done["Location"]).content.decode()
    yield "ambiguous", look(trf(names=("Anna Berg", "Ben Cohen", "Dov Ezra")).encode())


def correct_first_game(club: Club) -> None:
    with club_scope(club):
        event = Event.objects.select_related("latest").get(club=club)
        assert event.latest is not None
        patch = change_result(record_of(club, event.latest), 1, 1, ResultKind.WHITE_FORFEIT_WIN)
        correct_event(club=club, event=event, patch=patch, on=event.latest, by=None)


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_axe_finds_nothing_and_no_page_is_wider_than_the_window(screen: "Screen", language: str) -> None:
    assert [(name, fault) for name, html in sent_pages(language) for fault in screen.faults(html, language, PHONE)] == []


@pytest.mark.django_db
def test_the_page_of_the_api_works_under_our_policy(browser: "Browser") -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.route("**/*", answer)
    page.goto("https://rookery.test/api/v1/docs/")
    page.wait_for_selector(".opblock")

    shown = [re.sub(r"[\s\u200b]+", "", text) for text in page.locator(".opblock-summary-path").all_inner_texts()]
    assert sorted(shown) == [
        "/api/v1/clubs/{club}/events/",
        "/api/v1/clubs/{club}/events/",
        "/api/v1/clubs/{club}/events/{event}/",
    ]
    assert said == []
    page.close()


def answer(route: "Route") -> None:
    """Answer the browser as the site does, its headers included, without a server."""
    address = urlsplit(route.request.url)
    if address.path.startswith("/static/"):
        route.fulfill(path=finders.find(address.path.removeprefix("/static/")))
        return
    told = Client().get(f"{address.path}?{address.query}", headers={"Accept": "*/*"})
    route.fulfill(status=told.status_code, headers=dict(told.items()), body=told.content)
