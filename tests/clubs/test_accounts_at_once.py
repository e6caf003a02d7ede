"""Somebody deletes the account, or loses the role, while that very account takes something up elsewhere."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client

from clubs.domain.errors import AccountGone, ClubError, RoleRefused
from clubs.models import ApiToken, Club, JournalEntry, Membership, Role
from clubs.selectors import find_invitation
from clubs.services import accept_invitation, delete_account, found_club, invite, issue_token, remove_member
from clubs.tenancy.scope import club_scope
from tests.at_once import meanwhile
from tests.factories import join_club, make_club, make_user
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def deleting(person: User) -> None:
    delete_account(user=User.objects.get(pk=person.pk))


def test_a_club_is_not_handed_over_to_an_account_that_is_being_deleted() -> None:
    owner, person = make_user(), make_user()
    club = make_club(owner=owner)
    made, secret = invite(club=club, email=person.email, role=Role.OWNER, by=owner, steps_down=True)
    held = find_invitation(secret)
    assert held is not None
    end = meanwhile(lambda: deleting(person), lambda: accept_invitation(invitation=held, by=person), expected=ClubError)
    assert end is AccountGone
    assert list(Membership.objects.filter(club=club).values_list("user", "role")) == [(owner.pk, Role.OWNER)]
    with club_scope(club):
        line = JournalEntry.objects.latest("pk")
    assert (line.action, line.by_id, line.subject) == ("invitation.revoked", person.pk, made.public_id)


def test_an_address_that_two_accounts_confirm_at_once_is_of_one(own_cache: None) -> None:
    confirming: list[tuple[Client, str]] = []
    for _ in range(2):
        browser = signed_in(make_user())
        cache.clear()  # one code for an address in ten seconds
        browser.post("/accounts/email/", {"action_add": "", "email": "both@nest.example"})
        (code,) = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[-1].body), flags=re.MULTILINE)
        confirming.append((browser, code))
    (first, code), (second, other) = confirming
    end = meanwhile(
        lambda: first.post("/accounts/confirm-email/", {"code": code}),
        lambda: second.post("/accounts/confirm-email/", {"code": other}),
        expected=Exception,
    )
    assert (end, EmailAddress.objects.filter(email="both@nest.example").count()) == (None, 1)


def test_no_club_is_founded_by_an_account_that_is_being_deleted() -> None:
    person = make_user()
    end = meanwhile(
        lambda: deleting(person),
        lambda: found_club(by=person, name="Orphan", language="en", audience="mixed", time_zone="UTC"),
        expected=ClubError,
    )
    assert (end, Club.objects.count()) == (AccountGone, 0)


def test_no_key_is_left_by_somebody_who_is_being_removed() -> None:
    owner = make_user()
    club = make_club(owner=owner)
    admin = join_club(club, Role.ADMIN)
    member = Membership.objects.get(user=admin)
    end = meanwhile(
        lambda: remove_member(club=club, member=member, by=owner),
        lambda: issue_token(club=club, label="Mine", scopes=["publish"], by=admin),
        expected=ClubError,
    )
    assert (end, ApiToken.objects.count()) == (RoleRefused, 0)
