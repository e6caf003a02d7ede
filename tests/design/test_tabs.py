"""The links under a club's name on a phone: one line that scrolls, with the current one in sight (static/js/tabs.js)."""

from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from clubs.views.desk_frame import PAGES
from tests.design.test_styleguide import open_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_SEEN = """() => {
  const [strip, link] = [document.querySelector(".tabs"), document.querySelector(".tabs [aria-current]")];
  const at = link.getBoundingClientRect();
  return [strip.scrollWidth > strip.clientWidth, at.left >= 0 && at.right <= innerWidth, scrollY];
}"""


@pytest.mark.parametrize("language", ["en", "he", "ru"])
@pytest.mark.parametrize("current", [0, len(PAGES) - 1])
def test_the_current_link_is_in_sight(browser: "Browser", language: str, current: int) -> None:
    with override(language):
        links = [{"label": label, "url": "/", "current": number == current} for number, (label, _) in enumerate(PAGES.values())]
        nav = render_to_string("components/club_nav.html", {"links": links})
    sheet = "<link rel='stylesheet' href='/static/css/site.css'>"
    direction = "rtl" if language == "he" else "ltr"
    page = open_page(
        browser,
        f"<!DOCTYPE html><html dir='{direction}'><title>Tabs</title>{sheet}<header class='masthead'><div class='wrap'>"
        f"<div class='masthead-club'>{nav}</div></div></header>",
        360,
        "light",
    )
    assert page.evaluate(_SEEN) == [True, True, 0]
    page.close()
