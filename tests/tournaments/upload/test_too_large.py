"""What is too large is refused where it was sent, with the limit; elsewhere it is a bad request."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from config.refusals import TAKE_LARGE_TEXTS
from tests.tournaments.sources import trf
from tests.tournaments.upload.arbiter import Arbiter
from tournaments.interchange.limits import MAX_BYTES

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_a_file_that_is_too_large_is_refused_with_the_limit(arbiter: Arbiter) -> None:
    for size in (MAX_BYTES + 1, 3 * MAX_BYTES):
        answer = arbiter.client.post(arbiter.address, {"file": SimpleUploadedFile("e.trf", b"0" * size), "text": ""})

        assert (answer.status_code, f"at most {MAX_BYTES} are read" in answer.content.decode()) == (422, True)
    assert arbiter.kept() == (0, 0, 0)


@pytest.mark.parametrize("size", [MAX_BYTES + 100_000, 3 * MAX_BYTES])
@pytest.mark.parametrize("content_type", ["multipart", "application/x-www-form-urlencoded"])
def test_a_text_that_is_too_large_is_answered_by_the_form(arbiter: Arbiter, size: int, content_type: str) -> None:
    waiting = arbiter.send(trf().encode())
    if content_type == "multipart":
        answer = arbiter.client.post(arbiter.address, {"text": "0" * size})
    else:
        answer = arbiter.client.post(arbiter.address, b"text=" + b"0" * size, content_type=content_type)

    page = answer.content.decode()
    assert (answer.status_code, f"at most {MAX_BYTES} are read" in page) == (422, True)
    assert [f'name="{name}"' in page for name in ("csrfmiddlewaretoken", "file", "text")] == [True] * 3
    assert "Anna Berg" in arbiter.look(waiting)
    assert arbiter.kept() == (0, 0, 1)


@pytest.mark.parametrize("name", sorted(TAKE_LARGE_TEXTS))
def test_every_page_that_takes_a_large_text_says_that_it_is_too_large(name: str) -> None:
    arbiter = Arbiter(role=Role.OWNER)
    answer = arbiter.client.post(reverse(name, args=[arbiter.club.public_id]), {"text": "0" * (3 * MAX_BYTES)})
    assert (answer.status_code, 'name="text"' in answer.content.decode(), answer.context["form"].errors.keys()) == (422, True, {"file"})
    assert arbiter.kept() == (0, 0, 0)


def test_a_text_that_is_too_large_tells_a_stranger_nothing(arbiter: Arbiter) -> None:
    stranger, nobody = Arbiter(), Client()
    text = {"text": "0" * (3 * MAX_BYTES)}

    answers = [stranger.client.post(path, text) for path in (arbiter.address, "/desk/missing/publish/")]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert nobody.post(arbiter.address, text)["Location"].startswith("/accounts/login/")


def test_elsewhere_a_request_that_is_too_large_is_a_bad_one(arbiter: Arbiter) -> None:
    answer = arbiter.client.post(f"/desk/{arbiter.club.public_id}/people/", {"name": "0" * (3 * MAX_BYTES)})
    assert (answer.status_code, "The request was not understood" in answer.content.decode()) == (400, True)
