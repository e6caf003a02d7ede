"""Every page of `tests/browser/pages.py` in three languages, read by axe-core on a phone and on a wide screen."""

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from tests.browser.pages import PAGES
from tests.browser.show_club import make_show_club
from tests.design.test_styleguide import open_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_axe_finds_nothing_and_no_page_is_wider_than_the_window(browser: "Browser", language: str) -> None:
    found = []
    for name, html in read_pages(language).items():
        for width, theme in ((360, "light"), (1200, "dark")):
            view = open_page(browser, html, width, theme)
            found += [(name, width, v["id"], v["nodes"][0]["html"]) for v in Axe().run(view).response["violations"]]
            assert (name, view.evaluate("document.documentElement.scrollWidth")) == (name, width)
            assert view.evaluate("document.documentElement.lang") == language
            view.close()
    assert found == []


def test_a_planted_fault_is_found(browser: "Browser") -> None:
    view = open_page(
        browser, "<!doctype html><html lang='en'><title>Planted</title><main><h1>Fault</h1><img src='/x.png'></main>", 360, "light"
    )
    assert [v["id"] for v in Axe().run(view).response["violations"]] == ["image-alt"]
