"""Dates and numbers out of all reason, many tokens of one club, and a mail page asked for through a proxy that says nothing of itself."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from clubs.views.dev_mail import FOLDER_BACKEND
from tests.tournaments.programs import make_program
from tests.tournaments.sources import rookery_json
from tests.tournaments.upload.arbiter import Arbiter

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("given", ["0001-01-01", "9999-12-31", "1899-12-31", "2101-01-01"])
def test_a_date_out_of_all_reason_is_refused(given: str) -> None:
    answer = make_program().post(b"{}", query=f"?date={given}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_parameters")


@pytest.mark.parametrize("field", ["shown_version", "corrections_of"])
def test_the_number_of_a_version_out_of_all_reason_is_none(field: str) -> None:
    arbiter = Arbiter()
    arbiter.publish(rookery_json())
    address = arbiter.send(rookery_json(name="Corrected"), "e.json")
    number = "9" * 5_000  # more digits than Python makes a number of
    answers = {"shown_version": number} if field == "shown_version" else {"corrections_of": f"x:{number}", "target": f"x:{number}"}
    assert arbiter.client.post(address, {"name": "Corrected", **answers}).status_code == 302
    assert arbiter.kept() == (1, 2, 0)


def test_more_tokens_do_not_buy_more_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubs.api_auth.ClubThrottle.rates", {"GET": "2/min"})
    first = make_program()
    second, other = make_program(first.club), make_program()
    assert [first.get().status_code, second.get().status_code, second.get().status_code, other.get().status_code] == [200, 200, 429, 200]


@pytest.mark.parametrize(("host", "status"), [("127.0.0.1:8000", 200), ("localhost", 200), ("chess.example.org", 404)])
def test_mails_are_told_only_where_the_site_is_asked_by_a_local_name(settings: Settings, tmp_path: Path, host: str, status: int) -> None:
    settings.MAIL_DIR, settings.EMAIL_BACKEND, settings.SITE_URL = tmp_path, FOLDER_BACKEND, "http://127.0.0.1:8000"
    settings.ALLOWED_HOSTS = ["*"]
    assert Client().get("/dev/mail/", headers={"host": host}).status_code == status
