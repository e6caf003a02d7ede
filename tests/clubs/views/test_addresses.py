"""My addresses: another one is told of to the main one, and the page offers what can be done."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from tests.factories import make_user
from tests.reading import headings, links
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

CHOICES = ("Make it the main address", "Send the confirmation again", "Remove")


@pytest.fixture(autouse=True)
def _elsewhere(settings: Any, own_cache: None) -> None:
    settings.SITE_URL = "https://chess.example"


@pytest.fixture
def anna() -> Any:
    return make_user("anna@nest.example")


def test_the_main_address_is_told_of_another_one_and_the_way_leads_to_all(anna: Any) -> None:
    browser = signed_in(anna)
    browser.post("/accounts/email/", {"email": "anna@work.example", "action_add": ""})
    (code,) = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    page = browser.post("/accounts/confirm-email/", {"code": code}, follow=True)
    assert (page.redirect_chain, headings(page.content)) == ([("/accounts/email/", 302)], ["My addresses"])
    told = mail.outbox[-1]
    assert (told.subject, told.to) == ("An address was added", ["anna@nest.example"])
    assert "anna@work.example" in str(told.body)
    advice = "look at your addresses, your passkeys and where you are signed in:\n\nhttps://chess.example/accounts/\n"
    assert advice in str(told.body)


def test_the_main_address_is_told_of_one_that_is_removed(anna: Any) -> None:
    EmailAddress.objects.create(user=anna, email="anna@work.example", verified=True, primary=False)
    signed_in(anna).post("/accounts/email/", {"email": "anna@work.example", "action_remove": ""})
    assert [(letter.subject, letter.to) for letter in mail.outbox] == [("An address was removed", ["anna@nest.example"])]
    assert "anna@work.example" in str(mail.outbox[0].body)


def test_a_first_address_is_told_of_to_nobody(client: Any) -> None:
    client.post("/accounts/signup/", {"email": "new@nest.example"})
    (code,) = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    client.post("/accounts/confirm-email/", {"code": code})
    assert [letter.subject for letter in mail.outbox] == ["Confirm your e-mail address"]


@pytest.mark.parametrize(("others", "offered"), [([], []), ([True], list(CHOICES)), ([False], list(CHOICES))])
def test_a_single_address_leaves_nothing_to_choose(anna: Any, others: list[bool], offered: list[str]) -> None:
    for is_confirmed in others:
        EmailAddress.objects.create(user=anna, email="anna@work.example", verified=is_confirmed, primary=False)
    page = signed_in(anna).get("/accounts/email/").content
    text = page.decode()
    assert [choice for choice in CHOICES if re.search(rf">\s*{choice}\s*<", text)] == offered
    assert ("main address" in text, "anna@nest.example" in text, links(page)["My account"]) == (True, True, "/accounts/")
