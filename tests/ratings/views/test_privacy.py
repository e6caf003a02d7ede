"""How open a club is: narrower at once, wider after a look at what the world would see; and another address for its pages."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.kept import KEPT
from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import AgeGroupChoice, Player
from ratings.services import replay_ladder
from tests.factories import event_record, join_club, make_club, make_event, make_player
from tests.reading import parse, table
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess
from tournaments.services.events import change_event

pytestmark = pytest.mark.django_db

WIN = ResultKind.WHITE_WIN
NAMES = ("Ulrika Vanderhoef", "Tamsin Okonjo", "Bertil Ashgrove")
UNLISTED = {"audience": "mixed", "visibility": "unlisted", "name_policy": "initials"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    KEPT.clear()


@pytest.fixture
def club() -> Club:
    """Two adults and a child; the adults have an event of their own, and one with the child."""
    club = make_club("Old Fort")
    for name, group in zip(NAMES, (AgeGroupChoice.ADULT, AgeGroupChoice.ADULT, AgeGroupChoice.UNDER_18), strict=True):
        make_player(club, name, age_group=group)
    make_event(club, event_record(NAMES[:2], [[(1, 2, WIN)]], name="Adults"))
    make_event(club, event_record(NAMES, [[(1, 2, WIN)], [(2, 3, WIN)]], name="Everybody"))
    replay_ladder(club=club)
    return club


@pytest.fixture
def owner(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.OWNER))
    return client


def address(club: Club) -> str:
    return f"/desk/{club.public_id}/privacy/"


def fields_of(page: bytes) -> dict[str, str]:
    """What the form of the preview sends again."""
    found = re.findall(r'<input type="hidden"\s+name="(audience|visibility|name_policy|seen)"\s+value="([^"]*)"', page.decode())
    return dict(found)


def openness(club: Club) -> tuple[str, str, str]:
    club.refresh_from_db()
    return club.audience, club.visibility, club.name_policy


def said(page: bytes) -> list[str]:
    """The sentences on how open the club is."""
    return [item.text for found in parse(page).find("ul", "openness") for item in found.find("li")]


def ladder_of(club: Club) -> list[str]:
    return sorted(row[1] for row in table(Client().get(f"/club/{club.slug}/").content, "ladder-rows"))


def test_wider_is_shown_first_and_done_when_it_is_confirmed(club: Club, owner: Client) -> None:
    wider: dict[str, Any] = UNLISTED | {"name_policy": "adults_in_full"}
    preview = owner.post(address(club), wider)
    assert openness(club) == ("mixed", "unlisted", "initials")
    assert said(preview.content) == [
        "Whoever has the link can open the club's pages and pass the link on. Search engines are told not to list them.",
        "2 people are shown by full name.",
        "Events that show full names: 1 of 2. The others show initials.",
        "Whoever still stands with initials is under 18, of an age that is not known, or has asked for it: strangers can tell. "
        "Initials for everybody tell nothing.",
    ]
    assert table(preview.content, "names-that-change") == [["T. O.", "Tamsin Okonjo"], ["U. V.", "Ulrika Vanderhoef"]]
    top = sorted(row[1] for row in table(preview.content, "wall-table"))
    assert ladder_of(club) == ["B. A.", "T. O.", "U. V."]

    assert owner.post(address(club), fields_of(preview.content)).status_code == 302
    assert openness(club) == ("mixed", "unlisted", "adults_in_full")
    assert ladder_of(club) == top == ["B. A.", "Tamsin Okonjo", "Ulrika Vanderhoef"]


def test_narrower_is_done_at_once(club: Club, owner: Client) -> None:
    Club.objects.filter(pk=club.pk).update(visibility="public", name_policy="adults_in_full")
    assert ladder_of(club) == ["B. A.", "Tamsin Okonjo", "Ulrika Vanderhoef"]
    assert owner.post(address(club), UNLISTED).status_code == 302
    assert ladder_of(club) == ["B. A.", "T. O.", "U. V."]
    assert owner.post(address(club), UNLISTED | {"visibility": "arbiters"}).status_code == 302
    assert Client().get(f"/club/{club.slug}/").status_code == 404


def test_what_has_changed_since_is_shown_again(club: Club, owner: Client) -> None:
    seen = fields_of(owner.post(address(club), UNLISTED | {"name_policy": "adults_in_full"}).content)
    with club_scope(club):
        Player.objects.filter(club=club, name=NAMES[2]).update(age_group=AgeGroupChoice.ADULT)
    again = owner.post(address(club), seen)
    assert openness(club) == ("mixed", "unlisted", "initials")
    assert "the club has changed since you looked" in again.content.decode()
    assert "Bertil Ashgrove" in again.content.decode()
    assert owner.post(address(club), fields_of(again.content)).status_code == 302
    assert openness(club) == ("mixed", "unlisted", "adults_in_full")


def test_what_was_seen_for_one_change_confirms_no_other(club: Club, owner: Client) -> None:
    seen = fields_of(owner.post(address(club), UNLISTED | {"visibility": "public"}).content)["seen"]
    owner.post(address(club), UNLISTED | {"visibility": "public", "name_policy": "adults_in_full", "seen": seen})
    assert openness(club) == ("mixed", "unlisted", "initials")


def test_search_engines_are_warned_of(club: Club, owner: Client) -> None:
    warning = "What search engines have copied may stay with them"
    assert warning in owner.post(address(club), UNLISTED | {"visibility": "public"}).content.decode()
    assert warning not in owner.post(address(club), UNLISTED | {"name_policy": "adults_in_full"}).content.decode()


def test_full_names_for_everybody_only_where_adults_alone_play(club: Club, owner: Client) -> None:
    answer = owner.post(address(club), UNLISTED | {"name_policy": "everyone_in_full"})
    assert "Full names for everyone are possible only in a club that is for adults only" in answer.content.decode()
    assert openness(club) == ("mixed", "unlisted", "initials")
    adults = owner.post(address(club), UNLISTED | {"audience": "adults", "name_policy": "everyone_in_full"})
    assert table(adults.content, "names-that-change") == [["T. O.", "Tamsin Okonjo"], ["U. V.", "Ulrika Vanderhoef"]]


def test_the_page_says_what_strangers_see_now(club: Club, owner: Client) -> None:
    page = owner.get(address(club)).content
    assert said(page) == [
        "Whoever has the link can open the club's pages and pass the link on. Search engines are told not to list them.",
        "Everybody is shown by initials.",
    ]
    assert f"http://testserver/club/{club.slug}/" in page.decode()


def test_events_that_are_open_in_a_closed_club_are_told(club: Club, owner: Client) -> None:
    owner.post(address(club), UNLISTED | {"visibility": "arbiters"})
    told = "1 event is open to whoever has its own link."
    assert told not in owner.get(address(club)).content.decode()
    with club_scope(club):
        event = Event.objects.filter(club=club).earliest("pk")
    change_event(club=club, event=event, access=EventAccess.OPEN, by=None)
    assert told in owner.get(address(club)).content.decode()


def test_another_address(club: Club, owner: Client) -> None:
    before, event = club.slug, club.public_id
    question = owner.get(f"{address(club)}address/").content.decode()
    assert f"http://testserver/club/{before}/" in question
    assert owner.post(f"{address(club)}address/", {"slug": before}).status_code == 302
    club.refresh_from_db()
    gone, never = Client().get(f"/club/{before}/"), Client().get("/club/never-was/")
    assert (gone.status_code, gone.content) == (404, never.content)
    assert Client().get(f"/club/{club.slug}/").status_code == 200
    assert club.public_id == event
    owner.post(f"{address(club)}address/", {"slug": before})
    assert Club.objects.get(pk=club.pk).slug == club.slug


def test_statements(club: Club, owner: Client, django_assert_num_queries: Any) -> None:
    """As many for two people and events as for thirty."""
    with CaptureQueriesContext(connection) as few:
        owner.post(address(club), UNLISTED | {"name_policy": "adults_in_full"})
    names = [f"Person {chr(65 + number)}ab" for number in range(26)]
    for name in names:
        make_player(club, name, age_group=AgeGroupChoice.ADULT)
    for number in range(4):
        make_event(club, event_record(tuple(names), [[(1, 2, WIN)]], name=f"Evening {number}"))
    replay_ladder(club=club)
    with django_assert_num_queries(len(few)):
        owner.post(address(club), UNLISTED | {"name_policy": "adults_in_full"})
    assert len(few) == 21
