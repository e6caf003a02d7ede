"""The front of the desk: what waits, what was published, how the ladder is."""

from datetime import date

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role
from ratings.models import LadderEdit
from ratings.selectors import get_ladder_state
from ratings.services import replay_ladder
from ratings.services.attempts import note_failure
from tests.factories import join_club, make_club, make_user
from tests.tournaments.identity.nights import entry_of, event_of, publish
from tournaments.services.events import remove_event
from tournaments.services.identity import link_to_new_player

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    return signed_in(club, Role.ARBITER)


def signed_in(club: Club, role: str) -> Client:
    client = Client()
    client.force_login(join_club(club, role))
    return client


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_what_waits_what_counts_and_what_is_gone(club: Club, arbiter: Client) -> None:
    waiting = publish(club, ["Nadia Brook", "Oren Vale", "Lena Marsh"], name="Waiting night")
    counted = publish(club, ["Nadia Brook"], name="Counted night")
    link_to_new_player(club=club, entry=entry_of(club, counted, "Nadia Brook"), by=None)
    gone = publish(club, ["Oren Vale"], name="Gone night")
    remove_event(club=club, event=event_of(club, gone), by=None)
    publish(other := make_club("Other"), ["Theo Perch"], name="Their night")
    page = text_of(arbiter, f"/desk/{club.public_id}/")
    before_published, _, published = page.partition("<h2>Published</h2>")
    published, _, removed = published.partition("<h2>Removed</h2>")
    assert "Waiting night" in before_published
    assert "waiting for 3 names <" in before_published.replace("</span>", " <")
    assert f"/desk/{club.public_id}/events/{event_of(club, waiting).public_id}/names/" in before_published
    assert "Counted night" in published
    assert ">rated</span>" in published
    assert "Gone night" not in published
    assert "Gone night" in removed
    assert "Their night" not in page
    assert arbiter.get(f"/desk/{other.public_id}/").status_code == 404


def test_every_event_is_reached_however_long_ago_it_was(club: Club, arbiter: Client) -> None:
    names = [f"Night {number:02}." for number in range(1, 15)]
    for number, name in enumerate(names, 1):
        publish(club, ["Nadia Brook"], name=name, on=date(2026, 3, number))
    newest, everything = (text_of(arbiter, f"/desk/{club.public_id}/{query}") for query in ("", "?events=all"))
    published = [page.partition("<h2>Published</h2>")[2] for page in (newest, everything)]
    assert [[name for name in names if name in page] for page in published] == [names[2:], names]
    assert ['href="?events=all"' in page for page in published] == [True, False]


def test_a_stale_ladder_and_a_failed_one_say_so(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook"])
    link_to_new_player(club=club, entry=entry_of(club, version, "Nadia Brook"), by=None)
    assert "The ladder is being rebuilt" in text_of(arbiter, f"/desk/{club.public_id}/")
    with transaction.atomic():
        note_failure(club=club, error=ValueError("nothing of this is shown"))
    page = text_of(arbiter, f"/desk/{club.public_id}/")
    assert "The ladder could not be rebuilt" in page
    assert "1 attempt has failed, the last one on" in page
    assert "The oldest change that is not yet counted is of" in page
    assert '<code dir="ltr">ValueError</code>' in page
    assert "nothing of this is shown" not in page
    replay_ladder(club=club)
    page = text_of(arbiter, f"/desk/{club.public_id}/")
    assert "The ladder is being rebuilt" not in page
    assert "could not be rebuilt" not in page
    assert "Last built on" in page


def test_the_rebuild_button_queues_everything(club: Club, arbiter: Client) -> None:
    replay_ladder(club=club)
    answer = arbiter.post(f"/desk/{club.public_id}/rebuild/", follow=True)
    assert "The ladder is being rebuilt from the first event on." in answer.content.decode()
    assert list(LadderEdit.objects.filter(club=club).values_list("event_id", "player_id")) == [(None, None)]
    assert not get_ladder_state(club).fresh


def test_a_get_rebuilds_nothing(club: Club, arbiter: Client) -> None:
    assert arbiter.get(f"/desk/{club.public_id}/rebuild/").status_code == 405
    assert LadderEdit.objects.filter(club=club).count() == 0


def test_the_desk_asks_the_same_whatever_its_size(club: Club, arbiter: Client) -> None:
    counts = []
    for names in (["One"], ["Two", "Three"]):
        for name in names:
            publish(club, ["Nadia Brook"], name=name)
        arbiter.get(f"/desk/{club.public_id}/")
        with CaptureQueriesContext(connection) as queries:
            arbiter.get(f"/desk/{club.public_id}/")
        counts.append(len(queries))
    assert counts == [23, 23]


def test_an_arbiter_does_not_change_the_rules(club: Club, arbiter: Client) -> None:
    assert f"/desk/{club.public_id}/rules/" not in text_of(arbiter, f"/desk/{club.public_id}/")


def test_a_new_club_is_shown_the_way_to_bring_its_ratings(club: Club, arbiter: Client) -> None:
    address, admin = f"/desk/{club.public_id}/opening/", signed_in(club, Role.ADMIN)
    assert address in text_of(admin, f"/desk/{club.public_id}/")
    assert address not in text_of(arbiter, f"/desk/{club.public_id}/")
    publish(club, ["Nadia Brook"])
    assert address not in text_of(admin, f"/desk/{club.public_id}/")


def test_strangers_find_no_desk(club: Club) -> None:
    stranger = Client()
    stranger.force_login(make_user())
    for client, status in ((Client(), 302), (stranger, 404)):
        assert client.get(f"/desk/{club.public_id}/").status_code == status
        assert client.post(f"/desk/{club.public_id}/rebuild/").status_code == status
    assert LadderEdit.objects.filter(club=club).count() == 0


def test_a_new_club_is_told_its_address_who_sees_it_and_what_to_do_first(club: Club) -> None:
    owner = signed_in(club, Role.OWNER)
    said = (
        "The club is founded",
        f"http://testserver/club/{club.slug}/",
        "Who can see it: Anyone with the link.",
        "First publish an event",
    )
    begin = text_of(owner, f"/desk/{club.public_id}/")
    assert [text for text in said if text not in begin] == []
    assert "Nothing waits for you: every name is decided." in begin

    publish(club, ["Nadia Brook"])

    later = text_of(owner, f"/desk/{club.public_id}/")
    assert [text for text in said if text in later] == []


def test_a_new_clubs_desk_takes_no_more_statements_than_that_of_an_old_one(club: Club, arbiter: Client) -> None:
    arbiter.get(f"/desk/{club.public_id}/")
    with CaptureQueriesContext(connection) as queries:
        arbiter.get(f"/desk/{club.public_id}/")
    assert len(queries) == 15
