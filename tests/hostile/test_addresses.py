"""Control characters, ids of another form and cursors that nobody was given: the ordinary refusal, never a fault of ours."""

import base64

import pytest
from django.test import Client

from clubs.services import issue_token
from tests.factories import event_record, make_club, make_event, make_user
from tests.signing_in import signed_in
from tests.tournaments.programs import make_program
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db

ABSENT = "M1ssing0M1ssing0M1ssin"
WRONG = ("%00", "a%00b", "%0A", "%E2%80%AE", "A" * 21, "A" * 23, "x'y")
PAGES = (
    "/club/{wrong}/",
    "/club/{slug}/players/{wrong}/",
    "/event/{wrong}/x/",
    "/event/{club}/{wrong}/",
    "/desk/{wrong}/",
    "/desk/{club}/events/{wrong}/",
    "/desk/{club}/publish/{wrong}/",
    "/desk/{club}/people/{wrong}/",
)


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("page", PAGES)
def test_an_address_of_another_form_is_as_absent_as_any(page: str, wrong: str) -> None:
    owner = make_user()
    club = make_club(owner=owner)
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    ordinary = client.get(f"/desk/{ABSENT}/" if page.startswith("/desk/") else f"/event/{club.public_id}/{ABSENT}/")

    answer = client.get(page.format(wrong=wrong, slug=club.slug, club=club.public_id))

    assert (answer.status_code, answer.content, answer.headers) == (404, ordinary.content, ordinary.headers)


def test_the_right_form_still_arrives() -> None:
    club = make_club()
    event = make_event(club, event_record(["Ada Stone", "Noa Hill"], [[(1, 2, ResultKind.DRAW)]]))
    assert [Client().get(f"/event/{club.public_id}/{event.public_id}/").status_code, Client().get(f"/club/{club.slug}/").status_code] == [
        200,
        200,
    ]


@pytest.mark.parametrize("query", ["round=%00", "%00", "page=1%1B", "%C2%85=1"])
def test_a_control_character_in_the_query_is_a_bad_request(query: str) -> None:
    club = make_club()
    answer = Client(raise_request_exception=False).get(f"/club/{club.slug}/?{query}")
    assert (answer.status_code, b"<h1>" in answer.content) == (400, True)


def test_the_same_for_a_program_in_the_shape_of_the_api() -> None:
    program = make_program()
    answer = program.get("?cursor=%00")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


@pytest.mark.parametrize("wrong", WRONG)
def test_an_event_of_another_form_is_as_absent_for_a_program(wrong: str) -> None:
    program = make_program()
    ordinary = program.get(f"{ABSENT}/")
    answer = program.get(f"{wrong}/")
    assert (answer.status_code, answer.content) == (404, ordinary.content)


def test_an_address_that_the_api_does_not_have_is_told_in_its_shape() -> None:
    answer = Client().get("/api/v1/nothing/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "cursor",
    [b"p=garbage", b"p=2026-13-45", b"r=1&p=1", b"p=%00", b"p=2026-03-03", b"o=-1&p=x", b"\xff\xfe", b"p=2026-03-03T10:00:00"],
)
def test_a_cursor_that_nobody_was_given_is_refused(cursor: bytes) -> None:
    program = make_program()
    program.publish()
    answer = program.get(f"?cursor={base64.urlsafe_b64encode(cursor).decode()}")
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "error": {
                "code": "invalid_parameters",
                "message": "The parameters of the address are not right.",
                "remarks": [
                    {"code": "invalid_cursor", "message": "cursor: Take it from “next” or “previous”.", "line": None, "column": None}
                ],
            }
        },
    )


@pytest.mark.parametrize("prefix", ["\0", "rk_\0", "", "rk_zzzzzzzz"])
def test_a_key_of_another_form_is_passed_over(prefix: str) -> None:
    owner = make_user()
    club = make_club(owner=owner)
    token, _ = issue_token(club=club, label="Program", scopes=["read"], by=None)
    client = signed_in(owner, raise_request_exception=False)

    answer = client.post(f"/desk/{club.public_id}/programs/revoke/", {"token": prefix})

    token.refresh_from_db()
    assert (answer.status_code, answer["Location"], token.revoked_at) == (302, f"/desk/{club.public_id}/programs/", None)


def test_a_secret_of_another_form_is_not_looked_up() -> None:
    answer = Client(raise_request_exception=False).get("/api/v1/clubs/x/events/", headers={"Authorization": "Bearer rk_\0"})
    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/", "/family/x/ask/", "/i18n/setlang/", "/api/v1/clubs/x/events/"])
@pytest.mark.parametrize("charset", ["utf-7", "windows-1255"])
def test_a_form_in_another_encoding_is_a_bad_request_and_no_fault_of_ours(path: str, charset: str) -> None:
    """With the cookie of a token: its check reads the form, and so does the page that says that it cannot be read."""
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    answer = client.generic("POST", path, b"kind=other", f"application/x-www-form-urlencoded; charset={charset}")
    assert answer.status_code == (401 if path.startswith("/api/") else 400)
