"""A browser of plain requests, for what an arbiter does on a running site: pages, forms filled in and sent, cookies kept."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection
from urllib.parse import urlencode, urljoin, urlsplit

Fields = list[tuple[str, str]]


@dataclass
class Form:
    """One form of a page: where it goes, and what it would send as it stands. `choices` are the values of each chooser."""

    action: str
    fields: Fields = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, **values: str) -> Fields:
        """What it sends with these values instead."""
        return [(name, values.get(name, value)) for name, value in self.fields]

    def names(self) -> set[str]:
        return {name for name, _ in self.fields}


class _Forms(HTMLParser):
    """Collects the forms of a page with hidden and visible fields, and the options that are selected."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._chooser = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(given.get("action", "")))
        elif self.found:
            self._take(self.found[-1], tag, given)

    def _take(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "input" and name and (given.get("type") not in ("checkbox", "radio", "submit", "file") or "checked" in given):
            form.fields.append((name, value or ("on" if given.get("type") == "checkbox" else "")))
        elif tag == "select":
            self._chooser = name
            form.choices[name] = []
        elif tag == "option" and self._chooser in form.choices:
            form.choices[self._chooser].append(value)
            if "selected" in given:
                form.fields = [pair for pair in form.fields if pair[0] != self._chooser] + [(self._chooser, value)]
        elif tag == "textarea" and name:
            form.fields.append((name, ""))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a page, or the address that it `leads_to`."""

    text: str
    leads_to: str | None


class Browser:
    """One connection that is kept open. `session` is the cookie of somebody who is signed in; none for a stranger."""

    def __init__(self, port: int, session: str = "") -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookies = {"sessionid": session} if session else {}

    def get(self, path: str) -> str:
        """The text of a page; a redirect is followed."""
        answer = self._ask("GET", path, None)
        return answer.text if answer.leads_to is None else self.get(answer.leads_to)

    def send(self, path: str, form: Form, fields: Iterable[tuple[str, str]]) -> str:
        """Send a form that stands on the page `path`; the text of the page that it leads to."""
        answer = self.post(path, form, fields)
        return answer.text if answer.leads_to is None else self.get(answer.leads_to)

    def post(self, path: str, form: Form, fields: Iterable[tuple[str, str]]) -> Answer:
        """Send it, and stay where it is answered: the page that it leads to is not asked for."""
        return self._ask("POST", urljoin(path, form.action), urlencode(list(fields)))

    def close(self) -> None:
        self._connection.close()

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key] = rest.split(";")[0]
        if answer.status in (301, 302, 303):
            place = urlsplit(answer.headers["Location"])
            return Answer(text, place.path + (f"?{place.query}" if place.query else ""))
        assert answer.status == 200, f"{method} {path}: {answer.status}\n{text[:2000]}"
        return Answer(text, None)


def forms_of(page: str) -> list[Form]:
    """Every form of a page, in their order."""
    parser = _Forms()
    parser.feed(page)
    return parser.found


def form_with(page: str, name: str) -> Form:
    """The form of a page that has this field."""
    return next(form for form in forms_of(page) if name in form.names() or name in form.choices)
