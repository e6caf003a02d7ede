"""At one's own desk, with the number of another club's row in the form: it is a row that does not exist."""

from collections.abc import Callable
from contextlib import nullcontext

import pytest
from django.db import connections
from django.test import Client

from tests.access.asking import Answer, Body, ask, form
from tests.access.forgetting import queries_forget_their_club
from tests.access.rows import changed_tables, digest_tables
from tests.access.world import MISSING, OWNER, UPLOADS, ClubOfWorld, World, make_world
from tests.tournaments.sources import JSON_TYPE, rookery_json, trf

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

NOWHERE = "999999999"
Send = Callable[[World, ClubOfWorld | None], Answer]


def desk(world: World, path: str, body: Body) -> Answer:
    """The answer to a form; the id that was sent may be told to the sender."""
    sent = {world.theirs.ids["main"]: "SENT", MISSING: "SENT"}
    return ask(world.named("owner of ours"), "POST", f"/desk/{world.ours.club.public_id}/{path}", body, sent)


def of(club: ClubOfWorld | None, name: str) -> str:
    return club.forms[name] if club else NOWHERE


def names(world: World, button: str, **fields: str) -> Answer:
    return desk(world, f"events/{world.ours.ids['waiting']}/names/{button}/", form(**fields))


def api(world: World, club: ClubOfWorld | None) -> Answer:
    """A TRF as a new version of an event of theirs."""
    event = club.ids["main"] if club else MISSING
    body = Body(trf(name="Amberley again").encode(), "application/x-trf")
    return ask(world.named("token of ours that publishes"), "POST", f"/api/v1/clubs/{world.ours.club.slug}/events/?event={event}", body)


SMUGGLED: dict[str, Send] = {
    # First, because it answers with a page, which would show what the others left to be said.
    "an event of an upload": lambda world, club: desk(
        world,
        f"publish/{world.ours.ids[f'{UPLOADS} of {OWNER}']}/",
        form(target=f"{club.ids['main'] if club else MISSING}:2"),
    ),
    "a name": lambda world, club: names(world, "decide", entry=of(club, "entry"), new="1"),
    "a player for a name": lambda world, club: names(world, "decide", entry=world.ours.forms["entry"], choice=of(club, "player")),
    "names accepted": lambda world, club: names(world, "accept", shown=f"{of(club, 'entry')}:new"),
    "a player accepted": lambda world, club: names(world, "accept", shown=f"{world.ours.forms['entry']}:{of(club, 'player')}"),
    "a link undone": lambda world, club: names(world, "undo", link=of(club, "link")),
    "a key revoked": lambda world, club: desk(world, "programs/revoke/", form(token=of(club, "token"))),
    "an event of a program": api,
}


@pytest.mark.parametrize("forgets", [False, True], ids=["", "queries forget their club"])
def test_a_row_of_another_club_is_no_row(forgets: bool) -> None:
    world = make_world()
    with connections["owner"].cursor() as cursor:
        before = digest_tables(cursor)
        with queries_forget_their_club() if forgets else nullcontext():
            for what, send in SMUGGLED.items():
                smuggled, missing = send(world, world.theirs), send(world, None)
                assert (what, smuggled) == (what, missing)
                assert (what, smuggled.mentions(world.theirs.secrets)) == (what, [])
        assert changed_tables(before, digest_tables(cursor)) == []


def test_an_event_id_of_another_clubs_program_makes_a_new_event() -> None:
    """External ids are the club's own: the same program and id in two clubs are two events."""
    world = make_world()
    body = Body(rookery_json(external_id="main", name="Amberley by the same id"), JSON_TYPE)
    theirs = f"/event/{world.theirs.club.public_id}/{world.theirs.ids['main']}/"
    before = Client().get(theirs).content
    answer = ask(world.named("token of ours that publishes"), "POST", f"/api/v1/clubs/{world.ours.club.slug}/events/", body)
    assert (answer.status, world.ours.ids["main"].encode() in answer.body) == (201, True)
    assert Client().get(theirs).content.count(b"Brackley") == before.count(b"Brackley") > 0
