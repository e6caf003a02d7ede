"""Who has an account and signs up all the same: the page tells nobody, the mail says so, and every way to sign in is open."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.core import mail
from django.test import Client

from clubs.models import Club, Role
from clubs.selectors import find_role
from clubs.services import invite
from tests.factories import make_club, make_user
from tests.reading import headings, links
from tests.signing_in import mailed_code

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.usefixtures("own_cache")]

KNOWN, UNKNOWN = "anna@nest.example", "nora@nest.example"


@pytest.fixture
def anna() -> Any:
    return make_user(KNOWN)


@pytest.fixture
def owner() -> Any:
    return make_user("owner@nest.example")


@pytest.fixture
def club(owner: Any) -> Club:
    return make_club("Amberley", owner=owner)


@pytest.fixture
def link(club: Club, owner: Any) -> str:
    return f"/invitation/{invite(club=club, email=KNOWN, role=Role.ARBITER, by=owner)[1]}/"


def sign_up(browser: Client, address: str, back: str) -> Any:
    return browser.post("/accounts/signup/", {"email": address, "next": back}, follow=True)


def plain(page: Any, address: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]*', "", page.content.decode().replace(address, ""))


def test_the_page_is_the_same_for_a_known_address_and_an_unknown_one(anna: Any, link: str) -> None:
    """Byte for byte, at once, when it is opened again, and after a wrong code; so are the statuses and addresses on the way."""
    told = []
    for address in (KNOWN, UNKNOWN):
        browser = Client()
        pages = [sign_up(browser, address, link), browser.get("/accounts/confirm-email/")]
        pages.append(browser.post("/accounts/confirm-email/", {"code": "000000", "next": link}))
        pages.append(browser.get("/accounts/login/"))
        chain = pages[0].redirect_chain
        told.append((chain, [(page.status_code, plain(page, address)) for page in pages]))
    assert told[0] == told[1]
    assert "If you have an account already, the mail says so and has no code" in told[0][1][0][1]


@pytest.mark.parametrize("way", ["page", "mail", "header", "second address"])
def test_the_way_to_the_sign_in_is_open_and_the_invitation_goes_on(anna: Any, club: Club, link: str, way: str) -> None:
    browser = Client()
    page = sign_up(browser, KNOWN, link)
    assert (mail.outbox[-1].subject, headings(page.content)) == ("You already have an account", ["Confirm your e-mail address"])
    (mailed,) = re.findall(r"http://[^/]+(/accounts/login/\S+)", str(mail.outbox[-1].body))
    ways = {
        "page": links(page.content)["sign in"],
        "mail": mailed,
        "header": "/accounts/login/",
        "second address": f"/accounts/login/code/?next={link}",
    }
    assert headings(browser.get(ways[way]).content) == ["Sign in"]
    if way != "header":
        assert f'name="next" value="{link}"' in " ".join(browser.get(ways[way]).content.decode().split())
    browser.post("/accounts/login/", {"login": KNOWN, "next": link})
    answer: Any = browser.post("/accounts/login/code/confirm/", {"code": mailed_code(), "next": link})
    assert answer["Location"] == link
    browser.post(link)
    assert find_role(anna, club) == Role.ARBITER


def test_looking_at_the_sign_in_leaves_a_new_account_its_code(link: str) -> None:
    browser = Client()
    sign_up(browser, UNKNOWN, link)
    code = mailed_code()
    assert headings(browser.get("/accounts/login/").content) == ["Sign in"]
    assert browser.post("/accounts/confirm-email/", {"code": code, "next": link})["Location"] == link


def test_a_passkey_is_asked_for_while_a_sign_up_waits(anna: Any, link: str) -> None:
    browser = Client()
    sign_up(browser, KNOWN, link)
    answer = browser.get("/accounts/factors/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    assert (answer.status_code, list(answer.json())) == (200, ["request_options"])


def test_cancelling_a_mistyped_address_keeps_the_way(link: str) -> None:
    browser = Client()
    page = sign_up(browser, "mistyped@nest.example", link)
    (back,) = re.findall(r'name="next"\s+value="(/accounts/(?:login|signup)/\?[^"]*)"', page.content.decode())
    again = browser.post("/accounts/logout/", {"next": back}, follow=True)
    assert headings(again.content) == ["Make an account"]
    assert f'name="next" value="{link}"' in " ".join(again.content.decode().split())


def test_cancelling_a_sign_in_keeps_the_way(link: str) -> None:
    browser = Client()
    page = browser.post("/accounts/login/", {"login": "mistyped@nest.example", "next": link}, follow=True)
    (back,) = re.findall(r'name="next"\s+value="(/accounts/(?:login|signup)/\?[^"]*)"', page.content.decode())
    again = browser.post("/accounts/logout/", {"next": back}, follow=True)
    assert headings(again.content) == ["Sign in"]
    assert f'name="next" value="{link}"' in " ".join(again.content.decode().split())


@pytest.mark.parametrize(("path", "field", "waiting"), [("signup", "email", "confirm-email"), ("login", "login", "login/code/confirm")])
def test_whoever_is_led_back_to_a_waiting_code_keeps_the_way(link: str, path: str, field: str, waiting: str) -> None:
    browser = Client()
    browser.post(f"/accounts/{path}/", {field: "mistyped@nest.example"})
    assert browser.get(f"/accounts/{path}/?next={link}")["Location"] == f"/accounts/{waiting}/?next={quote(link, safe='')}"
