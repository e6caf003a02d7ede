"""The people of a club at the desk: listed with real names, added, changed; and the services below."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.domain.errors import NameRefused, StartRatingRefused
from players.models import Player
from players.services import create_player, rename_player, set_age_group, set_start_rating
from ratings.models import LadderEdit
from tests.factories import join_club, make_club, make_player
from tournaments.services.identity import merge_players

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PERSON = {"age_group": "unknown", "age_group_lapses": ""}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def arbiter(club: Club) -> Client:
    client = Client()
    client.force_login(join_club(club))
    return client


def known(club: Club, player: Player) -> tuple[object, ...]:
    with club_scope(club):
        player.refresh_from_db()
    return (player.name, player.start_rating, player.age_group, player.age_group_lapses, player.always_initials)


def test_real_names_of_everybody_and_of_nobody_else(club: Club, arbiter: Client) -> None:
    nadia, absorbed = make_player(club, "Nadia Brook", start_rating=14000), make_player(club, "N. Brook")
    merge_players(club=club, absorbed=absorbed, into=nadia, by=None)
    make_player(make_club("Other"), "Theo Perch")
    page = arbiter.get(f"/desk/{club.public_id}/people/").content.decode()
    assert "Nadia Brook" in page
    assert "1400.0" in page
    assert "N. Brook" not in page
    assert "Theo Perch" not in page


def test_a_person_is_added_by_hand(club: Club, arbiter: Client) -> None:
    arbiter.post(f"/desk/{club.public_id}/people/", {"name": "  Nadia   Brook "})
    answer = arbiter.post(f"/desk/{club.public_id}/people/", {"name": "Nadia\u202eBrook"})
    assert "changes the direction of the text" in answer.content.decode()
    with club_scope(club):
        assert list(Player.objects.filter(club=club).values_list("name", "sort_key")) == [("Nadia Brook", "nadia brook")]


def test_everything_is_changed_in_one_form(club: Club, arbiter: Client) -> None:
    player = make_player(club, "Nadia Brook")
    changed = {"age_group": "under18", "age_group_lapses": "2031", "always_initials": "on"}
    arbiter.post(f"/desk/{club.public_id}/people/{player.public_id}/", changed)
    assert known(club, player) == ("Nadia Brook", None, "under18", 2031, True)
    with club_scope(club):
        assert JournalEntry.objects.filter(club=club, action="player.changed").count() == 1


def test_saving_what_is_known_already_changes_nothing(club: Club, arbiter: Client) -> None:
    player = make_player(club, "Nadia Brook")
    LadderEdit.objects.filter(club=club).delete()
    arbiter.post(f"/desk/{club.public_id}/people/{player.public_id}/", PERSON)
    with club_scope(club):
        assert JournalEntry.objects.filter(club=club, action="player.changed").count() == 0
    assert LadderEdit.objects.filter(club=club).count() == 0


@pytest.mark.parametrize(("field", "value"), [("age_group", "old"), ("age_group_lapses", "1999")])
def test_what_cannot_be_is_refused(club: Club, arbiter: Client, field: str, value: str) -> None:
    player = make_player(club, "Nadia Brook")
    answer = arbiter.post(f"/desk/{club.public_id}/people/{player.public_id}/", PERSON | {field: value})
    assert 'class="errorlist"' in answer.content.decode()
    assert known(club, player) == ("Nadia Brook", None, "unknown", None, False)


def test_a_person_of_another_club_is_missing(club: Club, arbiter: Client) -> None:
    theirs = make_player(make_club("Other"), "Theo Perch")
    for public_id in (theirs.public_id, "nobody"):
        assert arbiter.get(f"/desk/{club.public_id}/people/{public_id}/").status_code == 404
        assert arbiter.post(f"/desk/{club.public_id}/people/{public_id}/", PERSON).status_code == 404


def test_the_list_asks_the_same_whatever_its_size(club: Club, arbiter: Client) -> None:
    counts = []
    for names in (["Nadia Brook"], ["Oren Vale", "Lena Marsh"]):
        for name in names:
            make_player(club, name)
        arbiter.get(f"/desk/{club.public_id}/people/")
        with CaptureQueriesContext(connection) as queries:
            arbiter.get(f"/desk/{club.public_id}/people/")
        counts.append(len(queries))
    assert counts == [17, 17]


class TestServices:
    def test_each_changes_its_own_and_makes_old_pages_out_of_date(self, club: Club) -> None:
        player = create_player(club=club, name="Nadia Brok", by=None)
        before = Club.objects.get(pk=club.pk).policy_version
        rename_player(club=club, player=player, name="Nadia Brook", by=None)
        set_start_rating(club=club, player=player, rating=15000, by=None)
        set_age_group(club=club, player=player, age_group="adult", lapses=None, by=None)
        set_age_group(club=club, player=player, age_group="adult", lapses=None, by=None)
        assert known(club, player) == ("Nadia Brook", 15000, "adult", None, False)
        assert Club.objects.get(pk=club.pk).policy_version == before + 3

    def test_what_is_refused(self, club: Club) -> None:
        player = create_player(club=club, name="Nadia Brook", by=None)
        with pytest.raises(StartRatingRefused):
            set_start_rating(club=club, player=player, rating=999, by=None)
        with pytest.raises(NameRefused):
            rename_player(club=club, player=player, name="", by=None)
        with pytest.raises(Player.DoesNotExist):
            set_start_rating(club=make_club("Other"), player=player, rating=15000, by=None)
        assert known(club, player) == ("Nadia Brook", None, "unknown", None, False)
