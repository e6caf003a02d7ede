"""The soak's observer: what it has judged before it need not judge again, and it sees what is wrong."""

import psycopg
import pytest
from django.db import connections

from clubs.models import Club
from ratings.services import replay_ladder, request_rebuild
from tests.faults.race import connect
from tests.faults.soak.watcher import Watcher
from tests.ratings.builder import DRAW, WIN, new_club, new_event, one_game

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def club() -> Club:
    club = new_club()
    new_event(club, one_game(club, WIN))
    replay_ladder(club=club)
    return club


def run(statement: str) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement)


def counts(watcher: Watcher) -> tuple[int, int, int, int]:
    return watcher.looks, watcher.judged, watcher.stale, len(watcher.wrong)


def test_what_is_equal_is_judged_once_and_what_is_stale_never(club: Club) -> None:
    with connect("owner") as connection:
        watcher = Watcher(connection)
        for _ in range(3):
            watcher.look(club.pk)
        assert counts(watcher) == (3, 1, 0, 0)
        request_rebuild(club=club, by=None)
        watcher.look(club.pk)
        assert counts(watcher) == (3, 1, 1, 0)
        new_event(club, one_game(club, DRAW))
        replay_ladder(club=club)
        watcher.look(club.pk)
        assert counts(watcher) == (4, 2, 1, 0)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE players_standing SET peak = peak + 1",
        "UPDATE ratings_ratingchange SET record = ARRAY[0, 0]",
        "DELETE FROM players_standing",
    ],
)
def test_damage_is_seen_each_time(club: Club, damage: str) -> None:
    with connect("owner") as connection:
        watcher = Watcher(connection)
        watcher.look(club.pk)
        assert counts(watcher)[3] == 0
        run(damage)
        watcher.look(club.pk)
        seen = counts(watcher)[3]
        assert seen > 0
        watcher.look(club.pk)
        assert counts(watcher)[3] == 2 * seen


def test_it_writes_nothing(club: Club) -> None:
    with connect("owner") as connection:
        watcher = Watcher(connection)
        watcher.look(club.pk)
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            connection.execute("DELETE FROM players_standing")
