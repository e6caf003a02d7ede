"""The notice of a stale ladder: in its pages, and alone for pages that ask for it again."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from clubs.models import Club, Role, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from ratings.domain.errors import BrokenMerges
from ratings.models import LadderEdit
from ratings.services import replay_ladder, request_rebuild
from ratings.services.attempts import note_failure
from tests.factories import join_club, make_club
from tests.ratings.builder import WIN, new_event, one_game
from tournaments.models import Event

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

REBUILDING, FAILED, DONE = "The ladder is being rebuilt", "The ladder could not be rebuilt", "The ladder is rebuilt"
SCRIPT = "js/ladder_state.js"


@pytest.fixture
def club() -> Club:
    club = make_club("Grove")
    change_club(club=club, by=None, time_zone="Asia/Jerusalem")
    new_event(club, one_game(club, WIN))
    replay_ladder(club=club)
    return club


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def addresses(club: Club) -> tuple[str, str]:
    return f"/club/{club.slug}/ladder-state/", f"/desk/{club.public_id}/ladder-state/"


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def fail(club: Club) -> None:
    with transaction.atomic():
        note_failure(club=club, error=BrokenMerges("2 players belong to no person: merges run in a circle.", players=2))


def test_pages_of_a_stale_ladder_ask_again_and_those_of_a_fresh_one_do_not(club: Club, arbiter: Client) -> None:
    public, desk = addresses(club)
    pages = {f"/club/{club.slug}/": public, f"/desk/{club.public_id}/": desk}
    for page in pages:
        assert SCRIPT not in text_of(arbiter, page)
        assert "data-ladder-state" not in text_of(arbiter, page)
    request_rebuild(club=club, by=None)
    for page, address in pages.items():
        shown = text_of(arbiter, page)
        assert re.findall(r'data-ladder-state="([^"]+)" data-pause="([^"]+)"', shown) == [(address, "1000")]
        assert shown.count(SCRIPT) == 1
        assert REBUILDING in shown


def test_pages_without_ratings_say_nothing(club: Club, arbiter: Client) -> None:
    admin = Client()
    admin.force_login(join_club(club, Role.ADMIN))
    request_rebuild(club=club, by=None)
    with club_scope(club):
        event = Event.objects.get(club=club)
    desk = f"/desk/{club.public_id}/"
    event_page = f"events/{event.public_id}/"
    pages = ("people/", "people/?show=under-18", "corrections/", "rules/", event_page, f"{event_page}correct/")
    assert [path for path in pages if REBUILDING in text_of(admin, desk + path)] == ["people/"]
    shown = text_of(admin, desk)
    assert shown.index("<h2>Ladder</h2>") < shown.index(REBUILDING)


def test_it_tells_when_the_ladder_is_rebuilt_and_is_not_asked_again(club: Club, arbiter: Client) -> None:
    request_rebuild(club=club, by=None)
    for address in addresses(club):
        assert REBUILDING in text_of(arbiter, address)
    replay_ladder(club=club)
    for address in addresses(club):
        notice = text_of(arbiter, address)
        assert DONE in notice
        assert 'href=""' in notice
        assert "data-pause" not in notice


def test_a_failure_says_why_at_the_desk_alone_and_is_asked_for_less_often(club: Club, arbiter: Client) -> None:
    request_rebuild(club=club, by=None)
    LadderEdit.objects.filter(club=club).update(queued_at=datetime(2026, 3, 3, 16, 5, tzinfo=UTC))
    fail(club)
    fail(club)
    public, desk = addresses(club)
    shown, told = text_of(Client(), public), text_of(arbiter, desk)
    for notice in (shown, told):
        assert FAILED in notice
        assert 'data-pause="5000"' in notice
    assert "circle" not in shown
    assert "attempts" not in shown
    assert "The oldest change that is not yet counted is of" in told
    assert ", 18:05. 2 attempts have failed, the last one on" in told
    assert "broken_merges: 2 players belong to no person: merges run in a circle." in told
    assert f'action="/desk/{club.public_id}/rebuild/"' in told
    assert "<form" not in shown


def test_it_is_private_and_not_for_search_engines(club: Club) -> None:
    change_club(club=club, by=None, visibility=Visibility.PUBLIC)
    answer = Client().get(addresses(club)[0])
    assert (answer["X-Robots-Tag"], answer["Cache-Control"]) == ("noindex", "private, no-store")


def test_one_statement_for_the_club_and_one_for_the_state(club: Club, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        Client().get(addresses(club)[0])
