"""Pages kept whole in this process: compressed once, known by a strong ETag, answered again for as long as their key is asked for.

A view says itself that its page may be kept, and under which key (`ratings/views/kept.py`); there is no middleware that keeps what
comes by. What is kept was rendered for a stranger and holds nothing of a visitor: no token, no message, no text that the visitor sent.
So every stranger who asks for it gets the same bytes, and their length tells nothing of a secret (what BREACH lives on).
"""

import base64
import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags

from clubs.middleware import INDEXABLE

CACHE_CONTROL: Final = "private, no-cache"
VARY: Final = "Accept-Encoding, Accept-Language, Cookie"
_SET_IN_LINES = re.compile(rb"<(?:pre|textarea)\b")
COMPRESSION: Final = 6
"""Level 9 makes a front page of 300 people half a percent smaller, and takes three times as long: a tenth of all that making it takes."""
A_KEPT_PAGE_MORE: Final = 1_000
"""Bytes that an entry takes besides its body."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it is sent. `length`: of the body before it was compressed; `digest` is the part of the ETag that is the page's own."""

    compressed: bytes
    length: int
    digest: str
    content_type: str
    headers: tuple[tuple[str, str], ...]
    indexable: bool

    @property
    def weight(self) -> int:
        """Bytes of memory, as the store counts them."""
        return len(self.compressed) + A_KEPT_PAGE_MORE


class PageStore:
    """The pages used last, up to so many bytes together; the one that was not asked for the longest goes first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._weight = 0
        self._pages: OrderedDict[Hashable, KeptPage] = OrderedDict()
        self._editions: dict[Hashable, tuple[int, list[Hashable]]] = {}
        self._lock = Lock()

    def find(self, key: Hashable) -> KeptPage | None:
        """The page under this very key."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def keep(self, key: Hashable, page: KeptPage, *, of: Hashable = None, edition: int = 0) -> None:
        """Keep a page, and forget others until there is room; one that alone is too large is not kept.

        Pages `of` the same that are of an earlier `edition` go: they may hold a name that was withdrawn, or erased, since.
        """
        with self._lock:
            self._forget_earlier(key, of, edition)
            self._forget(key)
            if page.weight > self._limit:
                return
            self._pages[key] = page
            self._weight += page.weight
            while self._weight > self._limit:
                self._forget(next(iter(self._pages)))

    def _forget_earlier(self, key: Hashable, of: Hashable, edition: int) -> None:
        if of is None:
            return
        known, keys = self._editions.get(of, (edition, []))
        if known < edition:
            for earlier in keys:
                self._forget(earlier)
            keys = []
        self._editions[of] = (max(known, edition), [*(each for each in keys if each in self._pages), key])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._pages.clear()
            self._editions.clear()
            self._weight = 0

    @property
    def weight(self) -> int:
        """Bytes kept at the moment."""
        return self._weight

    def __len__(self) -> int:
        return len(self._pages)

    def _forget(self, key: Hashable) -> None:
        gone = self._pages.pop(key, None)
        self._weight -= gone.weight if gone else 0


KEPT: Final = PageStore(16 * 2**20)
"""The pages of this process: some 1,500 front pages of 300 people."""


def can_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    """True for a whole page with nothing of a visitor in it: no cookie is set, no token of a form was asked for."""
    return response.status_code == 200 and not response.cookies and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META


def page_of(response: HttpResponse) -> KeptPage:
    """A rendered response as it is kept. The ETag is of the content: the same page built anew is still the one that a browser has."""
    body = _without_indentation(response)
    return KeptPage(
        compressed=gzip.compress(body, COMPRESSION, mtime=0),
        length=len(body),
        digest=base64.urlsafe_b64encode(hashlib.sha256(body).digest()[:12]).decode(),
        content_type=response.headers["Content-Type"],
        headers=tuple((name, value) for name, value in response.items() if name != "Content-Type"),
        indexable=getattr(response, INDEXABLE, False),
    )


def _without_indentation(response: HttpResponse) -> bytes:
    """The body, in HTML with one line break for each white space with line breaks in it; nothing that we keep has text set in lines."""
    if not response.headers["Content-Type"].startswith("text/html") or _SET_IN_LINES.search(response.content):
        return response.content
    return b"\n".join(filter(None, map(bytes.strip, response.content.split(b"\n"))))


def answer_with(request: HttpRequest, page: KeptPage) -> HttpResponse:
    """The page, or 304 if the visitor has it; the body compressed for whoever takes that, none for HEAD."""
    compressed = takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    etag = f'"{page.digest}-gzip"' if compressed else f'"{page.digest}"'
    response: HttpResponse
    if _has(request.META.get("HTTP_IF_NONE_MATCH", ""), etag):
        response = HttpResponseNotModified()
    else:
        content = b"" if request.method == "HEAD" else page.compressed if compressed else gzip.decompress(page.compressed)
        response = HttpResponse(content, content_type=page.content_type)
        for name, value in page.headers:
            response.headers[name] = value
        if compressed:
            response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(page.compressed) if compressed else page.length)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = CACHE_CONTROL
    response.headers["Vary"] = VARY
    setattr(response, INDEXABLE, page.indexable)
    return response


def _has(sent: str, etag: str) -> bool:
    """True if `If-None-Match` names this page. A proxy on the way may have made a weak one of it."""
    return bool(sent) and any(each == "*" or each.removeprefix("W/") == etag for each in parse_etags(sent))


@lru_cache(maxsize=256)
def takes_gzip(accepted: str) -> bool:
    """What `Accept-Encoding` says of gzip; by a star if it does not name it (RFC 9110, 12.5.3)."""
    weights = {}
    for part in accepted.lower().split(","):
        coding, _, parameters = part.partition(";")
        weights[coding.strip()] = _weight(parameters)
    return next((weights[coding] > 0 for coding in ("gzip", "x-gzip", "*") if coding in weights), False)


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
