"""My clubs, the settings of one, and its keys for programs."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import ApiToken, Club, Role
from clubs.selectors import find_token
from clubs.services import issue_token
from tests.factories import join_club, make_club
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

SETTINGS = {"name": "Nest", "language": "en", "time_zone": "UTC"}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> Client:
    return signed_in(join_club(club, Role.OWNER))


def test_my_clubs_and_no_others(club: Club, owner: Client) -> None:
    make_club("Elsewhere")
    page = owner.get("/desk/").content.decode()
    assert f"/desk/{club.public_id}/" in page
    assert "Elsewhere" not in page
    assert Client().get("/desk/")["Location"] == "/accounts/login/?next=/desk/"


def test_settings_are_saved_and_pages_made_before_are_out_of_date(club: Club, owner: Client) -> None:
    changed = {"name": "Старая крепость", "language": "ru", "time_zone": "Europe/Paris"}
    owner.post(f"/desk/{club.public_id}/settings/", SETTINGS | changed | {"visibility": "public"})
    now = Club.objects.get(pk=club.pk)
    assert (now.name, now.language, now.time_zone, now.visibility) == (*changed.values(), "unlisted")
    assert now.policy_version == club.policy_version + 1


def test_a_key_is_shown_once(club: Club, owner: Client) -> None:
    address = f"/desk/{club.public_id}/programs/"
    answer = owner.post(address, {"label": "Pairing program", "scopes": ["publish"], "holds": "365"}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    page = answer.content.decode()
    assert f"http://testserver/api/v1/clubs/{club.public_id}/events/" in page
    assert 'href="/api/v1/docs/"' in page
    [secret] = re.findall(r"rk_[0-9a-f]{72}", page)
    token = find_token(secret)
    assert token is not None
    assert (token.club, token.scopes) == (club, ["publish"])
    page = owner.get(address).content.decode()
    assert secret not in page
    assert token.prefix in page
    assert secret not in str(dict(owner.session))


@pytest.mark.parametrize(("holds", "days"), [("7", 7), ("365", 365), ("0", None)])
def test_a_key_holds_as_long_as_was_chosen(club: Club, owner: Client, holds: str, days: int | None) -> None:
    before = timezone.now()
    owner.post(f"/desk/{club.public_id}/programs/", {"label": "Pairing", "scopes": ["read"], "holds": holds})
    token = ApiToken.objects.get(club=club)
    if days is None:
        assert token.expires_at is None
    else:
        assert token.expires_at is not None
        assert before + timedelta(days=days) <= token.expires_at <= timezone.now() + timedelta(days=days)


@pytest.mark.parametrize("label", ["Pair\u202eing", "\u200b", "\u3164"])
def test_a_key_is_called_by_what_can_be_seen(club: Club, owner: Client, label: str) -> None:
    page = owner.post(f"/desk/{club.public_id}/programs/", {"label": label, "scopes": ["read"], "holds": "7"})
    assert (page.status_code, "of the name (U+" in page.content.decode(), ApiToken.objects.count()) == (200, True, 0)


def test_a_key_that_has_run_out_says_so_and_opens_nothing(club: Club, owner: Client) -> None:
    _, secret = issue_token(club=club, label="Old", scopes=["read"], by=None, expires_at=timezone.now())
    assert find_token(secret) is None
    page = owner.get(f"/desk/{club.public_id}/programs/").content.decode()
    assert "run out" in page
    assert f"/desk/{club.public_id}/programs/revoke/" not in page


def test_making_and_revoking_keys_asks_for_a_fresh_sign_in(club: Club) -> None:
    token, secret = issue_token(club=club, label="Ours", scopes=["read"], by=None)
    stale = signed_in(join_club(club, Role.OWNER), minutes_ago=16)
    for path, sent in (("", {"label": "x", "scopes": ["read"], "holds": "7"}), ("revoke/", {"token": token.prefix})):
        answer = stale.post(f"/desk/{club.public_id}/programs/{path}", sent)
        assert answer["Location"].startswith("/accounts/reauthenticate/code/")
    assert find_token(secret) == token
    assert ApiToken.objects.filter(club=club).count() == 1


def test_a_key_is_revoked_and_another_clubs_is_not(club: Club, owner: Client) -> None:
    ours, secret = issue_token(club=club, label="Ours", scopes=["publish"], by=None)
    theirs, their_secret = issue_token(club=make_club("Other"), label="Theirs", scopes=["publish"], by=None)
    for token in (ours, theirs):
        owner.post(f"/desk/{club.public_id}/programs/revoke/", {"token": token.prefix})
    assert find_token(secret) is None
    assert find_token(their_secret) == theirs
    assert "Theirs" not in owner.get(f"/desk/{club.public_id}/programs/").content.decode()


def test_an_arbiter_may_neither_change_the_club_nor_hand_out_keys(club: Club) -> None:
    arbiter = Client()
    arbiter.force_login(join_club(club, Role.ARBITER))
    assert arbiter.post(f"/desk/{club.public_id}/settings/", SETTINGS | {"name": "Mine"}).status_code == 404
    assert arbiter.post(f"/desk/{club.public_id}/programs/", {"label": "x", "scopes": ["read"]}).status_code == 404
    assert Club.objects.get(pk=club.pk).name == "Nest"
    assert ApiToken.objects.filter(club=club).count() == 0
