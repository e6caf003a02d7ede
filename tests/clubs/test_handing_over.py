"""Handing a club over: what both read of it, and of the card that pays."""

from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from clubs.domain.pausing import FOREVER
from clubs.models import Club, Role
from clubs.services import accept_invitation, invite, mail_invitation
from tests.factories import join_club, make_club, make_user
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db

HAND_OVER = "This is a hand-over: whoever offers it becomes an administrator, and you will be the owner who decides and pays."
THEIR_CARD = "the card of the former owner goes on paying, and receipts go to their address, until you change both"
MY_CARD = "If the club is paid with your card, it goes on paying, and receipts come to your address, until an owner changes both"


@pytest.mark.parametrize("is_paid", [True, False])
@pytest.mark.parametrize("steps_down", [True, False])
def test_who_takes_over_reads_what_it_is_and_whose_card_pays(
    settings: Any, django_capture_on_commit_callbacks: Any, is_paid: bool, steps_down: bool
) -> None:
    settings.SELLS_SUBSCRIPTIONS = True
    giver, taker = make_user("giver@nest.example"), make_user("taker@nest.example")
    club = make_club("Nest", owner=giver)
    Club.objects.filter(pk=club.pk).update(paid_until=FOREVER if is_paid else None)
    club.refresh_from_db()
    made, secret = invite(club=club, email="taker@nest.example", role=Role.OWNER, by=giver, steps_down=steps_down)
    mail_invitation(invitation=made, secret=secret)
    page = unescape(signed_in(taker).get(f"/invitation/{secret}/").content.decode())
    for text in (page, mail.outbox[-1].body):
        assert (HAND_OVER in text, THEIR_CARD in text) == (steps_down, steps_down and is_paid)
    with django_capture_on_commit_callbacks(execute=True):
        accept_invitation(invitation=made, by=taker)
    told = {letter.to[0]: MY_CARD in letter.body for letter in mail.outbox[1:]}
    assert told == {"taker@nest.example": False} | ({"giver@nest.example": is_paid} if steps_down else {})


@pytest.mark.parametrize("is_paid", [True, False])
def test_who_hands_over_or_leaves_reads_it_before(settings: Any, is_paid: bool) -> None:
    settings.SELLS_SUBSCRIPTIONS = True
    owner = make_user("owner@nest.example")
    club = make_club("Nest", owner=owner)
    other = join_club(club, Role.OWNER)
    arbiter = club.memberships.get(user=join_club(club, Role.ARBITER))
    Club.objects.filter(pk=club.pk).update(paid_until=FOREVER if is_paid else None)
    assert other.pk != owner.pk
    roles = f"/desk/{club.public_id}/roles/"
    for page in (roles, f"{roles}{arbiter.public_id}/", f"{roles}leave/", "/accounts/delete/"):
        assert (MY_CARD in unescape(signed_in(owner).get(page).content.decode())) is is_paid


def test_who_has_handed_a_club_over_reads_of_the_card_before_the_account_goes(settings: Any) -> None:
    settings.SELLS_SUBSCRIPTIONS = True
    giver, taker = make_user("giver@nest.example"), make_user("taker@nest.example")
    club = make_club("Nest", owner=giver)
    Club.objects.filter(pk=club.pk).update(paid_until=FOREVER)
    made, _ = invite(club=club, email=taker.email, role=Role.OWNER, by=giver, steps_down=True)
    accept_invitation(invitation=made, by=taker)
    assert MY_CARD in unescape(signed_in(giver).get("/accounts/delete/").content.decode())
    journal = unescape(signed_in(taker).get(f"/desk/{club.public_id}/journal/").content.decode())
    assert ("Hands the club over: yes" in journal, "By handing the club over: yes" in journal) == (True, True)


def test_my_clubs_tells_what_is_taken_on_as_the_page_of_the_link_does(settings: Any) -> None:
    settings.SELLS_SUBSCRIPTIONS = True
    giver, taker = make_user("giver@nest.example"), make_user("private@nest.example")
    EmailAddress.objects.create(user=taker, email="club@nest.example", verified=True)
    club = make_club("Nest", owner=giver)
    Club.objects.filter(pk=club.pk).update(paid_until=FOREVER)
    _, secret = invite(club=club, email="club@nest.example", role=Role.OWNER, by=giver, steps_down=True)
    for page in ("/desk/", f"/invitation/{secret}/"):
        text = unescape(signed_in(taker).get(page).content.decode())
        known_as = "Others who act for the club will know you as <bdi>private@nest.example</bdi>."
        assert (HAND_OVER in text, THEIR_CARD in text, known_as in text) == (True, True, True)
