"""The table is worth something only if it finds what it is there for: each guard is switched off and must be missed."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

from clubs import access
from clubs.middleware import SignInForDesk
from clubs.models import Club, Role, Visibility
from clubs.selectors import find_club
from clubs.services import record_in_journal
from config.urls import urlpatterns as all_patterns
from tests.access.declared import DECLARED
from tests.access.headers import policy_faults
from tests.access.routes import Route, is_foreign, is_ours, list_routes
from tests.access.table import Table, Tally
from tests.access.world import make_world

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [*all_patterns, path("secrets/", nothing, name="secrets")]


def faults_of(*routes: str, visibility: str = Visibility.UNLISTED) -> str:
    tally = Tally()
    table = Table(make_world(), visibility, tally, is_thorough=False)
    for route in routes:
        table.ask_route(route, DECLARED[route])
    return "\n".join(tally.faults)


def test_a_route_that_nobody_declared_is_found() -> None:
    unknown = [route for route in list_routes(__name__) if not is_ours(route) and not is_foreign(route)]
    assert unknown == [Route("secrets", "secrets/")]


def test_a_desk_that_lets_everybody_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "find_role", lambda account, club: Role.OWNER)
    found = faults_of("ratings:desk")
    for who in ("signed in without a club", "owner of theirs"):
        assert f"GET ratings:desk, {who}, club of Amberley (public_id), club is unlisted: 200 instead of {{404}}" in found
    assert "GET ratings:desk, arbiter of ours, club of Amberley" not in found


def test_a_desk_that_does_not_ask_strangers_to_sign_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SignInForDesk, "__call__", lambda self, request: self.get_response(request))
    found = faults_of("ratings:desk")
    for who in ("stranger", "token of ours that reads", "revoked token"):
        assert f"GET ratings:desk, {who}, club of Amberley (public_id), club is unlisted: 404 instead of {{302}}" in found
    assert "signed in without a club" not in found


def test_a_desk_that_is_open_to_strangers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SignInForDesk, "__call__", lambda self, request: self.get_response(request))
    monkeypatch.setattr(access, "find_role", lambda account, club: Role.OWNER)
    found = faults_of("ratings:desk")
    assert "GET ratings:desk, stranger, club of Amberley (public_id), club is unlisted: 200 instead of {302}" in found


def test_an_arbiter_with_the_rights_of_an_admin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "may", lambda role, act: role is not None)
    found = faults_of("clubs:settings")
    assert "POST clubs:settings, arbiter of ours, club of Amberley (public_id), club is unlisted: 302 instead of {404}" in found
    assert "something was written" not in found
    assert "POST clubs:settings, arbiter of ours, club of Amberley (public_id), club is unlisted: wrote to" in found


def test_a_header_that_tells_one_refusal_from_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubs.middleware.patch_vary_headers", lambda response, names: None)
    found = faults_of("ratings:club", visibility=Visibility.ARBITERS_ONLY)
    assert (
        "GET ratings:club, signed in without a club, club of Amberley (slug), club is arbiters: differs from what is missing: headers"
        in found
    )


def test_a_refused_call_that_writes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    unchanged = find_club

    def writing(key: str) -> Club | None:
        club = unchanged(key)
        if club is not None:
            record_in_journal(club=club, action="looked", by=None)
        return club

    monkeypatch.setattr(access, "find_club", writing)
    found = faults_of("ratings:desk")
    assert "GET ratings:desk, owner of theirs, club of Amberley (public_id), club is unlisted: wrote to ['clubs_journalentry']" in found


@pytest.mark.parametrize(
    ("policy", "faults"),
    [
        ("default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'", []),
        (
            "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self'; form-action 'self'",
            ["policy allows 'unsafe-inline'", "policy of script-src is [\"'self'\", \"'unsafe-inline'\"]"],
        ),
        ("script-src 'self'; style-src 'self'; form-action 'self'", ["policy does not start from nothing"]),
    ],
)
def test_a_policy_that_lets_too_much_through_is_found(policy: str, faults: list[str]) -> None:
    assert policy_faults(policy) == faults
