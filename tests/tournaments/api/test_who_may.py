"""Tokens, scopes and clubs: who may ask for what, and what strangers cannot tell apart."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club
from clubs.services import revoke_token
from tests.factories import join_club, make_club
from tests.tournaments.programs import Program, make_program
from tests.tournaments.sources import rookery_json, trf

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NOWHERE = "no-such-club"


def told(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    return answer.status_code, answer.content, {name: value for name, value in answer.items() if name != "Content-Security-Policy"}


@pytest.fixture
def theirs(db: None) -> Club:
    """Another club, with an event that could leak."""
    other = make_program(make_club("Theirs"))
    assert other.publish().status_code == 201
    return other.club


@pytest.fixture
def their_event(theirs: Club) -> str:
    event: str = make_program(theirs).get().json()["results"][0]["event"]
    return event


@pytest.mark.parametrize("path", ["", "some-event/"])
def test_another_club_is_byte_for_byte_one_that_does_not_exist(program: Program, theirs: Club, path: str) -> None:
    answers = [told(program.get(path, club=club)) for club in (theirs.slug, theirs.public_id, NOWHERE)]

    assert answers[0] == answers[1] == answers[2]
    assert answers[0][:2] == (
        404,
        b'{"error":{"code":"not_found","message":"There is no such club or event for this token.","remarks":[]}}',
    )


def test_publishing_to_another_club_is_byte_for_byte_publishing_nowhere(program: Program, theirs: Club) -> None:
    answers = [told(program.post(rookery_json(), club=club)) for club in (theirs.slug, theirs.public_id, NOWHERE)]

    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == 404


def test_another_clubs_event_is_byte_for_byte_one_that_does_not_exist(program: Program, their_event: str) -> None:
    asked = [told(program.get(f"{event}/")) for event in (their_event, "no-such-event")]
    published = [told(program.post_trf(trf(), f"?event={event}")) for event in (their_event, "no-such-event")]

    assert asked[0] == asked[1]
    assert published[0] == published[1]
    assert (asked[0][0], published[0][:2]) == (404, asked[0][:2])
    assert program.get().json()["results"] == []


def test_a_club_may_be_named_by_address_or_id(program: Program) -> None:
    program.publish()

    assert program.get(club=program.club.slug).json() == program.get(club=program.club.public_id).json()


@pytest.mark.parametrize("header", [None, "Bearer", "Bearer rk_0123456789", "Basic cm9vaw==", "Token x"])
def test_without_a_token_that_holds_every_club_answers_alike(theirs: Club, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    answers = [told(Client().get(f"/api/v1/clubs/{club}/events/", headers=headers)) for club in (theirs.slug, NOWHERE)]

    assert answers[0] == answers[1]
    assert (answers[0][0], answers[0][2]["WWW-Authenticate"]) == (401, 'Bearer realm="api"')


def test_a_revoked_token_is_none(program: Program) -> None:
    assert program.get().status_code == 200
    revoke_token(club=program.club, token=program.token, by=None)

    answer = program.get()

    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "authentication_failed")


def test_a_scope_is_needed_for_each_method(db: None) -> None:
    reader, writer = make_program(scopes=("read",)), make_program(scopes=("publish",))

    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in (reader.publish(), writer.get(), writer.get("x/"))] == [
        (403, "permission_denied")
    ] * 3
    assert (reader.get().status_code, writer.publish().status_code) == (200, 201)


def test_a_signed_in_arbiter_without_a_token_is_a_stranger_here(program: Program, client: Client) -> None:
    client.force_login(join_club(program.club))

    assert client.get(f"/api/v1/clubs/{program.club.slug}/events/").status_code == 401


def test_asking_for_the_head_needs_the_scope_of_asking(program: Program) -> None:
    path = f"/api/v1/clubs/{program.club.slug}/events/"

    assert program.client.head(path, headers=program.headers({})).status_code == 200
    assert program.client.head(path, headers=make_program(program.club, scopes=("publish",)).headers({})).status_code == 403
    assert program.client.put(path, headers=program.headers({})).json()["error"]["code"] == "method_not_allowed"


def test_answers_are_private_and_not_listed(program: Program) -> None:
    answer = program.get()

    assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("private, no-store", "noindex")
