"""The language is chosen without a token by a form on a page of this site, and by no other."""

import pytest
from django.test import Client

HERE = "http://testserver"


def choose(origin: str | None, **more: str) -> "tuple[int, str, str]":
    """Status, where it leads, and the language that was kept."""
    headers = {} if origin is None else {"Origin": origin}
    answer = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "he", "next": "/club/nest/", **more}, headers=headers)
    kept = answer.cookies.get("django_language")
    return answer.status_code, answer.get("Location", ""), kept.value if kept else ""


def test_a_form_of_this_site_needs_no_token() -> None:
    assert choose(HERE) == (302, "/club/nest/", "he")


@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http://testserver.evil.example", "http://testserver:81", ""])
def test_every_other_form_is_refused(origin: str | None) -> None:
    assert choose(origin) == (403, "", "")


def test_the_site_is_known_by_its_own_address_behind_a_proxy(settings: object) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://chess.example"]  # type: ignore[attr-defined]
    assert choose("https://chess.example") == (302, "/club/nest/", "he")


def test_nobody_is_led_to_another_site() -> None:
    assert choose(HERE, next="https://evil.example/")[1] == "/"
