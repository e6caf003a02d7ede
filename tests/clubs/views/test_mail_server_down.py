"""A mail server that refuses: whoever waits for a code is told so, what a mail only tells of is done, and no address is in the log."""

from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from clubs.services import invite, mail_invitation
from config.log_lines import WithoutRows
from tests.factories import make_club, make_user
from tests.reading import headings
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


class Refusing(BaseEmailBackend):
    """Says, as mail servers do, whom it does not know."""

    def send_messages(self, email_messages: Any) -> int:
        raise SMTPRecipientsRefused({each.to[0]: (550, b"no such user") for each in email_messages})


@pytest.fixture(autouse=True)
def _refused(settings: Any, own_cache: None) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.{Refusing.__name__}"


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("path", "field"), [("/accounts/login/", "login"), ("/accounts/signup/", "email")])
def test_whoever_waits_for_a_code_is_told(known: bool, path: str, field: str, caplog: pytest.LogCaptureFixture) -> None:
    if known:
        make_user("anna@nest.example")
    page = Client().post(path, {field: "anna@nest.example"})
    assert (page.status_code, headings(page.content)) == (503, ["The mail could not be sent"])
    assert "anna@nest.example" not in told(caplog)


def test_an_invitation_that_is_refused_names_nobody_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    owner = make_user()
    made, secret = invite(club=make_club(owner=owner), email="bob@nest.example", role="arbiter", by=owner)
    assert mail_invitation(invitation=made, secret=secret) is False
    assert ("SMTPRecipientsRefused" in told(caplog), "bob@nest.example" in told(caplog)) == (True, False)


def test_what_a_mail_only_tells_of_is_done() -> None:
    anna = make_user()
    one = Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone", "credential": {}})
    answer = signed_in(anna).post(f"/accounts/factors/webauthn/keys/{one.pk}/remove/")
    assert (answer.status_code, Authenticator.objects.count()) == (302, 0)


def told(caplog: pytest.LogCaptureFixture) -> str:
    """The log as it is written."""
    return "\n".join(WithoutRows("%(message)s").format(record) for record in caplog.records)
