"""Every page of `tests/browser/pages.py` in three languages, read by axe-core on a phone and on a wide screen."""

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from tests.browser.pages import PAGES
from tests.browser.screen import PHONE
from tests.browser.show_club import make_show_club

if TYPE_CHECKING:
    from tests.browser.screen import Screen

pytestmark = pytest.mark.django_db


def read_pages(language: str) -> dict[str, str]:
    """The HTML of every listed page in one language."""
    show = make_show_club(language)
    html = {}
    for page in PAGES:
        client = Client()
        client.cookies["django_language"] = language
        if page.member:
            client.force_login(show.owner)  # type: ignore[arg-type]
        response = client.get(page.address(show))
        assert (page.name, response.status_code) == (page.name, 200)
        html[page.name] = response.content.decode()
    return html


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_axe_finds_nothing_and_nothing_flips_or_overflows(screen: "Screen", language: str, settings: Any) -> None:
    """On a phone in light and on a wide screen in dark."""
    settings.SELLS_SUBSCRIPTIONS = True  # or the page of prices would say that there are none
    assert [(name, fault) for name, html in read_pages(language).items() for fault in screen.faults(html, language)] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_every_role_is_in_sight_on_a_phone(screen: "Screen", language: str, client: Client) -> None:
    """The page scrolls its table in a frame of its own, whose width the page's does not tell."""
    client.cookies["django_language"] = language
    page = screen.show(client.get("/who-may-do-what/").content.decode())
    widths = "each => [each.scrollWidth <= each.clientWidth, each.querySelectorAll('tbody td').length > 0]"
    assert page.eval_on_selector(".table-frame", widths) == [True, True]


def test_a_planted_fault_is_found(screen: "Screen") -> None:
    html = "<!doctype html><html lang='en'><title>Planted</title><main><h1>Fault</h1><img src='/x.png'><p style='width: 500px'>Wide</main>"
    found = screen.faults(html, "ru", PHONE) + screen.faults(html, "en", PHONE)
    assert [fault[:2] for fault in found] == [(360, "language and width"), (360, "image-alt"), (360, "language and width")]


def test_a_planted_flip_is_found(screen: "Screen") -> None:
    screen.show("<!doctype html><html dir='rtl' lang='he'><title>x</title><main><p>אבג −4.2</p><p>אבג <bdi dir='ltr'>−4.2</bdi></p></main>")
    assert screen.flipped() == ["אבג −4.2"]
