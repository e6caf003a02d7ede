"""What an invited person goes through: the mail, an account on the way, one button, the desk."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Invitation, Membership, Role
from clubs.selectors import find_role
from clubs.services import invite, revoke_invitation
from tests.factories import make_club, make_user
from tests.reading import headings, parse
from tests.signing_in import mailed_code, signed_in

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.usefixtures("own_cache")]

ADDRESS = "new.arbiter@nest.example"


@pytest.fixture
def owner() -> Any:
    return make_user("owner@nest.example")


@pytest.fixture
def club(owner: Any) -> Club:
    return make_club("Amberley", owner=owner)


def link_to(club: Club, owner: Any, role: str = Role.ARBITER) -> str:
    return f"/invitation/{invite(club=club, email=ADDRESS, role=role, by=owner)[1]}/"


def test_a_stranger_makes_an_account_on_the_way_and_comes_to_the_desk(club: Club, owner: Any) -> None:
    link, browser = link_to(club, owner), Client()
    page = browser.get(link).content.decode()
    assert "Amberley" in page
    assert f'href="/accounts/signup/?next={link}"' in page
    signup = browser.get(f"/accounts/signup/?next={link}").content.decode()
    assert f'<input type="hidden" name="next" value="{link}">' in re.sub(r"\s+", " ", signup)
    browser.post("/accounts/signup/", {"email": ADDRESS, "next": link})
    answer: Any = browser.post("/accounts/confirm-email/", {"code": mailed_code(), "next": link})
    assert answer["Location"] == link
    assert "Accept" in browser.get(link).content.decode()
    assert not Membership.objects.filter(user__email=ADDRESS).exists()
    answer = browser.post(link, follow=True)
    assert answer.redirect_chain == [(f"/desk/{club.public_id}/", 302)]
    welcome = (
        "You are now an arbiter of \u2068Amberley\u2069. To begin, open “Publish” and hand in the file of an event; then say who is who."
    )
    assert (answer.status_code, welcome in answer.content.decode()) == (200, True)


def test_who_has_an_account_signs_in_on_the_way(club: Club, owner: Any) -> None:
    link, person, browser = link_to(club, owner), make_user(ADDRESS), Client()
    assert f'href="/accounts/login/?next={link}"' in browser.get(link).content.decode()
    browser.post("/accounts/login/", {"login": ADDRESS, "next": link})
    answer: Any = browser.post("/accounts/login/code/confirm/", {"code": mailed_code(), "next": link})
    assert answer["Location"] == link
    assert "Invited by <bdi>owner@nest.example</bdi>." in browser.get(link).content.decode()
    browser.post(link)
    assert find_role(person, club) == Role.ARBITER
    assert browser.get(link)["Location"] == browser.post(link)["Location"] == f"/desk/{club.public_id}/"


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_whoever_else_has_the_link_learns_no_address_and_gets_no_role(club: Club, owner: Any, is_signed_in: bool) -> None:
    link = link_to(club, owner)
    thief = make_user("thief@den.example")
    browser = signed_in(thief) if is_signed_in else Client()
    for page in (browser.get(link), browser.post(link)):
        text = page.content.decode()
        assert (page.status_code, "n…@n….example" in text, ADDRESS in text, "owner@nest.example" in text) == (200, True, False, False)
        assert page["X-Robots-Tag"] == "noindex"
        assert page["Cache-Control"] == "private, no-store"
    assert find_role(thief, club) is None
    assert Invitation.objects.get().is_open


def test_every_link_that_does_not_hold_looks_alike(club: Club, owner: Any) -> None:
    browser = signed_in(make_user("somebody@nest.example"))
    made, revoked = invite(club=club, email=ADDRESS, role=Role.ARBITER, by=owner)
    revoke_invitation(club=club, invitation=made, by=owner)
    closed = make_club("Brackley", owner=owner)
    _, of_closed = invite(club=closed, email=ADDRESS, role=Role.ARBITER, by=owner)
    Club.objects.filter(pk=closed.pk).update(closing_at=timezone.now())
    pages = [browser.get(f"/invitation/{secret}/") for secret in (revoked, of_closed, "x" * 43)]
    bodies = {re.sub(r'(value="|nonce=|/invitation/)[^"/]*', "", page.content.decode()) for page in pages}
    assert ({page.status_code for page in pages}, len(bodies)) == ({404}, 1)
    (body,) = bodies
    assert ("This invitation does not hold" in body, "Or a newer mail was sent: use the link in that one." in body) == (True, True)


def test_both_ways_are_offered_alike_each_with_whom_it_is_for(club: Club, owner: Any) -> None:
    page = Client().get(link_to(club, owner)).content
    assert headings(page, "h2") == ["You have an account at Rookery", "You are new at Rookery"]
    ways = [each for each in parse(page).find("a", "button") if each.text in ("Sign in", "Make an account")]
    assert [each.attributes["class"] for each in ways] == ["button button-secondary"] * 2
