"""The plain replay, against which ours is measured, gives the same ladder."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from bench import plain
from bench.clubs import make_club
from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Standing
from ratings.models import LadderRules, RatingChange
from ratings.selectors import change_of
from ratings.services import replay_ladder
from tests.ratings.builder import DAY, DRAW, LOSS, WIN, merge, new_club, new_event, new_players
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

COLUMNS = ("before", "games_before", "change", "counted", "score", "wins", "draws", "losses")


@pytest.fixture(autouse=True)
def _tables() -> Iterator[None]:
    plain.create_tables()
    yield
    plain.drop_tables()


def assert_equal(club: Club) -> None:
    replay_ladder(club=club)
    plain.replay_plainly(club)
    with club_scope(club):
        ours = {
            (row.event_id, player): figures
            for row in RatingChange.objects.filter(club=club)
            for at, player in enumerate(row.players)
            for change in [change_of(row, at)]
            for figures in [[getattr(change, name) for name in COLUMNS]]
        }
        theirs = {
            (event, player): figures
            for event, player, *figures in plain.PlainChange.objects.filter(club=club).values_list("event_id", "player_id", *COLUMNS)
        }
        assert theirs == ours
        columns = ("player_id", "rating", "games", "peak")
        standings = set(Standing.objects.filter(club=club).values_list(*columns))
        assert set(plain.PlainStanding.objects.filter(club=club).values_list(*columns)) == standings


def test_equal_on_a_club_that_is_measured() -> None:
    assert_equal(make_club("measured", 60, players=60))


def test_equal_where_events_overlap_and_people_are_merged() -> None:
    club = new_club()
    first, second, third, fourth = new_players(club, 4)
    (known,) = new_players(club, 1, start_rating=18000)
    new_event(club, [(first, second, WIN), (third, None, ResultKind.PAIRING_ALLOCATED_BYE)], until=DAY + timedelta(days=20))
    new_event(club, [(first, third, DRAW), (fourth, second, ResultKind.WHITE_FORFEIT_WIN)], on=DAY + timedelta(days=3))
    new_event(club, [(first, known, LOSS)] * 6, on=DAY + timedelta(days=4))
    new_event(club, [(fourth, first, WIN), (second, known, DRAW)], on=DAY + timedelta(days=30))
    new_event(club, [(fourth, first, WIN)], on=DAY, rated=False)
    merge(club, fourth, third)
    with club_scope(club):
        LadderRules.objects.create(club=club, since=DAY + timedelta(days=4), k_new=30)
    assert_equal(club)
