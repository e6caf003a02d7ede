"""What a night moved, shown at the end of its names: pending, then with everybody who changes, also where later events were counted."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role
from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services.replay import replay_ladder
from tests.factories import join_club, make_club, make_user
from tests.tournaments.identity.nights import entry_of, event_of, publish
from tournaments.domain.results import ResultKind
from tournaments.models import EventVersion
from tournaments.services.identity import link_entry, link_to_new_player

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

BOARDS = [(1, 2, ResultKind.WHITE_WIN)]


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ARBITER, make_user("arbiter@example.org")))
    return client


def night(club: Club, names: list[str], on: date) -> EventVersion:
    version = publish(club, names, boards=BOARDS, on=on, name=f"Night of {on}")
    for name in names:
        with club_scope(club):
            known = Player.objects.filter(club=club, name=name).first()
        entry = entry_of(club, version, name)
        if known is None:
            link_to_new_player(club=club, entry=entry, by=None)
        else:
            link_entry(club=club, entry=entry, player=known, by=None)
    return version


def part(client: Client, club: Club, version: EventVersion) -> str:
    event = event_of(club, version).public_id
    page = client.get(f"/desk/{club.public_id}/events/{event}/names/").content.decode()
    alone = client.get(f"/desk/{club.public_id}/events/{event}/moves/").content.decode()
    found = re.search(r'<div class="moves".*?</div>\s*(?=<details|<form|</div>\s*<details)', page, re.DOTALL)
    assert ("data-pending" in page) == ("data-pending" in alone)
    assert found or "data-pending" in page
    return re.sub(r"\s+", " ", alone)


def rows(told: str) -> list[tuple[str, str]]:
    """Who changes, and by how much."""
    pattern = r'<th class="who"[^>]*>.*?<bdi>(.*?)</bdi>.*?<td class="n change[^>]*>(.*?)</td>'
    return [(name, re.sub(r"<[^>]+>", "", change).strip()) for name, change in re.findall(pattern, told)]


def test_while_it_is_pending_it_says_so_and_asks_again(club: Club, arbiter: Client) -> None:
    told = part(arbiter, club, night(club, ["Nadia Brook", "Oren Vale"], date(2026, 3, 3)))
    assert "The ladder is being rebuilt with this event. What it moves is shown here in a moment." in told
    assert 'hx-trigger="load delay:1s"' in told
    assert "The ladder moved" not in told


def test_the_last_event_is_shown_with_all_whom_it_moved(club: Club, arbiter: Client) -> None:
    night(club, ["Nadia Brook", "Oren Vale"], date(2026, 3, 3))
    second = night(club, ["Oren Vale", "Lena Marsh"], date(2026, 3, 10))
    replay_ladder(club=club)
    told = part(arbiter, club, second)
    assert "hx-trigger" not in told
    assert "<strong>2 members change</strong>, largest" in told
    assert [name for name, _ in rows(told)] == ["Oren Vale", "Lena Marsh"]
    assert rows(told)[1] == ("Lena Marsh", "new on the ladder")
    assert "Later events were counted already" not in told


def test_an_earlier_event_is_shown_with_all_whom_it_moved_later(club: Club, arbiter: Client) -> None:
    night(club, ["Nadia Brook", "Oren Vale"], date(2026, 3, 10))
    replay_ladder(club=club)
    earlier = night(club, ["Lena Marsh", "Nadia Brook"], date(2026, 3, 3))
    replay_ladder(club=club)
    told = part(arbiter, club, earlier)
    assert "Later events were counted already. They were computed again with this one." in told
    assert {name for name, _ in rows(told)} == {"Nadia Brook", "Oren Vale", "Lena Marsh"}
    assert dict(rows(told))["Lena Marsh"] == "new on the ladder"


def test_an_event_that_moves_nobody_says_so(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook", "Oren Vale"])
    for name in ("Nadia Brook", "Oren Vale"):
        link_to_new_player(club=club, entry=entry_of(club, version, name), by=None)
    replay_ladder(club=club)
    told = part(arbiter, club, version)
    assert "The ladder is up to date, and this event moves nobody on it." in told
    assert rows(told) == []


@pytest.mark.parametrize("people", [2, 4])
def test_it_asks_the_same_whatever_its_size(club: Club, arbiter: Client, people: int) -> None:
    version = night(club, ["Nadia Brook", "Oren Vale", "Lena Marsh", "Piet Stone"][:people], date(2026, 3, 3))
    replay_ladder(club=club)
    address = f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/moves/"
    with CaptureQueriesContext(connection) as queries:
        arbiter.get(address)
    assert len(queries) == 19
