"""How open one event is: narrower at once, wider after a look at what the world would see of it."""

import re
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, NamePolicy, Role, Visibility
from clubs.services import change_club
from clubs.tenancy.scope import club_scope
from players.models import AgeGroupChoice, Player
from tests.factories import event_record, join_club, make_club, make_event, make_player
from tests.reading import parse, table
from tournaments.domain.results import ResultKind
from tournaments.models import Event

pytestmark = pytest.mark.django_db

NAMES = ("Ulrika Vanderhoef", "Tamsin Okonjo", "Bertil Ashgrove")
WIDER = {"access": "club", "names": "adults"}


@pytest.fixture
def club() -> Club:
    club = change_club(club=make_club("Old Fort"), by=None, name_policy=NamePolicy.ADULTS_IN_FULL)
    for name, group in zip(NAMES, (AgeGroupChoice.ADULT, AgeGroupChoice.ADULT, AgeGroupChoice.UNDER_18), strict=True):
        make_player(club, name, age_group=group)
    return club


@pytest.fixture
def event(club: Club) -> Event:
    """Two adults and a child."""
    return make_event(club, event_record(NAMES, [[(1, 2, ResultKind.WHITE_WIN)], [(2, 3, ResultKind.DRAW)]]))


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ARBITER))
    return client


def address(club: Club, event: Event) -> str:
    return f"/desk/{club.public_id}/events/{event.public_id}/"


def fields_of(page: bytes) -> dict[str, str]:
    """What the form of the preview sends again."""
    return dict(re.findall(r'<input type="hidden"\s+name="(access|names|seen)"\s+value="([^"]*)"', page.decode()))


def said(page: bytes) -> list[str]:
    return [item.text for found in parse(page).find("ul", "openness") for item in found.find("li")]


def openness(club: Club, event: Event) -> tuple[str, str]:
    with club_scope(club):
        event.refresh_from_db()
    return event.access, event.names


def seen_by_strangers(club: Club, event: Event) -> str:
    return Client().get(f"/event/{club.public_id}/{event.public_id}/").content.decode()


def test_full_names_although_minors_play_are_shown_first(club: Club, event: Event, arbiter: Client) -> None:
    preview = arbiter.post(address(club, event), WIDER)
    assert openness(club, event) == ("club", "club")
    assert said(preview.content) == ["Whoever can read the club's pages can open the event's page."]
    assert table(preview.content, "names-that-change") == [["U. V.", "Ulrika Vanderhoef"], ["T. O.", "Tamsin Okonjo"]]
    assert "Vanderhoef" not in seen_by_strangers(club, event)

    assert arbiter.post(address(club, event), fields_of(preview.content)).status_code == 302
    assert openness(club, event) == ("club", "adults")
    page = seen_by_strangers(club, event)
    assert "Vanderhoef" in page
    assert "Ashgrove" not in page


def test_narrower_is_done_at_once(club: Club, event: Event, arbiter: Client) -> None:
    assert arbiter.post(address(club, event), {"access": "closed", "names": "initials"}).status_code == 302
    assert openness(club, event) == ("closed", "initials")
    assert Client().get(f"/event/{club.public_id}/{event.public_id}/").status_code == 404


def test_links_of_a_club_for_arbiters_only_are_opened_one_by_one(club: Club, event: Event, arbiter: Client) -> None:
    other = make_event(club, event_record(NAMES[:2], [[(1, 2, ResultKind.WHITE_WIN)]], name="Other"))
    change_club(club=club, by=None, visibility=Visibility.ARBITERS_ONLY)
    preview = arbiter.post(address(club, event), {"access": "open", "names": "club"})
    assert said(preview.content) == [
        "Whoever has the link to the event's page can open it, although the club's pages are for its arbiters only.",
        "No name on it changes.",
    ]
    assert arbiter.post(address(club, event), fields_of(preview.content)).status_code == 302
    addresses = [f"/event/{club.public_id}/{each.public_id}/" for each in (event, other)]
    assert [Client().get(each).status_code for each in addresses] == [200, 404]
    assert Client().get(f"/club/{club.slug}/").status_code == 404


def test_a_change_that_nobody_may_open_says_so(club: Club, event: Event, arbiter: Client) -> None:
    arbiter.post(address(club, event), {"access": "closed", "names": "club"})
    preview = arbiter.post(address(club, event), {"access": "closed", "names": "adults"})
    assert said(preview.content) == ["Only the club's arbiters can open the event's page."]


def test_what_has_changed_since_is_shown_again(club: Club, event: Event, arbiter: Client) -> None:
    seen: dict[str, Any] = fields_of(arbiter.post(address(club, event), WIDER).content)
    with club_scope(club):
        Player.objects.filter(club=club, name=NAMES[2]).update(age_group=AgeGroupChoice.ADULT)
    again = arbiter.post(address(club, event), seen)
    assert openness(club, event) == ("club", "club")
    assert "the event has changed since you looked" in again.content.decode()
