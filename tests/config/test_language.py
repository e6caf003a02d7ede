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


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/club/no-such-club/", "/no/such/page/"])
def test_a_missing_page_speaks_another_language_too_and_says_the_same_at_every_address(page: str) -> None:
    client = Client(enforce_csrf_checks=True)
    missing = client.get(page).content
    assert [b'action="/i18n/setlang/"' in missing, b'name="next"' in missing] == [True, False]
    answer = client.post("/i18n/setlang/", {"language": "he"}, headers={"Origin": HERE, "Referer": f"{HERE}{page}"})
    assert (answer.status_code, answer["Location"]) == (302, f"{HERE}{page}")
    assert b'<html lang="he"' in client.get(page).content
