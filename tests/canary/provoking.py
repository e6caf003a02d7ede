"""Requests that end in each kind of error page."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from django.urls import reverse

from clubs.api_auth import ClubThrottle
from tests.access.asking import form
from tests.canary.crawl import Answer, Visitor, ask
from tests.canary.flock import Flock
from tests.canary.visitors import anonymous

BREAKS = frozenset({"stranger"})
"""The visitor for whom pages are made to fail."""


def provoke(flock: Flock) -> Iterator[Answer]:
    """400, 401, 403, 404, 405, 413, 429 and 500, with names of the club at hand where there is a view."""
    stranger = anonymous("stranger")
    club, player = f"/club/{flock.club.slug}/", next(iter(flock.players.values()))
    yield from (ask(stranger, address) for address in ("/nowhere/", f"{club}players/M1ssing0/", f"/event/{player}/{player}/", f"{club}x/"))
    yield ask(stranger, f"{club}?q=%00")
    yield ask(stranger, "/", HTTP_HOST="evil.example")
    yield from (ask(stranger, club, method=method) for method in ("POST", "DELETE", "PROPFIND"))
    strict = Visitor("stranger without a token", Client(enforce_csrf_checks=True, raise_request_exception=False, HTTP_HOST="127.0.0.1"))
    yield ask(strict, reverse("set_language"), method="POST", body=form(language="he"))
    yield ask(strict, "/accounts/login/", method="POST", body=form(login="owner@amberley.example"))
    yield from _ask_too_often(flock)
    yield from _break(flock, stranger, f"{club}players/{player}/")


def _ask_too_often(flock: Flock) -> Iterator[Answer]:
    api = f"/api/v1/clubs/{flock.club.public_id}/events/"
    program = Visitor("token of the club", Client(raise_request_exception=False), flock.world.named("token of ours that reads").headers)
    yield ask(anonymous("stranger"), f"{api}M1ssing0M1ssing0M1ssin/")
    with pytest.MonkeyPatch.context() as patch:
        counted = LocMemCache("canary", {})  # where nothing stands of what was asked before
        counted.clear()
        for name, value in (("rates", {"GET": "1/min"}), ("cache", counted), ("timer", staticmethod(lambda: 0.0))):
            patch.setattr(ClubThrottle, name, value)
        yield from [ask(program, api) for _ in range(3)]


def _break(flock: Flock, stranger: Visitor, address: str) -> Iterator[Answer]:
    """A page that fails when all its names are read."""

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("no page today")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ratings.views.player.render_club_page", fail)
        yield ask(stranger, address)
