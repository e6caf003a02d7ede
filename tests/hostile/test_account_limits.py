"""How often codes are asked for: of one address, and from one place. What is answered never says whether an account exists."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from tests.factories import make_user
from tests.reading import headings, parse

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

MINUTE, HOUR = 60, 3_600
TOO_MANY = ["Too many failed login attempts. Try again later."]
Ask = Callable[..., Any]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time by which tries are counted; it stands until a test moves it."""
    now = SimpleNamespace(at=1_800_000_000.0)
    monkeypatch.setattr(
        "allauth.core.internal.ratelimit.time", SimpleNamespace(time=lambda: now.at, monotonic=lambda: 0.0, sleep=lambda _seconds: None)
    )
    return now


@pytest.fixture
def ask(clock: SimpleNamespace, own_cache: None) -> Ask:
    """Ask for a code as a browser that knows nothing of the tries before."""
    return lambda email, place="192.0.2.1": Client(REMOTE_ADDR=place).post("/accounts/login/", {"login": email})


def told(answer: Any) -> tuple[int, list[str], list[str]]:
    """Status, heading and what is said to be wrong."""
    return answer.status_code, headings(answer.content), [each.text for each in parse(answer.content).find("ul", "errorlist")]


def test_an_address_is_sent_three_codes_a_minute(ask: Ask, clock: SimpleNamespace) -> None:
    make_user("known@club.example")
    answers = [ask("known@club.example", f"192.0.2.{number}") for number in range(4)]

    assert [answer.status_code for answer in answers] == [302, 302, 302, 200]
    assert told(answers[3]) == (200, ["Sign in"], TOO_MANY)
    assert len(mail.outbox) == 3
    assert ask("other@club.example").status_code == 302
    clock.at += MINUTE + 1
    assert ask("known@club.example").status_code == 302


def test_upper_case_is_the_same_address(ask: Ask) -> None:
    answers = [ask(email) for email in ("known@club.example", "KNOWN@club.example", "Known@Club.Example", "known@CLUB.example")]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 200]


def test_an_address_is_sent_twelve_codes_an_hour_and_is_not_locked_out_for_the_day(ask: Ask, clock: SimpleNamespace) -> None:
    statuses = []
    for number in range(13):
        statuses.append(ask("known@club.example", f"192.0.2.{number}").status_code)
        clock.at += MINUTE + 1
    assert statuses == [302] * 12 + [200]
    clock.at += HOUR
    assert ask("known@club.example").status_code == 302


def test_an_unknown_address_is_limited_in_the_same_words(ask: Ask) -> None:
    make_user("known@club.example")
    known, unknown = ([told(ask(email)) for _ in range(4)] for email in ("known@club.example", "unknown@club.example"))
    assert known == unknown


def test_one_place_asks_for_twenty_addresses_a_minute(ask: Ask) -> None:
    statuses = [ask(f"person{number}@club.example").status_code for number in range(21)]
    assert statuses == [302] * 20 + [200]
    assert ask("person21@club.example", "192.0.2.99").status_code == 302


def test_too_many_accounts_from_one_place_are_answered_by_a_page_of_ours(ask: Ask) -> None:
    def sign_up(number: int, place: str) -> Any:
        return Client(REMOTE_ADDR=place).post("/accounts/signup/", {"email": f"new{number}@club.example"})

    answers = [sign_up(number, "192.0.2.1") for number in range(21)]

    assert [answer.status_code for answer in answers] == [302] * 20 + [429]
    assert headings(answers[20].content) == ["Too many tries"]
    assert (answers[20]["X-Robots-Tag"], answers[20]["Cache-Control"]) == ("noindex", "private, no-store")
    assert sign_up(21, "192.0.2.99").status_code == 302
