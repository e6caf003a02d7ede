"""A page belongs to one moment: what is committed while it is being read and rendered does not reach it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client

from clubs.tenancy.scope import club_scope
from players.models import Player
from ratings.services import replay_ladder
from tests.factories import event_record, make_club, make_event
from tests.reading import table
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


class RenamedMeanwhile:
    """Just before the first statement that reads players, somebody else commits a new name for all of them."""

    def __init__(self) -> None:
        self.done = False

    def __call__(self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if not self.done and "players_player" in sql:
            self.done = True
            with connections["owner"].cursor() as cursor:
                cursor.execute("UPDATE players_player SET name = 'Xenia Xu'")
        return execute(sql, params, many, context)


def test_the_front_page_is_read_in_one_snapshot(client: Client) -> None:
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, ResultKind.WHITE_WIN)]]))
    replay_ladder(club=club)
    meanwhile = RenamedMeanwhile()
    with connection.execute_wrapper(meanwhile):
        page = client.get(f"/club/{club.slug}/").content
    assert ([row[1] for row in table(page, "ladder-rows")], meanwhile.done) == (["D. A.", "G. T."], True)


def test_without_a_snapshot_the_change_would_reach_it() -> None:
    """The positive control: an ordinary transaction sees what is committed between its statements."""
    club = make_club()
    make_event(club, event_record(["Dana Adler", "Gil Tal"], [[(1, 2, ResultKind.WHITE_WIN)]]))
    with connection.execute_wrapper(RenamedMeanwhile()), club_scope(club) as cursor:
        cursor.execute("SELECT 1")
        assert set(Player.objects.filter(club=club).values_list("name", flat=True)) == {"Xenia Xu"}
