"""The mails of a machine without a mail server: for whoever sits there, and for nobody else, since they hold sign-in codes."""

from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from clubs.views.dev_mail import FOLDER_BACKEND
from config.mail import ConsoleAndFolderBackend
from tests.reading import headings, parse

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _local_site(settings: Settings, tmp_path: Path, client: Client) -> None:
    client.defaults["HTTP_HOST"] = "127.0.0.1:8000"
    settings.MAIL_DIR = tmp_path / "mail"
    settings.EMAIL_BACKEND = FOLDER_BACKEND
    settings.SITE_URL = "http://127.0.0.1:8000"


def send(subject: str, body: str = "Your code is below.") -> None:
    ConsoleAndFolderBackend().send_messages([EmailMessage(subject, body, "rookery@club.example", ["arbiter@club.example"])])


def test_the_newest_mail_stands_first(client: Client) -> None:
    send("First", "שלום\n\nABC-123")
    send("Second: <b>")
    page = client.get("/dev/mail/").content
    assert headings(page) == ["Mails of this machine"]
    assert headings(page, "h2") == ["Second: <b>", "First"]
    letters = parse(page).find("article", "letter")
    assert "שלום ABC-123" in letters[1].text
    assert "arbiter@club.example" in letters[0].text


def test_without_a_mail_the_page_says_so(client: Client) -> None:
    assert "There is none yet." in client.get("/dev/mail/").content.decode()


@pytest.mark.parametrize(
    "what",
    [
        {"settings": {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"}},
        {"settings": {"SITE_URL": "https://chess.club.example"}},
        {"settings": {"SITE_URL": "http://192.168.1.7:8000"}},
        {"request": {"REMOTE_ADDR": "192.168.1.8"}},
        {"request": {"REMOTE_ADDR": ""}},
        {"request": {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}},
        {"request": {"HTTP_FORWARDED": "for=127.0.0.1"}},
    ],
    ids=lambda what: str(next(iter(what.values()))),
)
def test_anywhere_else_the_page_is_missing(client: Client, settings: Settings, what: dict[str, dict[str, str]]) -> None:
    send("Your sign-in code: ABC-123")
    for name, value in what.get("settings", {}).items():
        setattr(settings, name, value)
    answer = client.get("/dev/mail/", **what.get("request", {}))  # type: ignore[arg-type]
    assert (answer.status_code, b"ABC-123" in answer.content) == (404, False)
