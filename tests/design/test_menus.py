"""Links under the name of a club on a phone: nothing scrolls sideways, and some open from one link (static/js/menus.js)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from clubs.models import Club, Role
from clubs.views.desk_frame import EVENING, PAGES, desk_links
from tests.design.test_styleguide import open_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_CLUB = Club(public_id="sample0000000000000000")
_CUT = """() => {
  const links = [...document.querySelectorAll(".tabs a, .tabs summary")].filter((link) => link.checkVisibility());
  const cut = links.filter((link) => {
    const at = link.getBoundingClientRect();
    return at.left < 0 || at.right > innerWidth || at.height < 44;
  });
  return [document.documentElement.scrollWidth, cut.map((link) => link.textContent)];
}"""
_SEEN = "[...document.querySelectorAll('.tabs a')].filter((link) => link.checkVisibility()).length"
_FOCUSED = "document.activeElement.textContent"


def _page(browser: "Browser", language: str, current: str, body: str = "") -> "Page":
    with override(language):
        nav = render_to_string("components/club_nav.html", {"links": desk_links(_CLUB, Role.OWNER, current)})
    direction = "rtl" if language == "he" else "ltr"
    html = f"<!DOCTYPE html><html dir='{direction}'><title>Links</title><link rel='stylesheet' href='/static/css/site.css'>"
    frame = f"<header class='masthead'><div class='wrap'><div class='masthead-club'>{nav}</div></div></header><main>{body}</main>"
    return open_page(browser, html + frame, 360, "light")


@pytest.fixture
def english(browser: "Browser") -> "Iterator[Page]":
    page = _page(browser, "en", "ratings:desk", "<a href='/'>After</a>")
    yield page
    page.close()


@pytest.mark.parametrize("language", ["en", "he", "ru"])
@pytest.mark.parametrize("current", ["ratings:desk", "clubs:settings"])
def test_on_a_phone_every_link_is_in_sight(browser: "Browser", language: str, current: str) -> None:
    page = _page(browser, language, current)
    closed = page.evaluate(_CUT), page.evaluate(_SEEN), page.locator(".tabs [aria-current=page]").is_visible()
    page.locator(".menu summary").click()
    opened = page.evaluate(_CUT), page.evaluate(_SEEN)
    page.close()
    assert closed == ([360, []], len(EVENING | {current}), True)
    assert opened == ([360, []], len(PAGES))


def test_the_keyboard_opens_the_rest_and_leaves_it(english: "Page") -> None:
    english.locator(".menu summary").focus()
    english.keyboard.press("Enter")
    opened = english.evaluate(_SEEN)
    english.keyboard.press("Tab")
    first = english.evaluate(_FOCUSED)
    english.keyboard.press("Escape")
    assert (opened, first, english.evaluate(_SEEN), english.evaluate(_FOCUSED)) == (len(PAGES), "Corrections", len(EVENING), "More")


def test_the_list_goes_when_somebody_goes_on(english: "Page") -> None:
    english.locator(".menu summary").click()
    english.get_by_role("link", name="After").focus()
    left = english.evaluate(_SEEN)
    english.locator(".menu summary").click()
    english.locator("main").click(position={"x": 350, "y": 10}, force=True)
    assert (left, english.evaluate(_SEEN)) == (len(EVENING), len(EVENING))


def test_whoever_may_see_one_page_more_gets_no_list_for_it() -> None:
    links = desk_links(_CLUB, Role.ARBITER, "clubs:roles")
    assert [(str(link["label"]), link["current"], link["rest"]) for link in links] == [
        ("Desk", False, False),
        ("Publish", False, False),
        ("People", False, False),
        ("Roles", True, False),
        ("Corrections", False, False),
    ]
