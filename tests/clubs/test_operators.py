"""The operators' site: off unless wanted, absent to all but staff with a second factor, one club at a time, every write journalled."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse

from clubs.admin import DERIVED, WRITABLE, club_owned_models, operators
from clubs.models import Club, JournalEntry, Membership, Role
from clubs.selectors import find_token
from clubs.services import issue_token, revoke_token
from clubs.tenancy.owned import ClubOwned
from clubs.tenancy.scope import club_scope
from players.models import Player
from tests.factories import join_club, make_club, make_player, make_user
from tests.signing_in import signed_in

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.urls("tests.clubs.operator_site")]


def operator(*, is_staff: bool = True, method: str = "mfa") -> Client:
    """Somebody who has signed in by a code, and by a second factor if `method` is one."""
    user = make_user()
    user.is_staff = is_staff
    user.save()
    browser = signed_in(user)
    session = browser.session
    session["account_authentication_methods"][0]["method"] = method
    session.save()
    return browser


def choose(browser: Client, club: Club) -> None:
    assert browser.post("/operator/club/", {"club": club.public_id})["Location"] == "/operator/"


def row(model: type[Any], pk: int) -> str:
    return f"/operator/{model._meta.app_label}/{model._meta.model_name}/{pk}/change/"


@pytest.mark.urls("config.urls")
def test_without_the_variable_there_is_none() -> None:
    with pytest.raises(NoReverseMatch):
        reverse("admin:index")
    assert operator().get("/operator/").status_code == 404


def test_every_model_of_a_club_is_reachable_but_the_derived_ones() -> None:
    owned = {model._meta.label for model in apps.get_models() if issubclass(model, ClubOwned)}
    registered = {model._meta.label for model in operators._registry}
    assert registered == {model._meta.label for model in club_owned_models()}
    assert owned - registered == DERIVED & owned
    assert {"clubs.Membership", "clubs.ApiToken", "clubs.Invitation", "players.Player", "tournaments.Game"} <= registered
    assert set(WRITABLE) <= registered


@pytest.mark.parametrize("path", ["", "club/", "players/player/", "players/player/1/change/"])
def test_it_is_absent_to_everybody_else(path: str) -> None:
    owner = make_user()
    make_club(owner=owner)
    assert signed_in(owner).get(f"/operator/{path}").status_code == 404
    assert Client().get(f"/operator/{path}")["Location"] == "/accounts/login/?next=/operator/"
    assert operator(method="code").get(f"/operator/{path}")["Location"] == "/accounts/factors/?next=/operator/"
    assert operator(is_staff=False).get(f"/operator/{path}").status_code == 404


@pytest.mark.parametrize(
    ("kind", "page"), [(Authenticator.Type.TOTP, "reauthenticate/"), (Authenticator.Type.WEBAUTHN, "webauthn/reauthenticate/")]
)
def test_who_has_a_second_factor_is_asked_for_it(kind: Authenticator.Type, page: str) -> None:
    """Signed in by the mailed code before there was one, or by a browser that has been open since."""
    browser = operator(method="code")
    Authenticator.objects.create(user_id=browser.session["_auth_user_id"], type=kind, data={"secret": "JBSWY3DPEHPK3PXP"})
    assert browser.get("/operator/")["Location"] == f"/accounts/factors/{page}?next=/operator/"


def test_a_code_of_the_app_opens_it() -> None:
    browser, secret = operator(method="code"), "JBSWY3DPEHPK3PXP"
    Authenticator.objects.create(user_id=browser.session["_auth_user_id"], type=Authenticator.Type.TOTP, data={"secret": secret})
    asked = browser.get("/operator/")["Location"]
    code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    assert browser.post(asked, {"code": code})["Location"] == "/operator/"
    assert browser.get("/operator/")["Location"] == "/operator/club/"


def test_who_has_none_is_told_why_the_page_asks() -> None:
    assert "asks for a passkey or the authenticator app" in operator(method="code").get("/operator/", follow=True).content.decode()


def test_a_club_is_chosen_first_and_no_row_of_another_is_seen() -> None:
    ours, theirs = make_club("Nest"), make_club("Perch")
    mine, other = make_player(ours, "Nadia Brook"), make_player(theirs, "Theo Perch")
    browser = operator()
    assert browser.get("/operator/players/player/")["Location"] == "/operator/club/"
    choose(browser, ours)
    assert browser.get("/operator/").status_code == 200
    listed = browser.get("/operator/players/player/").content.decode()
    assert (mine.public_id in listed, other.public_id in listed) == (True, False)
    assert browser.get(row(Player, mine.pk)).status_code == 200
    assert browser.get(row(Player, other.pk)).status_code == 302
    stranger = Membership.objects.get(club=theirs)
    assert browser.get(row(Membership, stranger.pk)).status_code == 302


@pytest.mark.parametrize("model", club_owned_models(), ids=lambda model: model._meta.label)
def test_every_table_can_be_looked_at(model: Any) -> None:
    club = make_club("Nest")
    make_player(club, "Nadia Brook")
    browser = operator()
    choose(browser, club)
    assert browser.get(f"/operator/{model._meta.app_label}/{model._meta.model_name}/").status_code == 200
    with club_scope(club):
        one = model.objects.filter(club=club).first()
    if one is not None:
        assert browser.get(row(model, one.pk)).status_code == 200


def test_a_list_tells_rows_apart_finds_them_and_says_whose_they_are() -> None:
    club = make_club("Nest")
    for name in ("Nadia Brook", "Omar Finch"):
        make_player(club, name)
    browser = operator()
    choose(browser, club)
    page = browser.get("/operator/players/player/").content.decode()
    assert "Nest" in page
    assert ("Nadia Brook" in page, "Omar Finch" in page) == (True, True)
    page = browser.get("/operator/players/player/?q=omar").content.decode()
    assert ("Nadia Brook" in page, "Omar Finch" in page) == (False, True)
    member = join_club(club)
    assert member.username in browser.get("/operator/clubs/membership/").content.decode()
    assert ("JournalEntry" in browser.get("/operator/").content.decode(), "entrys" in page) == (True, False)


def test_nobody_gives_themselves_a_password_there() -> None:
    browser = operator()
    choose(browser, make_club())
    assert browser.get("/operator/password_change/").status_code == 404
    assert "password" not in browser.get("/operator/").content.decode().lower()


def test_a_write_is_journalled_without_values_and_outdates_pages() -> None:
    club = make_club("Nest")
    player = make_player(club, "Nadia Brook")
    browser = operator()
    choose(browser, club)
    known = {"age_group": "adult", "age_group_lapses": "", "start_rating": "", "start_games": ""}
    assert browser.post(row(Player, player.pk), {**known, "always_initials": "on", "name": "Mallory"}).status_code == 302
    with club_scope(club):
        changed, line = Player.objects.get(pk=player.pk), JournalEntry.objects.latest("pk")
    assert (changed.name, changed.age_group, changed.always_initials) == ("Nadia Brook", "adult", True)
    assert (line.action, line.by_id, line.detail) == (
        "operator.changed",
        int(browser.session["_auth_user_id"]),
        {"table": "players.Player", "row": player.pk, "changed": ["age_group", "always_initials"]},
    )
    assert Club.objects.get(pk=club.pk).policy_version == club.policy_version + 1
    assert LogEntry.objects.count() == 0


def test_nothing_is_added_deleted_or_changed_that_has_pages_of_its_own() -> None:
    club = make_club("Nest")
    player = make_player(club, "Nadia Brook")
    browser = operator()
    choose(browser, club)
    with club_scope(club):
        line = JournalEntry.objects.latest("pk")
    for path in (
        "/operator/players/player/add/",
        row(Player, player.pk).replace("change", "delete"),
        row(JournalEntry, line.pk).replace("change", "delete"),
    ):
        assert browser.post(path, {"post": "yes"}).status_code == 403
    assert browser.post(row(JournalEntry, line.pk), {"action": "nothing.happened"}).status_code == 403
    with club_scope(club):
        assert JournalEntry.objects.get(pk=line.pk).action == "club.founded"
        assert Player.objects.filter(pk=player.pk).exists()


def test_a_role_lowered_here_ends_what_it_allowed_and_the_last_owner_stays() -> None:
    owner = make_user()
    club = make_club("Nest", owner=owner)
    admin = join_club(club, Role.ADMIN)
    _, secret = issue_token(club=club, label="Pairing", scopes=["read"], by=admin)
    browser = operator()
    choose(browser, club)
    refused = browser.post(row(Membership, Membership.objects.get(club=club, user=owner).pk), {"role": "arbiter"})
    assert "A club needs an owner" in refused.content.decode()
    browser.post(row(Membership, Membership.objects.get(club=club, user=admin).pk), {"role": "arbiter"})
    assert find_token(secret) is None
    assert list(Membership.objects.filter(club=club).order_by("pk").values_list("role", flat=True)) == ["owner", "arbiter"]
    with club_scope(club):
        actions = list(JournalEntry.objects.order_by("-pk").values_list("action", flat=True)[:3])
    assert actions == ["operator.changed", "token.revoked", "role.changed"]


def test_a_key_that_was_revoked_is_not_brought_back() -> None:
    club = make_club("Nest")
    token, secret = issue_token(club=club, label="Pairing", scopes=["read"], by=None)
    revoke_token(club=club, token=token, by=None)
    browser = operator()
    choose(browser, club)
    told = {"label": "Pairing", "expires_at_0": "", "expires_at_1": "", "revoked_at_0": "", "revoked_at_1": ""}
    refused = browser.post(row(type(token), token.pk), told)
    assert "This was revoked and stays so." in refused.content.decode()
    assert find_token(secret) is None


def test_a_club_that_cannot_be_is_not_there() -> None:
    assert operator().post("/operator/club/", {"club": "\0"}).status_code == 404


def test_a_command_names_operators() -> None:
    user = make_user("anna@nest.example")
    call_command("make_operator", "ANNA@nest.example")
    user.refresh_from_db()
    assert (user.is_staff, user.is_superuser) == (True, False)
    call_command("make_operator", "anna@nest.example", "--end")
    user.refresh_from_db()
    assert user.is_staff is False
    with pytest.raises(CommandError, match="Nobody has an account"):
        call_command("make_operator", "else@nest.example")
