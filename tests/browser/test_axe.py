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

FLIPPED = r"""() => {
  const x = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().x;
  };
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const flipped = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const figure of node.data.matchAll(/[+\u2212]\s?[\d\u00bd]|\d\u2013\d|\d[\u00bc\u00bd\u00be]|\d\/\d|\d[.,]\d/g)) {
      const last = figure.index + figure[0].length - 1;
      if (x(node, figure.index) > x(node, last)) flipped.push(node.data.trim());
    }
  }
  return flipped;
}"""
"""The figures of a page whose sign, score or fraction stands behind what it belongs in front of."""


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
def test_axe_finds_nothing_and_nothing_flips_or_overflows(browser: "Browser", language: str) -> None:
    """On a phone in light; on a wide screen in dark, where axe-core reads the English pages only."""
    found: list[object] = []
    for name, html in read_pages(language).items():
        for width, theme in ((360, "light"), (1200, "dark")):
            view = open_page(browser, html, width, theme)
            if theme == "light" or language == "en":
                found += [(name, width, v["id"], v["nodes"][0]["html"]) for v in Axe().run(view).response["violations"]]
            found += [(name, width, "flipped", figure) for figure in view.evaluate(FLIPPED)]
            assert (name, view.evaluate("document.documentElement.scrollWidth")) == (name, width)
            assert view.evaluate("document.documentElement.lang") == language
            view.close()
    assert found == []


def test_a_planted_fault_is_found(browser: "Browser") -> None:
    view = open_page(
        browser, "<!doctype html><html lang='en'><title>Planted</title><main><h1>Fault</h1><img src='/x.png'></main>", 360, "light"
    )
    assert [v["id"] for v in Axe().run(view).response["violations"]] == ["image-alt"]


def test_a_planted_flip_is_found(browser: "Browser") -> None:
    html = "<!doctype html><html dir='rtl' lang='he'><title>x</title><main><p>אבג −4.2</p><p>אבג <bdi dir='ltr'>−4.2</bdi></p></main>"
    view = open_page(browser, html, 360, "light")
    assert view.evaluate(FLIPPED) == ["אבג −4.2"]
