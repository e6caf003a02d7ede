"""The authenticator app, recovery codes, sessions and addresses of one's own account, as somebody goes through them."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client

from clubs.models import Club
from tests.factories import join_club, make_club, make_user
from tests.reading import headings, parse
from tests.signing_in import mailed_code, signed_in

pytestmark = [pytest.mark.django_db(databases=["default", "owner"]), pytest.mark.usefixtures("own_cache")]


@pytest.fixture
def anna() -> Any:
    return make_user("anna@nest.example")


def shown_by_the_app(secret: str) -> str:
    """What an authenticator app with this secret shows now."""
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


def enter_mailed_code(browser: Client) -> Any:
    browser.post("/accounts/login/", {"login": "anna@nest.example"})
    return browser.post("/accounts/login/code/confirm/", {"code": mailed_code()})


def turn_app_on(browser: Client) -> tuple[str, Any]:
    page = browser.get("/accounts/factors/totp/activate/").content.decode()
    (secret,) = re.findall(r'<code[^>]*class="secret"[^>]*>([A-Z2-7]+)</code>', page)
    return secret, browser.post("/accounts/factors/totp/activate/", {"code": shown_by_the_app(secret)}, follow=True)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_with_the_app_a_mailed_code_alone_opens_nothing() -> None:
    """Committed as on the site: only then is the owner of the account told."""
    secret, page = turn_app_on(signed_in(make_user("anna@nest.example")))
    assert headings(page.content) == ["Recovery codes"]
    [note] = mail.outbox
    assert (note.subject, note.to) == ("The authenticator app is on", ["anna@nest.example"])
    browser = Client()
    answer = enter_mailed_code(browser)
    assert answer["Location"] == "/accounts/factors/authenticate/"
    assert headings(browser.get(answer["Location"]).content) == ["One more step"]
    assert browser.get("/desk/").status_code == 302
    wrong = browser.post("/accounts/factors/authenticate/", {"code": "000000"})
    assert 'class="field field-wrong"' in wrong.content.decode()
    browser.post("/accounts/factors/authenticate/", {"code": shown_by_the_app(secret)})
    assert browser.get("/desk/").status_code == 200


def test_a_recovery_code_opens_once(anna: Any) -> None:
    _, page = turn_app_on(signed_in(anna))
    codes = re.findall(r"<code[^>]*>(\d{8})</code>", page.content.decode())
    assert len(codes) == 10
    seen = []
    for code in (codes[0], codes[0]):
        browser = Client()
        enter_mailed_code(browser)
        browser.post("/accounts/factors/authenticate/", {"code": code})
        seen.append(browser.get("/desk/").status_code)
    assert seen == [200, 302]


def test_codes_that_came_with_a_passkey_are_shown_when_the_app_is_turned_on(anna: Any) -> None:
    made = RecoveryCodes.activate(anna).get_unused_codes()
    _, page = turn_app_on(signed_in(anna))
    assert re.findall(r"<code[^>]*>(\d{8})</code>", page.content.decode()) == made


def test_the_app_is_turned_off_and_everything_of_it_forgotten(anna: Any) -> None:
    browser = signed_in(anna)
    turn_app_on(browser)
    browser.post("/accounts/factors/totp/deactivate/")
    assert Authenticator.objects.count() == 0
    other = Client()
    assert enter_mailed_code(other)["Location"] == "/"
    assert other.get("/desk/").status_code == 200


def test_a_passkey_alone_asks_for_no_second_step(anna: Any) -> None:
    """Else a lost phone would lock out whoever thought of comfort."""
    Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone", "credential": {}})
    browser = Client()
    assert enter_mailed_code(browser)["Location"] == "/"
    assert browser.get("/desk/").status_code == 200


@pytest.mark.parametrize("path", ["totp/activate/", "webauthn/add/", "recovery-codes/generate/"])
def test_every_change_of_factors_asks_for_a_fresh_sign_in(anna: Any, path: str) -> None:
    TOTP.activate(anna, "JBSWY3DPEHPK3PXP")
    stale, fresh = signed_in(anna, minutes_ago=16), signed_in(anna, method="mfa")
    assert stale.get(f"/accounts/factors/{path}")["Location"].startswith("/accounts/factors/reauthenticate/")
    assert "reauthenticate" not in fresh.get(f"/accounts/factors/{path}").headers.get("Location", "")


ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"


class TestSessions:
    @pytest.fixture
    def here(self, anna: Any) -> Client:
        return self._enter(ANDROID)

    @pytest.fixture
    def elsewhere(self, anna: Any) -> Client:
        return self._enter("Elsewhere/1")

    def _enter(self, user_agent: str) -> Client:
        browser = Client(headers={"User-Agent": user_agent})
        enter_mailed_code(browser)
        return browser

    def test_each_is_told_by_its_browser_in_words_and_the_clock_of_the_club(self, elsewhere: Client, here: Client, anna: Any) -> None:
        join_club(make_club("Nest"), user=anna)
        Club.objects.update(time_zone="Asia/Jerusalem")
        UserSession.objects.update(created_at=datetime(2026, 3, 5, 22, 30, tzinfo=UTC))
        page = parse(here.get("/accounts/sessions/").content)
        assert [" ".join(each.text.split()) for each in page.find("li", "event")] == [
            "Elsewhere/1 since 6 Mar 2026, 00:30 127.0.0.1 Sign out there",
            "Chrome on Android this browser since 6 Mar 2026, 00:30 127.0.0.1",
        ]
        assert "Times are told by this clock: Israel Standard Time." in page.text or "Israel Daylight Time" in page.text

    def test_one_is_ended_and_no_other(self, elsewhere: Client, here: Client) -> None:
        third, stranger = self._enter("Third/1"), Client()
        stranger.force_login(make_user())
        [number] = [one.pk for one in UserSession.objects.filter(user_agent="Elsewhere/1")]
        answer = here.post("/accounts/sessions/end/", {"session": number}, follow=True)
        assert answer.redirect_chain == [("/accounts/sessions/", 302)]
        assert "That browser is signed out." in answer.content.decode()
        assert [browser.get("/desk/").status_code for browser in (here, elsewhere, third, stranger)] == [200, 302, 200, 200]

    def test_neither_this_one_nor_one_of_another_person_nor_nonsense_is_ended(self, elsewhere: Client, here: Client) -> None:
        other = make_user("other@nest.example")
        theirs = Client(headers={"User-Agent": "Theirs/1"})
        theirs.post("/accounts/login/", {"login": other.email})
        theirs.post("/accounts/login/code/confirm/", {"code": mailed_code()})
        numbers = [one.pk for one in UserSession.objects.exclude(user_agent="Elsewhere/1")]
        for number in (*numbers, "", "x", "٣", "9" * 30, "-1"):
            answer = here.post("/accounts/sessions/end/", {"session": number}, follow=True)
            assert (answer.status_code, "is signed out" in answer.content.decode()) == (200, False)
        assert [browser.get("/desk/").status_code for browser in (here, elsewhere, theirs)] == [200, 200, 200]

    def test_all_others_are_ended_and_this_one_stays(self, elsewhere: Client, here: Client) -> None:
        stranger = Client()
        stranger.force_login(make_user())
        here.post("/accounts/sessions/")
        assert [browser.get("/desk/").status_code for browser in (here, elsewhere, stranger)] == [200, 302, 200]


@pytest.mark.parametrize(
    ("zone", "clocks"), [("Asia/Jerusalem", ("Israel Standard Time", "Israel Daylight Time")), (None, ("Coordinated Universal Time",))]
)
@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_the_mail_about_a_change_names_the_browser_and_the_clock(zone: str | None, clocks: tuple[str, ...]) -> None:
    anna = make_user("anna@nest.example")
    if zone is not None:
        join_club(make_club("Nest"), user=anna)
        Club.objects.update(time_zone=zone)
    turn_app_on(signed_in(anna, headers={"User-Agent": ANDROID}))
    [note] = [each for each in mail.outbox if each.subject == "The authenticator app is on"]
    told = str(note.body).splitlines()
    [when] = [line for line in told if line.startswith("Time: ")]
    assert re.fullmatch(rf"Time: \d+ \w+ \d{{4}}, \d\d:\d\d \(({'|'.join(clocks)})\)", when)
    assert "Browser: Chrome on Android" in told


@pytest.mark.parametrize(
    ("others", "is_operator", "way"),
    [
        ([], False, "a code that is mailed."),
        (["webauthn"], False, "a code that is mailed."),
        (["totp", "webauthn"], False, "a code that is mailed and the authenticator app."),
        (["webauthn"], True, "another passkey."),
        ([], True, "a code that is mailed."),
    ],
)
def test_removing_a_passkey_says_what_still_signs_in(anna: Any, others: list[str], is_operator: bool, way: str) -> None:
    anna.is_staff = is_operator
    anna.save()
    phone = Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone", "credential": {}})
    for kind in others:
        Authenticator.objects.create(user=anna, type=kind, data={"name": "Other", "credential": {}})
    method = "mfa" if is_operator or "totp" in others else "code"
    page = signed_in(anna, method=method).get(f"/accounts/factors/webauthn/keys/{phone.pk}/remove/").content
    [said] = [each.text for each in parse(page).find("p") if each.text.startswith("It does not sign you in")]
    assert said == f"It does not sign you in any more. You can still sign in by {way}"


def test_another_address_is_confirmed_made_the_main_one_and_both_are_told(anna: Any) -> None:
    browser = signed_in(anna)
    browser.post("/accounts/email/", {"action_add": "", "email": "anna@new.example"})
    assert mail.outbox[-1].to == ["anna@new.example"]
    assert not EmailAddress.objects.filter(email="anna@new.example", verified=True).exists()
    browser.post("/accounts/confirm-email/", {"code": mailed_code()})
    browser.post("/accounts/email/", {"action_primary": "", "email": "anna@new.example"})
    anna.refresh_from_db()
    assert anna.email == "anna@new.example"
    assert [(note.subject, note.to) for note in mail.outbox[-1:]] == [("The address of your account was changed", ["anna@nest.example"])]
    browser.post("/accounts/email/", {"action_remove": "", "email": "anna@nest.example"})
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["anna@new.example"]


def test_an_address_is_not_added_by_whoever_finds_a_browser_open(anna: Any) -> None:
    stale = signed_in(anna, minutes_ago=16)
    answer: Any = stale.post("/accounts/email/", {"action_add": "", "email": "thief@den.example"})
    assert answer["Location"].startswith("/accounts/reauthenticate/code/")
    assert not EmailAddress.objects.filter(email="thief@den.example").exists()


def test_codes_of_the_app_are_tried_five_times_and_no_more(anna: Any) -> None:
    """The limit counts in the real cache; the right code does not help any more then."""
    secret, _ = turn_app_on(signed_in(anna))
    browser = Client()
    enter_mailed_code(browser)
    for _ in range(5):
        browser.post("/accounts/factors/authenticate/", {"code": "000000"})
    browser.post("/accounts/factors/authenticate/", {"code": shown_by_the_app(secret)})
    assert browser.get("/desk/").status_code == 302


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("", "My account"),
        ("email/", "My addresses"),
        ("factors/", "Passkeys and the authenticator app"),
        ("factors/webauthn/", "Passkeys"),
        ("factors/webauthn/add/", "Add a passkey"),
        ("factors/totp/activate/", "Turn the authenticator app on"),
        ("sessions/", "Where I am signed in"),
        ("delete/", "Delete the account"),
    ],
)
def test_the_pages_of_an_account_are_ours(anna: Any, path: str, heading: str) -> None:
    page = signed_in(anna).get(f"/accounts/{path}")
    assert (page.status_code, headings(page.content)) == (200, [heading])
    assert re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)|\sstyle=|\son\w+=", page.content.decode()) == []


def test_who_signs_up_again_is_mailed_a_whole_address(anna: Any, settings: Any) -> None:
    settings.SITE_URL = "https://chess.example"
    Client().post("/accounts/signup/", {"email": "anna@nest.example"})
    assert (mail.outbox[-1].subject, mail.outbox[-1].to) == ("You already have an account", ["anna@nest.example"])
    assert "\n\nhttps://chess.example/accounts/login/\n\n" in str(mail.outbox[-1].body)


class TestMessages:
    """What was said about a step stands on the page after it, and on no later one."""

    def test_signing_in_leaves_none_for_later(self, anna: Any) -> None:
        browser, club = Client(), make_club(owner=anna)
        page = browser.post("/accounts/login/", {"login": "anna@nest.example"}, follow=True)
        assert "A mail is on its way to anna@nest.example." in page.content.decode()
        browser.post("/accounts/login/code/confirm/", {"code": mailed_code()})
        for path in (f"/club/{club.slug}/", "/", "/accounts/", f"/desk/{club.public_id}/"):
            assert 'class="notice notice-success"' not in browser.get(path).content.decode()

    def test_signing_up_and_out_is_told_on_the_home_page_once(self) -> None:
        browser = Client()
        browser.post("/accounts/signup/", {"email": "new@nest.example"})
        browser.post("/accounts/confirm-email/", {"code": mailed_code()})
        assert [text in browser.get("/").content.decode() for text in ("new@nest.example is confirmed.",) * 2] == [True, False]
        browser.post("/accounts/logout/")
        assert ["You are signed out." in browser.get(path).content.decode() for path in ("/", "/accounts/login/")] == [True, False]
