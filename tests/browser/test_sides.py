"""White's points stand beside White, whichever way the page runs: where things are on the screen, not in what order they are sent."""

from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from tests.browser.show_club import make_show_club

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.screen import Screen

pytestmark = pytest.mark.django_db

_SIDES = r"""([first, second, result]) => {
  const x = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().x;
  };
  const texts = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push(walker.currentNode);
    return found;
  };
  const sides = [];
  for (const score of document.querySelectorAll(result)) {
    const row = score.closest("tr") || document, [one, other] = [row.querySelector(first), row.querySelector(second)];
    const parts = texts(score), [begin, end] = [parts[0], parts.at(-1)];
    if (!one || !other || !/^[\d½]/.test(begin.data) || (parts.length === 1 && begin.data.length < 3)) continue;
    const names = one.getBoundingClientRect().x < other.getBoundingClientRect().x;
    sides.push(names === x(begin, 0) < x(end, end.data.length - 1));
  }
  return sides;
}"""
PAIRINGS = ["td.white", "td.black", "td.result bdi"]


def _show(screen: "Screen", language: str, address: str) -> "Page":
    client = Client()
    client.cookies["django_language"] = language
    return screen.show(client.get(address).content.decode())


@pytest.mark.parametrize("language", ["en", "he"])
def test_each_points_stand_on_the_side_of_the_name(screen: "Screen", language: str) -> None:
    show = make_show_club(language)
    page = _show(screen, language, reverse("ratings:event", args=[show.club.public_id, show.swiss.public_id]))
    boards = page.evaluate(_SIDES, PAIRINGS)
    assert (len(boards) > 1, set(boards)) == (True, {True})
    address = reverse("ratings:head_to_head", args=[show.club.slug, show.player.public_id, show.rival.public_id])
    page = _show(screen, language, address)
    one, other = "h1 bdi:nth-of-type(1), h1 a:nth-of-type(1)", "h1 a:nth-of-type(2)"
    assert page.evaluate(_SIDES, [one, other, ".tile-value > bdi:has(bdi)"]) == [True]


def test_points_that_run_against_the_names_are_found(screen: "Screen") -> None:
    row = "<td class='white'>אבג<td class='black'>דהו<td class='result'><bdi dir='ltr'>1–0</bdi>"
    page = screen.show(f"<!doctype html><html dir='rtl' lang='he'><title>x</title><main><table><tr>{row}</table></main>")
    assert page.evaluate(_SIDES, PAIRINGS) == [False]
