"""A cache that visitors share never serves one the page of another: nginx between the site and people of different rights."""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from clubs.kept import KEPT
from clubs.middleware import PrivateByDefault
from clubs.models import NamePolicy, Visibility
from clubs.services import change_club
from tests.canary.proxy import Reply, SharedCache, find, shared_cache
from tests.once import made_once

if TYPE_CHECKING:
    from tests.access.world import World

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

VISITORS = (("arbiter of ours", "en"), ("stranger", "en"), ("owner of theirs", "he"), ("owner of ours", "en"), ("stranger", "he"))
"""By name and language, each after somebody who may read more, or less, or in another language."""
_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator["World"]:
    from tests.access.world import make_world

    with made_once(django_db_blocker, make_world) as made:
        yield made


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SharedCache]:
    nginx = find()
    if nginx is None:
        message = "no nginx: `make test` installs one where it may"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    KEPT.clear()
    with shared_cache(nginx, tmp_path) as site:
        yield site


def addresses(world: "World") -> list[str]:
    """Pages of every kind, and the closed and removed events."""
    club, ids = world.ours.club, world.ours.ids
    of_club = [reverse(f"ratings:{name}", args=[club.slug]) for name in ("club", "ladder_csv", "ladder_json", "wall", "events", "how")]
    of_player = [reverse(f"ratings:{name}", args=[club.slug, ids["player"]]) for name in ("player", "history_csv", "opponents")]
    events = [reverse("ratings:event", args=[club.public_id, ids[kind]]) for kind in ("main", "open", "closed", "removed")]
    return [
        "/",
        *of_club,
        *of_player,
        *events,
        reverse("ratings:desk", args=[club.public_id]),
        reverse("players:people", args=[club.public_id]),
    ]


def session_of(world: "World", name: str) -> str:
    cookie = world.named(name).client.cookies.get("sessionid")
    return cookie.value if cookie else ""


def plain(reply: Reply) -> Reply:
    """Without what differs between two answers to the same visitor, and wherever it comes from."""
    return replace(reply, body=_TOKEN.sub(rb"\1", reply.body), from_cache=False)


def wrong(site: SharedCache, world: "World", asked: list[str]) -> list[str]:
    """Where a visitor is given something else through the cache than past it; each address is asked for by one after the other."""
    found = []
    for address in asked:
        for visitor, language in VISITORS:
            session = session_of(world, visitor)
            through, past = (plain(site.get(address, session=session, language=language, cached=cached)) for cached in (True, False))
            assert past.status in (200, 302, 404)
            if through != past:
                found.append(f"{visitor} at {address} in {language}: {through.status}, not {past.status}")
    return found


@pytest.mark.parametrize("visibility", [Visibility.ARBITERS_ONLY, Visibility.PUBLIC])
def test_nobody_is_given_the_page_of_somebody_else(visibility: str, site: SharedCache, world: "World") -> None:
    world.show(visibility)
    assert wrong(site, world, addresses(world)) == []


def test_what_is_closed_is_closed_at_once(site: SharedCache, world: "World") -> None:
    """Also where a kept page was served from the cache's own store until then."""
    world.ours.club = change_club(club=world.ours.club, by=None, audience="adults", name_policy=NamePolicy.EVERYONE_IN_FULL)
    address = reverse("ratings:club", args=[world.ours.club.slug])
    assert b"Quill Amberleywood" in site.get(address).body
    world.ours.club = change_club(club=world.ours.club, by=None, name_policy=NamePolicy.INITIALS)
    assert b"Quill" not in site.get(address).body
    world.show(Visibility.ARBITERS_ONLY)
    assert site.get(address).status == 404


def test_what_may_be_shared_is(site: SharedCache) -> None:
    """The positive control of the cache: it does keep what it is told it may."""
    assert [site.get("/robots.txt").from_cache for _ in range(2)] == [False, True]


def test_a_page_that_says_that_it_may_be_shared_is_found(site: SharedCache, world: "World", monkeypatch: pytest.MonkeyPatch) -> None:
    unchanged = PrivateByDefault.__call__

    def careless(self: PrivateByDefault, request: HttpRequest) -> HttpResponse:
        response = unchanged(self, request)
        response.headers["Cache-Control"] = "public, max-age=60"
        del response.headers["Vary"]
        response.cookies.clear()
        return response

    monkeypatch.setattr(PrivateByDefault, "__call__", careless)
    world.show(Visibility.ARBITERS_ONLY)
    address = reverse("ratings:club", args=[world.ours.club.slug])
    assert f"stranger at {address} in en: 200, not 404" in wrong(site, world, [address])
