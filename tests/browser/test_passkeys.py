"""Passkeys in a real browser with a virtual authenticator: added, signed in with, confirmed with, and refused to another person."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from allauth.mfa.models import Authenticator

from tests.factories import join_club, make_club, make_user
from tests.signing_in import note_sign_in, signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


class Phone:
    """A browser tab with an authenticator of its own, and what the browser complained of."""

    def __init__(self, browser: "Browser", base: str) -> None:
        self.context = browser.new_context(viewport={"width": 390, "height": 800}, base_url=base)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.link: CDPSession = self.context.new_cdp_session(self.page)
        self.link.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
        }
        answer = self.link.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "automaticPresenceSimulation": True}})
        self.authenticator = answer["authenticatorId"]

    def recognise(self, *, is_owner: bool) -> None:
        """Whether the lock of the phone opens to whoever holds it."""
        self.link.send("WebAuthn.setUserVerified", {"authenticatorId": self.authenticator, "isUserVerified": is_owner})

    def enter_session(self, key: str, base: str) -> None:
        self.context.add_cookies([{"name": "sessionid", "value": key, "url": base}])


@pytest.fixture
def base(live_server: "LiveServer") -> str:
    """By name: browsers know no passkeys of an address in figures."""
    return live_server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def phone(browser: "Browser", base: str) -> Iterator[Phone]:
    made = Phone(browser, base)
    yield made
    made.context.close()


def test_a_passkey_is_added_signs_in_and_confirms_a_step(phone: Phone, base: str) -> None:
    person: Any = make_user("anna@nest.example")
    club = make_club(owner=person)
    client = signed_in(person)
    phone.enter_session(client.cookies["sessionid"].value, base)
    page = phone.page
    page.goto("/accounts/factors/webauthn/add/")
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("heading", name="Recovery codes").wait_for()
    assert Authenticator.objects.get(type="webauthn").wrap().is_passwordless is True

    phone.context.clear_cookies()
    page.goto("/accounts/login/?next=/desk/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("heading", name="My clubs").wait_for()

    key = next(cookie["value"] for cookie in phone.context.cookies() if cookie.get("name") == "sessionid")
    client.cookies["sessionid"] = key
    note_sign_in(client, person, minutes_ago=16)
    page.goto(f"/desk/{club.public_id}/roles/")
    page.get_by_label("Mail address").fill("new@nest.example")
    page.get_by_role("button", name="Send the invitation").click()
    page.get_by_role("heading", name="Confirm that it is you").wait_for()
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_text("The invitation is on its way").wait_for()
    assert phone.complaints == []


def test_a_finger_that_the_phone_does_not_know_opens_nothing(phone: Phone, base: str) -> None:
    person: Any = make_user("anna@nest.example")
    join_club(make_club(), user=person)
    phone.enter_session(signed_in(person).cookies["sessionid"].value, base)
    page = phone.page
    page.goto("/accounts/factors/webauthn/add/")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("heading", name="Recovery codes").wait_for()
    phone.context.clear_cookies()
    phone.recognise(is_owner=False)
    page.goto("/accounts/login/?next=/desk/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("That did not work, or was cancelled").wait_for()
    assert page.url.startswith(f"{base}/accounts/login/")


def test_where_no_passkey_can_be_that_is_said_instead_of_a_button(browser: "Browser", live_server: "LiveServer") -> None:
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto("/accounts/login/")
    page.get_by_text("Passkeys do not work in this browser").wait_for()
    assert page.get_by_role("button", name="Sign in with a passkey").count() == 0
    context.close()


def test_at_an_address_in_figures_the_page_says_that_a_name_is_needed(browser: "Browser", base: str) -> None:
    context = browser.new_context(base_url=base.replace("localhost", "127.0.0.1"))
    page = context.new_page()
    page.goto("/accounts/login/")
    page.get_by_text("put localhost in its place").wait_for()
    assert page.get_by_role("button", name="Sign in with a passkey").count() == 0
    context.close()
