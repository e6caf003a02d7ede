"""A new code on the pages that wait for one: mailed at once, valid in place of the first, within the limits, and silent about accounts."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from tests.factories import make_user
from tests.reading import headings
from tests.signing_in import note_sign_in, signed_in

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.usefixtures("own_cache")]

KNOWN, UNKNOWN = "anna@nest.example", "nora@nest.example"
BACK = "/desk/"
LIMIT = "Be patient, you are sending too many requests."


@pytest.fixture
def anna() -> Any:
    return make_user(KNOWN)


@pytest.fixture
def minutes(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let time pass."""
    passed = [0.0]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + passed[0])

    def let_pass(more: float) -> None:
        passed[0] += more * 60

    return let_pass


def sign_in(address: str = KNOWN) -> Client:
    browser = Client()
    browser.post("/accounts/login/", {"login": address, "next": BACK})
    return browser


def sign_up(address: str = UNKNOWN) -> Client:
    browser = Client()
    browser.post("/accounts/signup/", {"email": address, "next": BACK})
    return browser


def confirm_a_step(address: str = "owner@nest.example") -> Client:
    browser = signed_in(make_user(address))
    note_sign_in(browser, make_user("other@nest.example"), minutes_ago=60)
    browser.post("/accounts/reauthenticate/code/", {"recipient": address, "next": BACK})
    return browser


PAGES = {
    "/accounts/login/code/confirm/": sign_in,
    "/accounts/confirm-email/": sign_up,
    "/accounts/reauthenticate/code/confirm/": confirm_a_step,
}


def ask_again(browser: Client, page: str) -> Any:
    return browser.post(page, {"action": "resend", "next": BACK}, follow=True)


def codes() -> list[str]:
    return re.findall(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", "\n".join(str(each.body) for each in mail.outbox), flags=re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_the_new_code_takes_the_place_of_the_first_and_leads_on(anna: Any, page: str, minutes: Callable[[float], None]) -> None:
    browser = PAGES[page]()
    minutes(1)
    told = ask_again(browser, page)
    assert (told.redirect_chain, "A mail is on its way to" in told.content.decode()) == ([(f"{page}?next=%2Fdesk%2F", 302)], True)
    first, second = codes()
    assert "Incorrect code." in browser.post(page, {"code": first, "next": BACK}).content.decode()
    assert browser.post(page, {"code": second, "next": BACK})["Location"] == BACK


@pytest.mark.parametrize("page", PAGES)
def test_a_new_code_is_valid_as_long_as_the_first_was(anna: Any, page: str, minutes: Callable[[float], None]) -> None:
    browser = PAGES[page]()
    minutes(2.5)
    ask_again(browser, page)
    minutes(2.5)
    assert browser.post(page, {"code": codes()[-1], "next": BACK})["Location"] == BACK


@pytest.mark.parametrize("page", PAGES)
def test_a_new_code_gives_no_more_tries(anna: Any, page: str, minutes: Callable[[float], None]) -> None:
    browser = PAGES[page]()
    for _ in range(2):
        browser.post(page, {"code": "0000-0000"})
    minutes(1)
    ask_again(browser, page)
    answer: Any = browser.post(page, {"code": "0000-0000"})
    assert (answer.status_code, codes()[-1] in browser.post(page, {"code": codes()[-1]}).get("Location", "")) == (302, False)
    assert browser.get(page).status_code == 302, "whoever has tried three times begins anew"
    assert "The code was wrong too often. Have a new one sent." in browser.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_a_mailbox_gets_no_more_than_the_limits_let_through(anna: Any, page: str, minutes: Callable[[float], None]) -> None:
    browser = PAGES[page]()
    told = [ask_again(browser, page).content.decode() for _ in range(3)]
    assert len(mail.outbox) <= 3
    assert LIMIT in told[-1]
    first = codes()[-1]
    assert browser.post(page, {"code": first, "next": BACK})["Location"] == BACK, "the code that was mailed still counts"


def test_an_address_with_capital_letters_has_no_second_limit() -> None:
    """The first code is counted for the address in small letters, the new ones must be counted with it."""
    browser = confirm_a_step("Owner@nest.example")
    for _ in range(3):
        ask_again(browser, "/accounts/reauthenticate/code/confirm/")
    assert [each.to for each in mail.outbox] == [["Owner@nest.example"]] * 3


@pytest.mark.parametrize("page", list(PAGES)[:2])
def test_a_page_gives_five_new_codes(anna: Any, page: str, minutes: Callable[[float], None]) -> None:
    browser = PAGES[page]()
    for _ in range(5):
        assert "Send a new code" in browser.get(page).content.decode()
        minutes(0.7)
        ask_again(browser, page)
    assert (len(codes()), "Send a new code" in browser.get(page).content.decode()) == (6, False)


@pytest.mark.parametrize(("page", "begin"), list(PAGES.items())[:2])
def test_nobody_learns_from_it_who_has_an_account(
    anna: Any, page: str, begin: Callable[[str], Client], minutes: Callable[[float], None]
) -> None:
    """The same bytes, and as many mails."""
    told = []
    for address in (KNOWN, UNKNOWN):
        browser = begin(address)
        minutes(1)
        before = len(mail.outbox)
        html = ask_again(browser, page).content.decode()
        minutes(60)
        told.append((len(mail.outbox) - before, re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]*', "", html.replace(address, ""))))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("path", "field", "page"), [("login", "login", "/accounts/login/code/confirm/"), ("signup", "email", "/accounts/confirm-email/")]
)
def test_whoever_mistyped_the_address_sends_the_right_one(path: str, field: str, page: str) -> None:
    """Also from the page of before, which the browser still shows."""
    browser = Client()
    for address in ("nroa@nest.example", UNKNOWN):
        told: Any = browser.post(f"/accounts/{path}/", {field: address, "next": BACK}, follow=True)
    assert told.redirect_chain == [(f"{page}?next=%2Fdesk%2F", 302)]
    assert (f"<bdi>{UNKNOWN}</bdi>" in told.content.decode(), [each.to for each in mail.outbox]) == (
        True,
        [["nroa@nest.example"], [UNKNOWN]],
    )


def test_an_address_that_is_none_leaves_the_code_that_is_waited_for(anna: Any) -> None:
    browser = sign_in()
    assert headings(browser.post("/accounts/login/", {"login": "nobody", "next": BACK}).content) == ["Sign in"]
    assert browser.post("/accounts/login/code/confirm/", {"code": codes()[-1], "next": BACK})["Location"] == BACK


def test_an_added_address_gets_a_new_code_and_tells_no_more_about_accounts(anna: Any, minutes: Callable[[float], None]) -> None:
    """The same bytes and mails for an address of another account, which no code confirms."""
    told = []
    for number, address in enumerate((UNKNOWN, KNOWN)):
        browser = signed_in(make_user(f"owner{number}@nest.example"))
        browser.post("/accounts/email/", {"email": address, "action_add": ""})
        minutes(1)
        mail.outbox.clear()
        html = ask_again(browser, "/accounts/confirm-email/").content.decode()
        told.append(
            (
                [each.to == [address] for each in mail.outbox],
                re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]*', "", html.replace(address, "")),
            )
        )
        if address == UNKNOWN:
            browser.post("/accounts/confirm-email/", {"code": codes()[-1]})
            assert owner_of(address) == "owner0@nest.example"
    assert told[0] == told[1]
    assert told[0][0] == [True]


def owner_of(address: str) -> str:
    """The account that has confirmed an address."""
    return str(EmailAddress.objects.get(email=address, verified=True).user.email)


@pytest.mark.parametrize("page", PAGES)
def test_whoever_has_no_try_left_begins_anew_and_comes_to_where_they_were_going(anna: Any, page: str) -> None:
    browser = PAGES[page]()
    answers: list[Any] = [browser.post(page, {"code": "0000-0000", "next": BACK}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 302]
    again = browser.get(answers[2]["Location"])
    assert f'name="next" value="{BACK}"' in " ".join(again.content.decode().split())
