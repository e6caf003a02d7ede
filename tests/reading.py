"""Reading a page in a test as a reader does: its tables, headings and links as plain text."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_ENDS = {
    **dict.fromkeys(("td", "th"), frozenset({"td", "th"})),
    "tr": frozenset({"td", "th", "tr"}),
    **dict.fromkeys(("tbody", "tfoot"), frozenset({"td", "th", "tr", "thead", "tbody"})),
    "li": frozenset({"li"}),
}
"""Which open elements end by themselves where one begins (HTML, 13.1.2.4)."""
_VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})


@dataclass
class Element:
    """A tag with its attributes; `parts` are texts and elements in order."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    parts: "list[Element | str]" = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it, white space tidied; what labels a cell on a phone alone is left out."""
        shown = (part if isinstance(part, str) else f" {part.text} " for part in self.parts if not _is_phone_label(part))
        return " ".join("".join(shown).split())

    def find(self, tag: str, css_class: str | None = None) -> "list[Element]":
        """Every element below with this tag, and with this class."""
        found = []
        for part in self.parts:
            if isinstance(part, Element):
                if part.tag == tag and (css_class is None or css_class in (part.attributes.get("class") or "").split()):
                    found.append(part)
                found += part.find(tag, css_class)
        return found


def _is_phone_label(part: Element | str) -> bool:
    return isinstance(part, Element) and "phone-label" in (part.attributes.get("class") or "")


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("document")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self.open[-1].tag in _ENDS.get(tag, ()):
            self.open.pop()
        element = Element(tag, dict(attrs))
        self.open[-1].parts.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        while len(self.open) > 1 and self.open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


def parse(content: bytes | str) -> Element:
    """The page as a tree."""
    builder = _Builder()
    builder.feed(content.decode() if isinstance(content, bytes) else content)
    return builder.root


def table(content: bytes | str, css_class: str) -> list[list[str]]:
    """The rows of every table with this class, without heads, cell by cell; empty if there is none."""
    bodies = [body for found in parse(content).find("table", css_class) for body in found.find("tbody")]
    return [
        [cell.text for cell in row.parts if isinstance(cell, Element) and cell.tag in ("td", "th")]
        for body in bodies
        for row in body.find("tr")
    ]


def headings(content: bytes | str, tag: str = "h1") -> list[str]:
    """The texts of all headings of one level."""
    return [heading.text for heading in parse(content).find(tag)]


def notices(content: bytes | str) -> list[str]:
    """What the notices of the page say."""
    return [notice.text for notice in parse(content).find("div", "notice")]


def links(content: bytes | str) -> dict[str, str]:
    """Addresses by the texts of the links in the page's own part, without masthead and footer."""
    return {link.text: link.attributes["href"] or "" for main in parse(content).find("main") for link in main.find("a")}
