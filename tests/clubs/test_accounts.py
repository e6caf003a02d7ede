"""Taking an account along and ending it."""

from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.test import Client

from clubs.domain.errors import OwnerOfClubs
from clubs.models import Club, JournalEntry, Membership, Role
from clubs.selectors import find_token, list_invitations, list_owned_alone, name_of_account
from clubs.services import delete_account, describe_account, invite, issue_token, record_in_journal, remove_member
from clubs.tenancy.scope import club_scope
from tests.factories import join_club, make_club, make_user
from tests.reading import links
from tests.signing_in import mailed_code, signed_in

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


SAVE_NOW = "Now you can save the file."


def person() -> Any:
    return make_user("anna@nest.example")


def everything_of(user: User) -> str:
    """Every row that PostgreSQL holds of an account, as text."""
    models = (User, EmailAddress, Membership, Authenticator)
    return " ".join(str(list(model.objects.values())) for model in models)


def test_nothing_of_an_account_is_left_but_a_number() -> None:
    anna = person()
    club = make_club("Nest")
    join_club(club, Role.ADMIN, anna)
    EmailAddress.objects.create(user=anna, email="anna@work.example", verified=True, primary=False)
    _, secret = issue_token(club=club, label="Pairing", scopes=["read"], by=anna)
    made = make_club("Other")
    chief = join_club(made, Role.OWNER)
    invite(club=made, email="anna@work.example", role=Role.ARBITER, by=chief)
    record_in_journal(club=club, action="club.changed", by=anna)
    browser = signed_in(anna)
    assert browser.get("/desk/").status_code == 200
    delete_account(user=anna)
    assert "anna" not in everything_of(anna)
    assert list_invitations(made).count() == 0
    assert find_token(secret) is None
    assert browser.get("/desk/").status_code == 302
    left = User.objects.get(pk=anna.pk)
    assert (left.is_active, left.email, left.last_login, left.has_usable_password()) == (False, "", None, False)
    with club_scope(club):
        lines = JournalEntry.objects.select_related("by").filter(by=anna).order_by("pk")
        assert [(line.action, name_of_account(line.by)) for line in lines][-2:] == [
            ("role.left", "somebody who has left"),
            ("token.revoked", "somebody who has left"),
        ]


def test_the_address_may_begin_again_as_somebody_else() -> None:
    anna = person()
    delete_account(user=anna)
    assert make_user("anna@nest.example").pk != anna.pk


def test_the_last_owner_of_clubs_is_told_which_and_keeps_everything() -> None:
    anna = person()
    for name in ("Perch", "Nest"):
        make_club(name, owner=anna)
    shared = make_club("Shared", owner=anna)
    join_club(shared, Role.OWNER)
    helped = make_club("Helped")
    join_club(helped, Role.ARBITER, anna)
    before = everything_of(anna)
    assert [club.name for club in list_owned_alone(anna)] == ["Nest", "Perch"]
    with pytest.raises(OwnerOfClubs, match="the only owner of \u2068Nest\u2069, \u2068Perch\u2069"):
        delete_account(user=anna)
    assert everything_of(anna) == before


def test_the_page_refuses_with_the_clubs_and_deletes_after_a_fresh_sign_in() -> None:
    anna = person()
    club = make_club("Nest", owner=anna)
    browser = signed_in(anna)
    page = browser.get("/accounts/delete/").content
    assert {name: link for name, link in links(page).items() if link.startswith("/desk/")} == {
        "Nest": f"/desk/{club.public_id}/",
        "Hand it over": f"/desk/{club.public_id}/roles/",
        "Take everything along": f"/desk/{club.public_id}/export/",
        "Delete the club": f"/desk/{club.public_id}/close/",
    }
    assert "You are the only owner of \u2068Nest\u2069" in browser.post("/accounts/delete/").content.decode()
    join_club(club, Role.OWNER)
    stale = signed_in(anna, minutes_ago=16)
    assert stale.post("/accounts/delete/")["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.get(pk=anna.pk).is_active
    assert "The account is deleted" in browser.post("/accounts/delete/").content.decode()
    assert browser.get("/accounts/")["Location"] == "/accounts/login/?next=/accounts/"


def test_a_club_that_is_deleted_soon_keeps_its_last_owner_until_then() -> None:
    anna = person()
    club = make_club("Nest", owner=anna)
    Club.objects.filter(pk=club.pk).update(closing_at=datetime(2031, 3, 5, 12, tzinfo=UTC))
    page = signed_in(anna).get("/accounts/delete/").content
    assert "It is deleted on 5 Mar 2031; after that day you can delete the account." in page.decode()
    assert "Hand it over" not in links(page)


def test_an_invitation_to_an_address_that_was_never_confirmed_is_neither_told_nor_ended() -> None:
    anna, owner = person(), make_user()
    EmailAddress.objects.create(user=anna, email="victim@nest.example", verified=False, primary=False)
    club = make_club("Secret", owner=owner)
    invite(club=club, email="victim@nest.example", role=Role.ARBITER, by=owner)
    assert describe_account(user=anna)["invitations_to_me"] == []
    delete_account(user=anna)
    assert [each.email for each in list_invitations(club)] == ["victim@nest.example"]


def test_everything_about_an_account_is_in_its_file_and_nothing_of_others() -> None:
    anna, other = person(), make_user("other@nest.example")
    chief = make_user()
    club, left = make_club("Nest", owner=anna), make_club("Left", owner=chief)
    join_club(left, Role.ADMIN, anna)
    issue_token(club=left, label="Forgotten", scopes=["read"], by=anna)
    remove_member(club=left, member=Membership.objects.get(club=left, user=anna), by=chief)
    join_club(club, Role.ADMIN, other)
    token, _ = issue_token(club=club, label="Pairing", scopes=["read"], by=anna)
    issue_token(club=club, label="Of another", scopes=["read"], by=other)
    invite(club=club, email="new@nest.example", role=Role.ARBITER, by=anna)
    told = describe_account(user=anna)
    assert sorted(told) == [
        "account",
        "addresses",
        "clubs",
        "invitations_by_me",
        "invitations_to_me",
        "journal",
        "keys_for_programs",
        "roles_that_others_ended",
        "second_factors",
        "sessions",
    ]
    assert told["addresses"] == [{"address": "anna@nest.example", "confirmed": True, "main": True}]
    assert [(each["club"], each["role"]) for each in told["clubs"]] == [("Nest", "owner")]
    assert [(each["club"], each["role"]) for each in told["roles_that_others_ended"]] == [("Left", "admin")]
    assert [(each["label"], each["prefix"]) for each in told["keys_for_programs"]] == [("Pairing", token.prefix)]
    assert [each["address"] for each in told["invitations_by_me"]] == ["new@nest.example"]
    assert [each["action"] for each in told["journal"]] == ["club.founded", "token.issued", "invitation.made"]


def test_the_file_is_sent_to_its_owner_alone_and_stored_nowhere() -> None:
    anna = person()
    make_club("Nest", owner=anna)
    answer: Any = signed_in(anna).post("/accounts/export/")
    assert answer.json()["account"]["address"] == "anna@nest.example"
    assert answer["Content-Disposition"] == 'attachment; filename="rookery-account.json"'
    assert answer["Cache-Control"] == "private, no-store"
    assert Client().post("/accounts/export/")["Location"] == "/accounts/login/?next=/accounts/export/"


def test_who_must_first_show_who_they_are_comes_back_to_a_page_and_saves_the_file_from_there() -> None:
    anna = person()
    browser = signed_in(anna, minutes_ago=16)
    assert SAVE_NOW not in browser.get("/accounts/?file").content.decode()
    asked = browser.post("/accounts/export/")["Location"]
    assert asked == "/accounts/reauthenticate/code/?next=%2Faccounts%2F%3Ffile"
    browser.post(asked, {"recipient": anna.email, "next": "/accounts/?file"})
    there = browser.post("/accounts/reauthenticate/code/confirm/", {"code": mailed_code(), "next": "/accounts/?file"})["Location"]
    assert there == "/accounts/?file"
    assert SAVE_NOW in browser.get(there).content.decode()
    assert browser.post("/accounts/export/")["Content-Disposition"].startswith("attachment")
