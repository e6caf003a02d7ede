"""One page of the browser in which documents are shown one after another: a page of its own for each would start a process for each."""

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

from tests.design.test_styleguide import ADDRESS, answer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE, WIDE = (360, "light"), (1200, "dark")
AXE_READS = ("en", "he")
"""One language of each direction of writing. What axe-core judges, markup, names and contrast, Russian has in common with English."""

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
    if (node.parentElement.closest('bdi[dir=rtl]')) continue; // points of two people, in the order of their names
    for (const figure of node.data.matchAll(/[+\u2212]\s?[\d\u00bd]|\d\u2013\d|\d[\u00bc\u00bd\u00be]|\d\/\d|\d[.,]\d/g)) {
      const last = figure.index + figure[0].length - 1;
      if (x(node, figure.index) > x(node, last)) flipped.push(node.data.trim());
    }
  }
  return flipped;
}"""
"""The figures of a page whose sign, score or fraction stands behind what it belongs in front of."""


class Screen:
    """Shows documents; nothing leaves the machine, static files come from the tree. `page` is for what is asked about the one shown."""

    def __init__(self, browser: "Browser") -> None:
        self._html = ""
        self.page: Page = browser.new_page(bypass_csp=True, reduced_motion="reduce")
        self.page.route("**/*", lambda route: answer(route, self._html))

    def show(self, html: str, width: int = 360, theme: str = "light") -> "Page":
        self._html = html
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        self.page.goto(ADDRESS)
        return self.page

    def violations(self) -> list[tuple[str, str]]:
        """What axe-core finds: the rule, and the first element that breaks it."""
        return [(found["id"], found["nodes"][0]["html"]) for found in Axe().run(self.page).response["violations"]]

    def flipped(self) -> list[str]:
        found: list[str] = self.page.evaluate(FLIPPED)
        return found

    def faults(self, html: str, language: str, *sizes: tuple[int, str]) -> list[tuple[int, str, object]]:
        """Figures that are flipped, overflow, another language, and what axe-core finds: in light, and in English also in dark."""
        found: list[tuple[int, str, object]] = []
        for width, theme in sizes or (PHONE, WIDE):
            page = self.show(html, width, theme)
            if language == "en" or (language in AXE_READS and theme == "light"):
                found += [(width, *violation) for violation in self.violations()]
            found += [(width, "flipped", figure) for figure in self.flipped()]
            language_and_width = page.evaluate("[document.documentElement.lang, document.documentElement.scrollWidth]")
            if language_and_width != [language, width]:
                found.append((width, "language and width", language_and_width))
        return found
