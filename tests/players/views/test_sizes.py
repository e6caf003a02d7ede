"""Pages of one person and of lists that were taken in ask the database the same whatever there is to show."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import PeopleImport, Player, PlayerRename
from players.services import ImportRow, import_people, undo_import
from tests.factories import join_club, make_club, make_player

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    return make_club()


def _renames(club: Club, size: int) -> str:
    player = make_player(club, f"Nadia Brook {size}")
    with club_scope(club):
        PlayerRename.objects.bulk_create(
            PlayerRename(club=club, player=player, before=f"Nadia {n}", after="Nadia", kind="change") for n in range(size)
        )
    return f"people/{player.public_id}/"


def _lists(club: Club, size: int) -> str:
    with club_scope(club):
        PeopleImport.objects.bulk_create(PeopleImport(club=club) for _ in range(size))
    return "people/lists/"


def _listed(club: Club, size: int) -> str:
    made = import_people(club=club, rows=[ImportRow(None, f"Person {size} {n}") for n in range(size)], by=None)
    return f"people/lists/{made.public_id}/"


@pytest.mark.parametrize(("make", "queries"), [(_renames, 25), (_lists, 9), (_listed, 32)], ids=["a person", "lists", "a list"])
def test_as_many_statements_for_one_as_for_300(club: Club, make: Callable[[Club, int], str], queries: int) -> None:
    client = Client()
    client.force_login(join_club(club))
    counts = []
    for size in (1, 300):
        address = f"/desk/{club.public_id}/{make(club, size)}"
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        counts.append(len(captured))
    assert counts == [queries, queries]


def test_undoing_a_list_of_300_asks_as_often_as_one_of_one(club: Club) -> None:
    counts = []
    for size in (1, 300):
        made = import_people(club=club, rows=[ImportRow(None, f"Person {n}") for n in range(size)], by=None)
        with CaptureQueriesContext(connection) as captured:
            undo_import(club=club, made=made, by=None)
        counts.append(len(captured))
        with club_scope(club):
            assert Player.objects.filter(club=club).count() == 0
    assert counts[1] - counts[0] <= 3, "deleting goes in portions"
