"""Sending a request, and the answer as a whole: what of it may differ between two requests is taken out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import Morsel, SimpleCookie
from typing import Any
from urllib.parse import urlencode

from tests.access.world import Principal

FORM = "application/x-www-form-urlencoded"
_CSRF_FIELD = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')
_NONCE = re.compile(rb"nonce(-|=\")[A-Za-z0-9+/_=-]+")
_VARYING = frozenset({"date", "x-request-id"})


@dataclass(frozen=True, slots=True)
class Body:
    """What a request carries."""

    content: bytes = b""
    content_type: str = FORM


def form(**fields: str | list[str]) -> Body:
    return Body(urlencode(fields, doseq=True).encode())


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers, cookies and body without request id, date, nonce and the values of CSRF tokens."""

    status: int
    headers: tuple[tuple[str, str], ...]
    cookies: tuple[str, ...]
    body: bytes

    def header(self, name: str) -> str | None:
        return dict(self.headers).get(name.lower())

    @property
    def location(self) -> str:
        return self.header("location") or ""

    def mentions(self, words: list[str]) -> list[str]:
        """Those of the lower-case words that stand anywhere in body, headers or cookies."""
        everything = b"\n".join([self.body, *(f"{name}: {value}".encode() for name, value in self.headers), *map(str.encode, self.cookies)])
        lower = everything.lower()
        return [word for word in words if word.encode() in lower]


def ask(principal: Principal, method: str, path: str, body: Body, masks: Mapping[str, str] | None = None) -> Answer:
    """One request with the principal's cookies as they were at the start. `masks`: parts of the asked address, and what to call them."""
    client = principal.client
    kept = SimpleCookie({name: morsel.value for name, morsel in client.cookies.items()})
    carried = Body() if method in ("GET", "HEAD") else body
    response = client.generic(method, path, carried.content, carried.content_type, headers=principal.headers)
    client.cookies = kept
    return _answer(response, masks or {})


def _answer(response: Any, masks: Mapping[str, str]) -> Answer:
    body, length = response.content, len(response.content)
    content = _NONCE.sub(b"nonce", _CSRF_FIELD.sub(rb"\1", body))
    for part, called in masks.items():
        content = content.replace(part.encode(), called.encode())
    headers = []
    for name, value in response.headers.items():
        shown = "right" if name.lower() == "content-length" and value == str(length) else _masked(value, masks)
        if name.lower() not in _VARYING:
            headers.append((name.lower(), _NONCE.sub(b"nonce", shown.encode()).decode()))
    cookies = (_masked(_cookie(morsel), masks) for _, morsel in sorted(response.cookies.items()))
    return Answer(response.status_code, tuple(sorted(headers)), tuple(cookies), content)


def _cookie(morsel: "Morsel[str]") -> str:
    """Without the value of the CSRF token, and without the moment and the signature that follow a message."""
    value = "" if morsel.key == "csrftoken" else morsel.value.partition(":")[0]
    return f"{morsel.key}={value}; path={morsel['path']}; max-age={morsel['max-age']}"


def _masked(text: str, masks: Mapping[str, str]) -> str:
    for part, called in masks.items():
        text = text.replace(part, called)
    return text
