"""Taking back a whole night: shown first with what it moves, then done as it was shown."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role
from ratings.services.replay import replay_ladder
from tests.factories import join_club, make_club, make_user
from tests.tournaments.identity.nights import decisions, entry_of, event_of, players, publish, rated_number
from tournaments.domain.results import ResultKind
from tournaments.models import EventVersion
from tournaments.services.identity import link_to_new_player

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NAMES = ["Nadia Brook", "Oren Vale"]


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club, Role.ARBITER, make_user("arbiter@example.org")))
    return client


def address(club: Club, version: EventVersion, action: str = "undo-all/") -> str:
    return f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/names/{action}"


def played(club: Club) -> EventVersion:
    version = publish(club, NAMES, boards=[(1, 2, ResultKind.WHITE_WIN)])
    for name in NAMES:
        link_to_new_player(club=club, entry=entry_of(club, version, name), by=make_user(f"{name[:4]}@example.org"))
    replay_ladder(club=club)
    return version


def links(page: str) -> list[str]:
    return re.findall(r'name="link" value="(\d+)"', page)


def test_what_it_does_is_shown_and_nothing_is_done(club: Club, arbiter: Client) -> None:
    version = played(club)
    page = re.sub(r"\s+", " ", arbiter.get(address(club, version)).content.decode())
    assert "2 names wait again for somebody to decide who they are." in page
    assert "Decided by <bdi>Nadi@example.org, Oren@example.org</bdi>." in page
    assert "2 players were added for a name. Those of whom nothing else is known go." in page
    assert "<strong>2 members change</strong>" in page
    assert page.count("leaves the ladder") == 2
    assert "Take back all 2 decisions" in page
    assert (len(decisions(club)), rated_number(club, version)) == (2, 1)


def test_it_is_done_as_one(club: Club, arbiter: Client) -> None:
    version = played(club)
    shown = links(arbiter.get(address(club, version)).content.decode())
    answer = arbiter.post(address(club, version), {"link": shown}, follow=True)
    assert answer.redirect_chain == [(address(club, version, ""), 302)]
    assert "All 2 decisions are taken back." in answer.content.decode()
    assert (decisions(club), players(club), rated_number(club, version)) == ([], [], None)


def test_what_was_decided_meanwhile_is_shown_before_it_goes(club: Club, arbiter: Client) -> None:
    version = played(club)
    shown = links(arbiter.get(address(club, version)).content.decode())
    answer = arbiter.post(address(club, version), {"link": shown[:1]}, follow=True)
    assert answer.redirect_chain == [(address(club, version), 302)]
    page = answer.content.decode()
    assert "Names were decided since the page was shown (Oren Vale). Nothing was taken back; look again." in page
    assert links(page) == shown
    assert len(decisions(club)) == 2


def test_where_nothing_is_decided_there_is_nothing_to_take_back(club: Club, arbiter: Client) -> None:
    version = publish(club, NAMES)
    answer = arbiter.get(address(club, version), follow=True)
    assert "No name of this event is decided, so there is nothing to take back." in answer.content.decode()
    desk = f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/"
    assert "Take back who is who" not in arbiter.get(desk).content.decode()


def test_the_way_there_stands_on_the_page_of_the_event_and_at_the_end_of_the_names(club: Club, arbiter: Client) -> None:
    version = played(club)
    event = f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/"
    for page in (event, f"{event}names/"):
        assert f'href="{event}names/undo-all/"' in arbiter.get(page).content.decode()


def test_it_asks_as_much_for_three_names_as_for_one_but_for_the_journal(club: Club, arbiter: Client) -> None:
    """The undoing is tried out, and writes a line of the journal for each name: three statements."""
    version, taken = publish(club, [*NAMES, "Lena Marsh", "Piet Stone"]), []
    for names in (NAMES[:1], [NAMES[1], "Lena Marsh"]):
        for name in names:
            link_to_new_player(club=club, entry=entry_of(club, version, name), by=None)
        arbiter.get(address(club, version))
        with CaptureQueriesContext(connection) as queries:
            arbiter.get(address(club, version))
        taken.append(len(queries))
    assert taken[1] - taken[0] == 2 * 3
