"""Finding what stayed English on a page of another script: runs of Latin letters that are no name of a program, format or code."""

import re
from html.parser import HTMLParser

CODES = {
    *(
        "Rookery",
        "TRF",
        "TRF16",
        "TRF26",
        "JSON",
        "CSV",
        "XLSX",
        "A4",
        "API",
        "FIDE",
        "UTF-8",
        "PDF",
        "UTC",
        "USD",
        "Elo",
        "ID",
        "cookie",
        "ZIP",
        "Stripe",
        "JavaScript",
        "localhost",
    ),
    *("Swiss-Manager", "SwissSys", "Vega"),
    *("K", "BH", "C1", "SB", "DE", "WIN", "KS"),  # the K-factor; tie-breaks as FIDE abbreviates them
    *("H", "Z", "U", "F", "XYZ", "YYYY", "MM", "DD"),  # what stands in a file
}
UNREAD = {"script", "style", "svg", "code", "kbd"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
SPOKEN = {"title", "alt", "aria-label", "aria-description", "placeholder", "data-label", "label"}
_ADDRESS = re.compile(
    r"https?://\S+|[\w.+-]+@[\w.-]+|\b(?:\d+\.){3}\d+(?::\d+)?|\b[\w-]+(?:\.[\w-]+)*\.(?:example|com|org|test)\b|/[\w/-]+/\S*"
)
_CHARACTER = re.compile(r"\bU\+[0-9A-F]{4,6}\b")
_WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ž][A-Za-z0-9À-ÖØ-öø-ž-]*")


def latin_words(text: str) -> list[str]:
    """The words in Latin letters, but for addresses, names of characters (U+202E) and `CODES`."""
    return [word for word in _WORD.findall(_CHARACTER.sub(" ", _ADDRESS.sub(" ", text))) if word not in CODES]


def latin_on(html: str) -> list[str]:
    """Every text and spoken attribute of a page that holds such words; what is marked as another language or as no text is passed over."""
    reader = _Reader()
    reader.feed(html)
    return [text.strip() for text in reader.texts if latin_words(text)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._language: str | None = None
        self._open: list[bool] = []  # for each open element whether it is read

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._language = self._language or given.get("lang")
        foreign = given.get("lang", self._language) != self._language or (tag == "option" and given.get("value") == "en")  # its own name
        read = tag not in UNREAD and given.get("translate") != "no" and not foreign and (not self._open or self._open[-1])
        if read:
            self.texts += [value for name, value in attrs if name in SPOKEN and value]
            self.texts += (
                [given["value"] or ""] if given.get("type") in {"submit", "button", "reset"} and "value" in given and tag == "input" else []
            )
            self.texts += [given["content"] or ""] if tag == "meta" and given.get("name") == "description" else []
        if tag not in VOID:
            self._open.append(read)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1]:
            self.texts.append(data)
