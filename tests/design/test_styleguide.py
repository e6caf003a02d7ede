"""The style guide in three languages, read by axe-core and measured, in both themes, on a phone and on a wide screen."""

import mimetypes
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.translation import override

from tests.design.styleguide import LANGUAGES, render_styleguide

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

STATIC = Path(settings.BASE_DIR) / "static"
_POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'"
ADDRESS = "http://styleguide.example/"
WIDTHS = (360, 800, 1200)

_SIGN_BEFORE_DIGIT = """() => {
  const figure = [...document.querySelectorAll('.ladder-rows .gain')].find(e => e.textContent.startsWith('+')).firstChild;
  const at = i => {
    const range = document.createRange();
    range.setStart(figure, i);
    range.setEnd(figure, i + 1);
    return range.getBoundingClientRect().x;
  };
  return at(0) < at(1);
}"""


def answer(route: "Route", html: str) -> None:
    """Nothing leaves the machine: the page is `html`, static files come from the tree."""
    path = route.request.url.removeprefix(ADDRESS).removeprefix("static/")
    if not path:
        route.fulfill(body=html, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})
    elif (STATIC / path).is_file():
        route.fulfill(body=(STATIC / path).read_bytes(), content_type=mimetypes.guess_type(path)[0] or "text/plain")
    else:
        route.abort()


def open_page(browser: "Browser", html: str, width: int, theme: str) -> "Page":
    """The page as a browser shows it."""
    page = browser.new_page(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        bypass_csp=True,
    )
    page.route("**/*", lambda route: answer(route, html))
    page.goto(ADDRESS)
    return page


def _complaints(browser: "Browser", html: str) -> list[str]:
    """What the browser says on its console about a page under the strict policy."""
    heard: list[str] = []
    page = browser.new_page(viewport={"width": 360, "height": 900})
    page.on("console", lambda message: heard.append(message.text))
    page.route("**/*", lambda route: answer(route, html))
    page.goto(ADDRESS)
    page.close()
    return heard


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(browser: "Browser", language: str, theme: str) -> None:
    html = render_styleguide(language)
    for width in WIDTHS:
        page = open_page(browser, html, width, theme)
        assert page.evaluate("document.fonts.ready.then(() => document.styleSheets.length)") == 1
        assert page.evaluate("document.documentElement.scrollWidth") == width
        if language == "en" or (language == "he" and width == WIDTHS[0]):  # one language of each direction of writing
            violations = [(v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]
            assert (width, violations) == (width, [])
        page.close()


def test_a_fault_is_found(browser: "Browser") -> None:
    html = render_styleguide("en").replace('<div class="buttons">', '<div class="buttons"><img src="/static/img/favicon.svg"><input>', 1)
    page = open_page(browser, html, 360, "light")
    assert {v["id"] for v in Axe().run(page).response["violations"]} == {"image-alt", "label"}
    page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_run_left_to_right_wherever_they_stand(browser: "Browser", language: str) -> None:
    """All but the result of two, which runs with the page: White's points are beside White."""
    page = open_page(browser, render_styleguide(language), 1200, "light")
    figures = page.evaluate("[...document.querySelectorAll('bdi[dir]')].map(e => [e.textContent, getComputedStyle(e).direction])")
    of_two = {(text, direction) for text, direction in figures if re.fullmatch(r"[01½]–[01½]|[+−] [+−]|\*", text)}
    assert {direction for _, direction in of_two} == {"rtl" if language == "he" else "ltr"}
    assert {direction for text, direction in figures if (text, direction) not in of_two} == {"ltr"}
    sign_before_digit = page.evaluate(_SIGN_BEFORE_DIGIT)
    assert sign_before_digit is True
    page.close()


def test_the_strict_policy_refuses_nothing_of_ours(browser: "Browser") -> None:
    html = render_styleguide("en")
    planted = html.replace("<main", '<main style="color: red"', 1)
    assert _complaints(browser, html) == []
    assert len(_complaints(browser, planted)) == 1


def test_targets_are_large_enough_for_a_thumb(browser: "Browser") -> None:
    page = open_page(browser, render_styleguide("en"), 360, "light")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, .button, .tabs a, .choice, summary')]
          .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML)"""
    )
    assert small == []
    page.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html"])
def test_error_pages_need_no_context_and_say_the_same_to_everybody(name: str, language: str) -> None:
    with override(language):
        bare = render_to_string(name)
        assert (
            render_to_string(name, {"club": {"name": "Elsewhere", "slug": "elsewhere"}, "request_path": "/x", "query": QueryDict("a=b")})
            == bare
        )
    assert f'lang="{language}"' in bare
    assert f'dir="{"rtl" if language == "he" else "ltr"}"' in bare


def test_paper_is_never_dark_and_has_no_navigation(browser: "Browser") -> None:
    page = open_page(browser, render_styleguide("en").replace("<html ", '<html data-theme="dark" ', 1), 794, "dark")
    page.emulate_media(media="print")
    shown = page.evaluate(
        """() => [
          getComputedStyle(document.documentElement).backgroundColor,
          getComputedStyle(document.querySelector('.notice-warn')).color,
          [...document.querySelectorAll('nav, .footer, .action-bar, .button')].filter(e => e.offsetParent).length
        ]"""
    )
    assert shown == ["rgb(255, 255, 255)", "rgb(0, 0, 0)", 0]
    page.close()
