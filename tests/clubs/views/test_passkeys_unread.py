"""What is no answer of a passkey is refused like a wrong one, at every door; it is never an error of the server."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.factories import make_user
from tests.signing_in import signed_in

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
UNREAD = ["", "x", "[]", "null", '{"id": {"a": 1}}', "9" * 5000, '"\\u0000"', '{"id":"a","rawId":"a","response":{},"type":"public-key"}']


@pytest.mark.parametrize("sent", UNREAD)
def test_nobody_signs_in_by_it(sent: str, own_cache: None) -> None:
    browser = Client()
    assert browser.post("/accounts/factors/webauthn/login/", {"credential": sent})["Location"] == "/accounts/login/"
    assert browser.get("/desk/").status_code == 302


@pytest.mark.parametrize("sent", UNREAD)
def test_nothing_is_added_by_it(sent: str, own_cache: None) -> None:
    page = signed_in(make_user()).post("/accounts/factors/webauthn/add/", {"credential": sent, "name": "Mine", "passwordless": "on"})
    assert (page.status_code, Authenticator.objects.count()) == (200, 0)
