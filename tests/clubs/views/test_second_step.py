"""Whose account has a second step: a mailed code alone opens none of the steps that matter, and for operators nothing at all."""

import re
from math import inf

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client

from config.cache import ForgivingCache
from tests.factories import make_user
from tests.signing_in import signed_in

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.usefixtures("own_cache")]
SECRET = "JBSWY3DPEHPK3PXP"
OFF = "/accounts/factors/totp/deactivate/"


def test_whoever_finds_browser_and_mail_open_does_not_turn_the_app_off() -> None:
    anna = make_user("anna@nest.example")
    TOTP.activate(anna, SECRET)
    browser = signed_in(anna, minutes_ago=16)
    way = browser.post(OFF)["Location"]
    assert way.partition("?")[0] == "/accounts/factors/reauthenticate/"
    answer = browser.post("/accounts/reauthenticate/code/", {"recipient": anna.email, "next": OFF})
    assert (answer["Location"].partition("?")[0], mail.outbox) == ("/accounts/factors/reauthenticate/", [])
    code = format_hotp_value(hotp_value(SECRET, next(iter(yield_hotp_counters_from_time()))))
    browser.post("/accounts/factors/reauthenticate/", {"code": code, "next": OFF})
    assert Authenticator.objects.count() == 0


@pytest.mark.parametrize(("method", "is_asked"), [("code", True), ("mfa", False)])
def test_a_code_of_a_moment_ago_counts_only_with_the_second_step(method: str, is_asked: bool) -> None:
    anna = make_user()
    TOTP.activate(anna, SECRET)
    answer = signed_in(anna, method=method).post("/accounts/export/")
    assert ("reauthenticate" in answer.headers.get("Location", "")) is is_asked


def test_codes_of_the_app_are_not_guessed_while_the_cache_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = make_user("anna@nest.example")
    TOTP.activate(anna, SECRET)
    monkeypatch.setattr(ForgivingCache, "_silent_until", inf)
    thief = Client()
    thief.post("/accounts/login/", {"login": anna.email})
    (mailed,) = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    thief.post("/accounts/login/code/confirm/", {"code": mailed})
    for code in ["000000"] * 5 + [format_hotp_value(hotp_value(SECRET, next(iter(yield_hotp_counters_from_time()))))]:
        page = thief.post("/accounts/factors/authenticate/", {"code": code})
    assert (page.status_code, "Too many failed login attempts" in page.content.decode()) == (200, True)
    assert thief.get("/desk/").status_code == 302


def test_whoever_reads_the_mail_of_an_operator_is_asked_for_the_passkey() -> None:
    anna = make_user("anna@nest.example")
    anna.is_staff = True
    anna.save()
    Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone", "credential": {}})
    thief = Client()
    thief.post("/accounts/login/", {"login": anna.email})
    (code,) = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    answer = thief.post("/accounts/login/code/confirm/", {"code": code})
    assert (answer["Location"], thief.get("/desk/").status_code) == ("/accounts/factors/authenticate/", 302)
