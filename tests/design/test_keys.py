"""Keys press what carries them (static/js/keys.js), also on a keyboard without Latin letters, and never while somebody types."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.design.test_styleguide import open_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_GROUP = """<fieldset><legend>{n}</legend>
<input type="radio" name="entry-{n}" value="1" aria-label="one" aria-keyshortcuts="1">
<input type="radio" name="entry-{n}" value="2" aria-label="two" aria-keyshortcuts="2">
<input type="radio" name="entry-{n}" value="new" aria-label="new" aria-keyshortcuts="N">
</fieldset>"""
_HTML = (
    "<!DOCTYPE html><title>Keys</title><script src='/static/js/keys.js' defer></script><form>"
    + "".join(_GROUP.format(n=n) for n in (1, 2, 3))
    + "<input name='note' aria-label='note'><button type='button' aria-keyshortcuts='A'>accept</button></form>"
)
_CHOSEN = "[...document.querySelectorAll('input:checked')].map(e => e.name + '=' + e.value)"


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    opened = open_page(browser, _HTML, 360, "light")
    opened.evaluate("document.querySelector('button').addEventListener('click', () => { window.pressed = (window.pressed || 0) + 1; })")
    yield opened
    opened.close()


def test_a_row_of_keys_decides_name_after_name(page: "Page") -> None:
    for key in ("1", "n", "2"):
        page.keyboard.press(key)
    assert page.evaluate(_CHOSEN) == ["entry-1=1", "entry-2=new", "entry-3=2"]


def test_the_group_with_the_focus_is_meant(page: "Page") -> None:
    page.focus("input[name=entry-3]")
    page.keyboard.press("2")
    assert page.evaluate(_CHOSEN) == ["entry-3=2"]


@pytest.mark.parametrize("letter", ["a", "ש", "ф"])
def test_a_key_counts_by_its_place_where_the_layout_has_no_latin_letters(page: "Page", letter: str) -> None:
    page.evaluate("letter => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: letter, code: 'KeyA', bubbles: true}))", letter)
    assert page.evaluate("window.pressed") == 1


def test_typing_presses_nothing(page: "Page") -> None:
    page.focus("input[name=note]")
    page.keyboard.type("An1")
    assert (page.input_value("input[name=note]"), page.evaluate(_CHOSEN), page.evaluate("window.pressed")) == ("An1", [], None)


def test_keys_of_the_browser_are_left_alone(page: "Page") -> None:
    page.keyboard.press("Control+a")
    assert page.evaluate("window.pressed") is None
