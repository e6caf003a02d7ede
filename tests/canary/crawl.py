"""Every address that others lead to, by links, forms, fragments and redirects: breadth first, bounded, always in the same order."""

import json
import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import islice
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from tests.access.asking import FORM, Body
from tests.canary.freezing import Chance
from tests.reading import Element, parse

HOST = "127.0.0.1"
_ADDRESSES = re.compile(r'\s(href|src|srcset|action|formaction|poster|cite|content|hx-[a-z]+|data-[a-z-]+)="([^"]*)"')
_IN_TEXT = re.compile(r"""(?:href|src|url)=["']([^"']*)|(https?://[^\s<>"']+)""")
_VARYING = {"date", "expires", "x-request-id"}
WORDS = ("a", "טz", "Бщ")  # typed where a form asks for some: too short to be anybody's beginning
DATES = ("2026-09-10", "1999-01-01", "yesterday")


@dataclass
class Visitor:
    """Somebody who asks. `keeps_out`: what stands at the beginning of addresses where the visitor may read names."""

    name: str
    client: Client
    headers: dict[str, str] = field(default_factory=dict)
    keeps_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """All that comes back. `route` is the name of the address, "" where it has none."""

    visitor: str
    method: str
    address: str
    route: str
    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    cookies: tuple[str, ...]
    body: bytes

    @property
    def places(self) -> list[tuple[str, bytes | str]]:
        """Each part of the answer, by what it is called in a report."""
        said = [(f"header {name}", f"{name}: {value}") for name, value in self.headers]
        return [("reason", self.reason), *said, *(("cookie", cookie) for cookie in self.cookies), ("body", self.body)]

    def header(self, name: str) -> str:
        return next((value for known, value in self.headers if known.lower() == name.lower()), "")

    @property
    def is_html(self) -> bool:
        return self.header("Content-Type").startswith("text/html")

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def ask(
    visitor: Visitor, address: str, *, method: str = "GET", body: Body | None = None, chance: Chance | None = None, **headers: str
) -> Answer:
    """One request; what is random in the answer depends on visitor and address alone."""
    if chance is not None:
        chance.start(f"{visitor.name} {method} {address}")
    sent = body or Body()
    response: Any = visitor.client.generic(method, address, sent.content, sent.content_type or FORM, headers=visitor.headers | headers)
    lines = tuple(sorted((name, value) for name, value in response.headers.items() if name.lower() not in _VARYING))
    cookies = tuple(f"{key}={morsel.value}; path={morsel['path']}; comment={morsel['comment']}" for key, morsel in response.cookies.items())
    content = b"" if method == "HEAD" else b"".join(response.streaming_content) if response.streaming else response.content
    return Answer(visitor.name, method, address, route_of(address), response.status_code, response.reason_phrase, lines, cookies, content)


def route_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


@dataclass(frozen=True)
class Bounds:
    """How many addresses of one route are asked for, and how many queries of one path."""

    of_a_route: int = 60
    of_a_path: int = 14


def crawl(visitor: Visitor, starts: Sequence[str], bounds: Bounds, chance: Chance | None = None) -> Iterator[Answer]:
    """What the visitor is answered at each address that leads from `starts`, directly or not."""
    waiting, seen = deque(starts), set(starts)
    by_route: Counter[str] = Counter()
    by_path: Counter[str] = Counter()
    while waiting:
        address = waiting.popleft()
        path, route = urlsplit(address).path, route_of(address)
        if path.startswith(visitor.keeps_out) or by_route[route] >= bounds.of_a_route or by_path[path] >= bounds.of_a_path:
            continue
        by_route[route] += 1
        by_path[path] += 1
        answer = ask(visitor, address, chance=chance)
        yield answer
        for found in leads_of(answer):
            if found not in seen:
                seen.add(found)
                waiting.append(found)


def leads_of(answer: Answer) -> Iterator[str]:
    """The addresses on this site to which an answer leads."""
    found = [value for name, value in answer.headers if name.lower() in {"location", "hx-redirect", "hx-location", "content-location"}]
    found += re.findall(r"<([^>]*)>", answer.header("Link"))
    if answer.is_html:
        found += [unescape(value) for name, value in _ADDRESSES.findall(answer.text) if _is_address(name, value)]
        found += _queries_of(answer)
    elif "json" in answer.header("Content-Type"):
        found += [each for each in _strings(_document(answer.body)) if each.startswith(("/", settings.SITE_URL))]
    elif answer.header("Content-Type"):  # feeds, calendars, drawings, tables
        found += [unescape(quoted or bare) for quoted, bare in _IN_TEXT.findall(answer.text)]
    for each in found:
        parts = urlsplit(urljoin(answer.address, each.removeprefix(settings.SITE_URL)))
        if parts.netloc in ("", HOST) and parts.scheme in ("", "http") and not parts.path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
            yield parts.path + (f"?{parts.query}" if parts.query else "")


def _is_address(name: str, value: str) -> bool:
    """Of data attributes and the like only what looks like an address."""
    return name in {"href", "src", "action", "formaction"} or value.startswith(("/", "?", "./", "../"))


def _queries_of(answer: Answer) -> Iterator[str]:
    """What the forms that ask (GET) would send: each choice once, and some words and dates."""
    if 'method="get"' not in answer.text.lower():
        return
    for form in parse(answer.body).find("form"):
        if (form.attributes.get("method") or "get").lower() == "get":
            choices = _choices_of(form)
            usual = {name: values[0] for name, values in choices.items() if values}
            for name, values in choices.items():
                for value in islice(values, 12):
                    yield f"{form.attributes.get('action') or ''}?{urlencode(usual | {name: value})}"


def _choices_of(form: Element) -> dict[str, list[str]]:
    choices: dict[str, list[str]] = {}
    for select in form.find("select"):
        choices[select.attributes.get("name") or ""] = [option.attributes.get("value") or "" for option in select.find("option")]
    for field_ in form.find("input"):
        kind, given = field_.attributes.get("type") or "text", field_.attributes.get("value") or ""
        typed = {"date": DATES, "text": WORDS, "search": WORDS}.get(kind, ())
        choices.setdefault(field_.attributes.get("name") or "", []).extend([given, *typed])
    return {name: values for name, values in choices.items() if name}


def _document(body: bytes) -> object:
    try:
        return json.loads(body or b"null")
    except ValueError:
        return None


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str):
        yield value
