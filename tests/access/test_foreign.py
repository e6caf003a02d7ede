"""allauth: every route by name, and what strangers and people of clubs get from it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.access.asking import Body, ask
from tests.access.routes import is_foreign, list_routes
from tests.access.world import World, make_world

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

ALLAUTH = {
    "account_confirm_login_code": (302, 302),
    "account_confirm_reauthentication_code": (302, 302),
    "account_email": (302, 200),
    "account_email_verification_sent": (302, 302),
    "account_inactive": (200, 200),
    "account_login": (200, 302),
    "account_logout": (302, 200),
    "account_reauthenticate": (302, 302),
    "account_request_login_code": (200, 302),
    "account_reset_password": (302, 302),
    "account_request_reauthentication_code": (302, 200),
    "account_signup": (200, 302),
    "mfa_activate_totp": (302, 200),
    "mfa_add_webauthn": (302, 200),
    "mfa_authenticate": (302, 302),
    "mfa_deactivate_totp": (302, 404),
    "mfa_download_recovery_codes": (302, 404),
    "mfa_edit_webauthn": (302, 404),
    "mfa_generate_recovery_codes": (302, 200),
    "mfa_index": (302, 200),
    "mfa_list_webauthn": (302, 200),
    "mfa_login_webauthn": (302, 302),
    "mfa_reauthenticate": (302, 302),
    "mfa_reauthenticate_webauthn": (302, 302),
    "mfa_remove_webauthn": (302, 404),
    "mfa_view_recovery_codes": (302, 404),
    "usersessions_list": (302, 200),
}
"""For each route the status of GET for a stranger, and for the owner of a club."""


OF_ONE_KEY = ("mfa_edit_webauthn", "mfa_remove_webauthn")


def statuses(world: World, route: str) -> tuple[int, int]:
    path = reverse(route, args=[1] if route in OF_ONE_KEY else [])
    stranger, owner = (ask(world.named(name), "GET", path, Body()) for name in ("stranger", "owner of ours"))
    for answer in (stranger, owner):
        assert answer.mentions([*world.ours.secrets[1:], *world.theirs.secrets]) == []
        assert answer.header("x-robots-tag") == "noindex"
    return stranger.status, owner.status


def test_allauth_shows_everybody_their_own_account_alone() -> None:
    world = make_world()
    routes = [route.name for route in list_routes() if is_foreign(route)]
    assert {route: statuses(world, route) for route in routes} == ALLAUTH


def test_nobody_can_have_a_password() -> None:
    """The one address left leads to the sign-in."""
    assert [route.name for route in list_routes() if "password" in route.name] == ["account_reset_password"]
    assert Client().get(reverse("account_reset_password")).headers["Location"] == reverse("account_login")
