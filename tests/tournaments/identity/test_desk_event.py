"""One event on the desk: its versions, and what is done to it as a whole."""

import pytest
from django.test import Client

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from tests.factories import join_club, make_club, make_user
from tests.ratings.corrections.confirming import do_and_confirm
from tests.tournaments.identity.nights import entry_of, event_of, publish, rated_number
from tournaments.domain.errors import IdentityRefused
from tournaments.models import EventAccess, EventNames, EventVersion
from tournaments.services.events import change_event, order_event, remove_event, restore_event
from tournaments.services.identity import link_to_new_player
from tournaments.services.publish import undo_publication

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def address(club: Club, version: EventVersion, action: str = "") -> str:
    return f"/desk/{club.public_id}/events/{event_of(club, version).public_id}/{action}"


def page_of(client: Client, url: str) -> str:
    return " ".join(client.get(url).content.decode().split())


def test_versions_and_what_counts(club: Club, arbiter: Client) -> None:
    first = publish(club, ["Nadia Brook"], external_id="1")
    link_to_new_player(club=club, entry=entry_of(club, first, "Nadia Brook"), by=None)
    publish(club, ["Nadia Brook", "Oren Vale"], external_id="1")
    page = page_of(arbiter, address(club, first))
    newest, _, oldest = page.partition(">Version 1<")
    assert ">shown</span>" in newest
    assert ">rated</span>" in oldest
    assert "The ladder counts version 1 until 1 new name is decided." in page
    assert "Undo version 2" in page


def test_undo_of_a_publication_asks_which_one_was_seen(club: Club, arbiter: Client) -> None:
    first = publish(club, ["Nadia Brook"], external_id="1")
    publish(club, ["Nadia Brook", "Oren Vale"], external_id="1")
    answer = arbiter.post(address(club, first, "undo/"), {"version": "1"}, follow=True)
    assert "has been published again meanwhile" in answer.content.decode()
    latest = event_of(club, first).latest
    assert latest is not None
    assert latest.number == 2
    do_and_confirm(arbiter, address(club, first, "undo/"), {"version": "2"})
    assert event_of(club, first).latest == first
    do_and_confirm(arbiter, address(club, first, "undo/"), {"version": "1"})
    assert (event_of(club, first).latest, event_of(club, first).removed_at is None) == (None, False)


def test_a_removed_event_comes_back_as_it_was(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook"])
    link_to_new_player(club=club, entry=entry_of(club, version, "Nadia Brook"), by=None)
    public = f"/event/{club.public_id}/{event_of(club, version).public_id}/"
    assert Client().get(public).status_code == 200
    do_and_confirm(arbiter, address(club, version, "remove/"))
    assert "This event is removed" in page_of(arbiter, address(club, version))
    assert Client().get(public).status_code == 404
    do_and_confirm(arbiter, address(club, version, "restore/"))
    assert Client().get(public).status_code == 200
    assert rated_number(club, version) == 1


def test_access_and_names(club: Club, arbiter: Client) -> None:
    version = publish(club, ["Nadia Brook"])
    before = Club.objects.get(pk=club.pk).policy_version
    public = f"/event/{club.public_id}/{event_of(club, version).public_id}/"
    arbiter.post(address(club, version), {"access": "closed", "names": "initials"})
    event = event_of(club, version)
    assert (event.access, event.names) == ("closed", "initials")
    assert Client().get(public).status_code == 404
    assert arbiter.get(public).status_code == 200
    assert Club.objects.get(pk=club.pk).policy_version == before + 1
    answer = arbiter.post(address(club, version), {"access": "secret", "names": ""})
    assert answer.content.decode().count('class="errorlist"') == 2


def test_members_of_other_clubs_and_strangers_find_nothing(club: Club, arbiter: Client) -> None:
    other = make_club("Other")
    theirs = publish(other, ["Theo Perch"])
    crossed = f"/desk/{club.public_id}/events/{event_of(other, theirs).public_id}/"
    stranger = Client()
    stranger.force_login(make_user())
    for client, url in ((arbiter, address(other, theirs)), (arbiter, crossed), (stranger, address(other, theirs))):
        assert client.get(url).status_code == 404
        for action in ("remove/", "restore/", "undo/"):
            assert client.post(f"{url}{action}", {"version": "1"}).status_code == 404
    assert event_of(other, theirs).removed_at is None


class TestServices:
    def test_twice_is_once(self, club: Club) -> None:
        event = event_of(club, publish(club, ["Nadia Brook"]))
        removed = remove_event(club=club, event=event, by=None)
        assert remove_event(club=club, event=event, by=None).removed_at == removed.removed_at
        restore_event(club=club, event=event, by=None)
        restore_event(club=club, event=event, by=None)
        order_event(club=club, event=event, order=2, by=None)
        order_event(club=club, event=event, order=2, by=None)
        change_event(club=club, event=event, access=EventAccess.AS_CLUB, names=EventNames.AS_CLUB, by=None)
        with club_scope(club):
            actions = JournalEntry.objects.filter(club=club, subject=event.public_id).order_by("pk").values_list("action", flat=True)
            assert list(actions)[-3:] == ["event.removed", "event.restored", "event.changed"]

    def test_an_event_without_a_publication_is_not_restored(self, club: Club) -> None:
        event = event_of(club, publish(club, ["Nadia Brook"]))
        undo_publication(club=club, event=event, by=None)
        with pytest.raises(IdentityRefused) as refused:
            restore_event(club=club, event=event, by=None)
        assert refused.value.code == "nothing_to_restore"

    def test_an_event_of_another_club_is_not_there(self, club: Club) -> None:
        theirs = event_of(other := make_club("Other"), publish(other, ["Theo Perch"]))
        for service in (remove_event, restore_event):
            with pytest.raises(IdentityRefused) as refused:
                service(club=club, event=theirs, by=None)
            assert refused.value.code == "not_here"
        with pytest.raises(IdentityRefused):
            order_event(club=club, event=theirs, order=1, by=None)
