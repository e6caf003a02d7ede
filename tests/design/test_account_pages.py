"""Sign-in by a mailed code, as a person goes through it: our frame, our words, no allauth page left bare."""

import re
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.test import Client

from tests.browser.screen import PHONE

if TYPE_CHECKING:
    from tests.browser.screen import Screen
from tests.signing_in import mailed_code

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _no_limits_left_over(own_cache: None) -> None:
    """Tries counted in another test count here no more."""


def headings(html: str) -> list[str]:
    return re.findall(r"<h1[^>]*>\s*(.*?)\s*</h1>", html, flags=re.DOTALL)


def test_a_new_person_makes_an_account_and_signs_in_again(client: Client) -> None:
    seen = []
    page = client.post("/accounts/signup/", {"email": "new@club.example"}, follow=True)
    seen.append(headings(page.content.decode()))
    assert (len(mail.outbox), mail.outbox[0].subject) == (1, "Confirm your e-mail address")
    code = mailed_code()
    client.post("/accounts/confirm-email/", {"code": code}, follow=True)
    seen.append(headings(client.get("/accounts/logout/").content.decode()))
    client.post("/accounts/logout/")
    seen.append(headings(client.get("/accounts/login/").content.decode()))
    page = client.post("/accounts/login/", {"login": "new@club.example"}, follow=True)
    seen.append(headings(page.content.decode()))
    code = mailed_code()
    assert mail.outbox[-1].subject == f"Your sign-in code: {code}"
    client.post("/accounts/login/code/confirm/", {"code": code})
    seen.append(headings(client.get("/accounts/email/").content.decode()))
    assert seen == [["Confirm your e-mail address"], ["Sign out"], ["Sign in"], ["Enter the code"], ["My addresses"]]


def test_an_unknown_address_looks_like_a_known_one_and_gets_an_explanation(client: Client) -> None:
    page = client.post("/accounts/login/", {"login": "unknown@club.example"}, follow=True)
    assert headings(page.content.decode()) == ["Enter the code"]
    assert [message.subject for message in mail.outbox] == ["No account with this address"]
    assert "/accounts/signup/" in str(mail.outbox[0].body)


def test_everybody_reads_what_to_do_without_a_code(client: Client) -> None:
    """Byte for byte the same for a known address and an unknown one of equal length, but for the address itself."""
    Client().post("/accounts/signup/", {"email": "familiar@club.example"}, follow=True)
    Client().post("/accounts/confirm-email/", {"code": mailed_code()})
    pages = []
    for address in ("familiar@club.example", "stranger@club.example"):
        asking = Client()
        page = asking.post("/accounts/login/", {"login": address, "next": "/clubs/new/"}, follow=True).content.decode()
        pages.append(re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]*', "", page.replace(address, "")))
    assert pages[0] == pages[1]
    assert '<a href="/accounts/signup/?next=/clubs/new/">make an account</a>' in pages[0]


def test_founding_a_club_after_an_unknown_address_leads_to_an_account(client: Client) -> None:
    """And not back to the form that waits for a code that never comes."""
    client.post("/accounts/login/", {"login": "unknown@club.example"}, follow=True)
    assert headings(client.get("/clubs/new/", follow=True).content.decode()) == ["Make an account"]


def test_a_wrong_code_is_said_beside_the_field(client: Client) -> None:
    client.post("/accounts/login/", {"login": "unknown@club.example"})
    page = client.post("/accounts/login/code/confirm/", {"code": "000000"})
    html = page.content.decode()
    assert 'class="field field-wrong"' in html
    assert 'aria-invalid="true"' in html


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_axe_finds_nothing_on_the_pages_of_an_account(client: Client, screen: "Screen", language: str) -> None:
    client.cookies["django_language"] = language
    pages = [client.get(f"/accounts/{path}/") for path in ("login", "login/code", "signup", "inactive")]
    pages.append(client.post("/accounts/login/", {"login": "unknown@club.example"}, follow=True))
    pages.append(client.post("/accounts/signup/", {"email": "unknown@club.example"}, follow=True))
    pages.append(client.get("/nowhere/"))
    assert [(page.request["PATH_INFO"], fault) for page in pages for fault in screen.faults(page.content.decode(), language, PHONE)] == []
