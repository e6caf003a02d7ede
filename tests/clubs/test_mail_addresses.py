"""One mailbox has one address: for the limits on codes, for accounts, and for whoever is invited."""

import pytest
from django.core import mail
from django.test import Client

from clubs.domain.mail_addresses import as_mailed
from clubs.selectors import has_address
from tests.factories import make_user
from tests.signing_in import signed_in

DOORS = {"/accounts/login/": "login", "/accounts/login/code/": "email", "/accounts/signup/": "email"}


@pytest.mark.parametrize(
    ("typed", "mailed"),
    [
        (" Anna@Nest.Example", "anna@nest.example"),
        ("anna@ne\u200bst.exam\u200dple", "anna@nest.example"),
        ("anna@ⓝest.example", "anna@nest.example"),
        ("anna@münchen.example", "anna@xn--mnchen-3ya.example"),
        ("anna@xn--mnchen-3ya.example", "anna@xn--mnchen-3ya.example"),
    ],
)
def test_whatever_is_typed_becomes_what_is_mailed(typed: str, mailed: str) -> None:
    assert as_mailed(typed) == as_mailed(mailed) == mailed


@pytest.mark.parametrize("typed", ["anna@nest\u202e.example", "ı@nest.example", "\uff41nna@nest.example", "@nest.example", "a@" + "ü" * 63])
def test_where_no_mail_arrives_is_no_address(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        as_mailed(typed)


@pytest.mark.django_db
def test_a_letter_that_looks_alike_in_capitals_is_another_address() -> None:
    """PostgreSQL writes ı and i alike in capitals; whoever has the one is not invited by a mail to the other."""
    assert not has_address(make_user("mike@gıthub.example"), "mike@github.example")


@pytest.mark.django_db(databases=["default", "owner"])
def test_signs_that_are_drawn_as_nothing_open_no_second_mailbox(own_cache: None) -> None:
    make_user("anna@nest.example")
    for unseen in ("", "\u200b", "\u200d", "\u200b\u200b"):
        Client().post("/accounts/login/", {"login": f"anna@ne{unseen}st.example"})
    assert [note.to for note in mail.outbox] == [["anna@nest.example"]] * 3


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize("path", [*DOORS, "/accounts/email/"])
def test_an_address_that_cannot_be_mailed_is_said_beside_its_field(path: str, own_cache: None) -> None:
    browser = signed_in(make_user()) if path not in DOORS else Client()
    page = browser.post(path, {DOORS.get(path, "email"): "anna@nest\u202e.example", "action_add": ""})
    assert (page.status_code, "Enter a valid email address." in page.content.decode()) == (200, True)
