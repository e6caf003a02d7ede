"""Forms of a session need their token, programs need none, and nobody is led to another site."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.core import mail
from django.db import connections
from django.test import Client

from clubs.models import Visibility
from tests.access.asking import Answer, ask
from tests.access.declared import API_ROUTES, DECLARED
from tests.access.rows import Digests, digest_tables
from tests.access.table import Table, Tally
from tests.access.world import MISSING, OWNER, Principal, World, make_world
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

SESSION_POSTS = [route for route, declared in DECLARED.items() if "POST" in declared.methods and route not in API_ROUTES]
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "\thttps://evil.example",
]


def rows() -> Digests:
    with connections["owner"].cursor() as cursor:
        return digest_tables(cursor)


NO_ADDRESS = "by its slug"
"""A slug where an id belongs is of another form and leads nowhere, whatever it names."""


@pytest.fixture
def world() -> World:
    return make_world()


def strict_owner(world: World) -> Principal:
    """The owner of our club in a browser whose forms are checked."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(world.ours.people[OWNER])
    return Principal("owner of ours", client, {world.ours.mark: OWNER}, is_signed_in=True)


def post_everywhere(world: World, who: Principal, route: str) -> dict[str, Answer]:
    """The route's form sent to every object of both clubs and to missing ones."""
    table = Table(world, Visibility.UNLISTED, Tally(), is_thorough=True)
    cells = (cell for cell in table.cells(route, DECLARED[route]) if (cell.method, cell.who.name) == ("POST", who.name))
    return {cell.target.called: ask(who, "POST", table.address_of(cell), table.body_of(cell)) for cell in cells}


def test_every_form_without_its_token_is_refused_alike_and_writes_nothing(world: World) -> None:
    who = strict_owner(world)
    for route in SESSION_POSTS:
        answers = post_everywhere(world, who, route)
        (only,) = {answer for called, answer in answers.items() if not called.endswith(NO_ADDRESS)}
        assert (route, only.status, b"The form was too old" in only.body) == (route, 403, True)
        assert {answer.status for called, answer in answers.items() if called.endswith(NO_ADDRESS)} <= {404}


def test_the_same_form_with_its_token_is_taken(world: World) -> None:
    who = strict_owner(world)
    address = f"/desk/{world.ours.club.public_id}/people/"
    page = who.client.get(address).content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)', page)
    assert found is not None
    answer = who.client.post(address, {"name": "Newcomer", "csrfmiddlewaretoken": found.group(1)})
    assert (answer.status_code, answer["Location"].startswith(address)) == (302, True)


def test_a_token_of_a_form_does_not_open_another_clubs_desk(world: World) -> None:
    """Signed in, with a token that holds: the other club is as absent as one that never was."""
    who = strict_owner(world)
    page = who.client.get(f"/desk/{world.ours.club.public_id}/people/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)', page)
    assert token is not None
    before = rows()
    answers = [
        who.client.post(f"/desk/{club}/people/", {"name": "Spy", "csrfmiddlewaretoken": token.group(1)})
        for club in (world.theirs.club.public_id, MISSING)
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert rows() == before


def test_programs_need_no_token_of_a_form(world: World) -> None:
    program = world.named("token of ours that publishes")
    strict = Principal(
        program.name, Client(enforce_csrf_checks=True), headers=program.headers, token_of=program.token_of, scopes=program.scopes
    )
    answers = post_everywhere(world, strict, "tournaments:api_events")
    assert [(called, answer.status) for called, answer in answers.items() if "Amberley" in called] == [
        ("club of Amberley (slug)", 201),
        ("club of Amberley (public_id)", 200),
    ]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_nobody_is_led_to_another_site(address: str) -> None:
    client = Client()
    chosen: Any = client.post("/i18n/setlang/", {"language": "he", "next": address})
    referred: Any = client.post("/i18n/setlang/", {"language": "he"}, headers={"Referer": address.strip()})
    assert [chosen["Location"], referred["Location"]] == ["/", "/"]
    client.force_login(make_user())
    assert client.get("/accounts/login/", {"next": address})["Location"] == "/"
    assert client.post("/accounts/logout/", {"next": address})["Location"] == "/"


@pytest.mark.parametrize(("asked", "reached"), [("/desk/", "/desk/"), *((address, "/") for address in ELSEWHERE)])
def test_signing_in_leads_to_a_page_of_ours_alone(asked: str, reached: str) -> None:
    client, person = Client(), make_user()
    client.post(f"/accounts/login/?next={quote(asked)}", {"login": person.email, "next": asked})
    (code,) = re.findall(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", str(mail.outbox[-1].body), re.M)
    answer: Any = client.post("/accounts/login/code/confirm/", {"code": code, "next": asked})
    assert (answer.status_code, answer["Location"]) == (302, reached)
