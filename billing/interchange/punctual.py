"""An end for all requests of one piece of work together: the web server ends a process whose answer takes too long."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final

import requests

LONGEST: Final = 12.0
"""Seconds for what somebody waits for, however many requests it takes. With the wait for a lock less than the web server gives."""
_ends: ContextVar[float | None] = ContextVar("ends", default=None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is asked for inside is given up after so many seconds, or when the work around it ends. Also a decorator."""
    outer, mine = _ends.get(), monotonic() + seconds
    token = _ends.set(mine if outer is None else min(outer, mine))
    try:
        yield
    finally:
        _ends.reset(token)


class Punctual(requests.Session):
    """Waits no longer for an answer than until that end, and begins nothing after it."""

    def send(self, request: requests.PreparedRequest, **more: Any) -> requests.Response:
        """`timeout`: seconds to be connected, and to be answered."""
        ends = _ends.get()
        if ends is not None:
            left = ends - monotonic()
            if left <= 0:
                raise requests.Timeout("The time for all requests is over.")
            more["timeout"] = tuple(min(seconds, left) for seconds in more["timeout"])
        return super().send(request, **more)
