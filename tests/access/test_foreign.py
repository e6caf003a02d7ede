"""The admin site and allauth: every route by name, and what strangers and people of clubs get from it."""

from collections.abc import Iterator

import pytest
from django.urls import NoReverseMatch, reverse

from tests.access.asking import Body, ask
from tests.access.routes import is_foreign, list_routes
from tests.access.world import MISSING, World, make_world

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

NAMELESS = "admin:None"
OBJECTS: tuple[dict[str, str], ...] = (
    {},
    {"object_id": "1"},
    {"id": "1"},
    {"app_label": "auth"},
    {"content_type_id": "1", "object_id": "1"},
    {"uidb36": "1", "key": MISSING},
)
ALLAUTH = {
    "account_change_password": (302, 302),
    "account_confirm_login_code": (302, 302),
    "account_confirm_reauthentication_code": (302, 302),
    "account_email": (302, 200),
    "account_email_verification_sent": (302, 302),
    "account_inactive": (200, 200),
    "account_login": (200, 302),
    "account_logout": (302, 200),
    "account_reauthenticate": (302, 403),
    "account_request_login_code": (200, 302),
    "account_request_reauthentication_code": (302, 403),
    "account_reset_password": (200, 200),
    "account_reset_password_done": (200, 200),
    "account_reset_password_from_key": (200, 200),
    "account_reset_password_from_key_done": (200, 200),
    "account_set_password": (302, 200),
    "account_signup": (200, 302),
}
"""For each route the status of GET for a stranger, and for the owner of a club."""


def addresses(route: str) -> Iterator[str]:
    """The route's address, with an object where it wants one."""
    for wanted in OBJECTS:
        try:
            yield reverse(route, kwargs=wanted)
        except NoReverseMatch:
            continue


def statuses(world: World, route: str) -> tuple[int, int]:
    path = next(addresses(route))
    stranger, owner = (ask(world.named(name), "GET", path, Body()) for name in ("stranger", "owner of ours"))
    for answer in (stranger, owner):
        assert answer.mentions([*world.ours.secrets[1:], *world.theirs.secrets]) == []
        assert answer.header("x-robots-tag") == "noindex"
    return stranger.status, owner.status


def test_allauth_shows_everybody_their_own_account_alone() -> None:
    world = make_world()
    routes = [route.name for route in list_routes() if route.name.startswith("account_")]
    assert {route: statuses(world, route) for route in routes} == ALLAUTH


def test_the_admin_site_sends_owners_of_clubs_away_like_strangers() -> None:
    """No table of a club is in it: row-level security would show nothing of it there anyway."""
    world = make_world()
    routes = {route.name for route in list_routes() if is_foreign(route) and route.name.startswith("admin:")} - {NAMELESS, "admin:login"}
    assert {route: statuses(world, route) for route in routes} == dict.fromkeys(routes, (302, 302))
    assert statuses(world, "admin:login") == (200, 200)
