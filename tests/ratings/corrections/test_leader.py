"""Who leads is who stands first on the ladder's page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.domain.disclosure import PUBLIC
from players.models import Player
from players.selectors import names_of
from ratings.selectors.ladder import read_ladder
from ratings.services import replay_ladder
from ratings.services.corrections.leading import find_leader
from ratings.services.storing import read_standings
from tests.ratings.builder import DRAW, WIN, Board, new_club, new_event, new_players

pytestmark = pytest.mark.django_db

TODAY = timezone.now().date()


@pytest.fixture
def club() -> Club:
    return new_club()


def leaders(club: Club) -> tuple[int | None, int | None]:
    """By a correction, and by the page."""
    replay_ladder(club=club)
    with club_scope(club) as cursor:
        sheet = read_ladder(club, names_of(club, PUBLIC), today=TODAY)
        first = next((line.place.player for line in sheet.lines if line.rank), None)
        return find_leader(club, read_standings(cursor, club)), first


def play(club: Club, boards: list[Board], days_ago: int) -> None:
    new_event(club, boards, on=TODAY - timedelta(days=days_ago))


def test_nobody_leads_while_all_are_provisional(club: Club) -> None:
    a, b = new_players(club, 2)
    assert leaders(club) == (None, None)
    play(club, [(a, b, WIN)] * 4, 10)
    assert leaders(club) == (None, None)
    play(club, [(a, b, DRAW)], 9)
    assert leaders(club) == (a.pk, a.pk)


def test_whoever_has_not_played_for_a_year_does_not_lead(club: Club) -> None:
    a, b, c = new_players(club, 3)
    play(club, [(a, b, WIN), (a, c, WIN)] * 5, 400)
    play(club, [(b, c, WIN)], 10)
    assert leaders(club) == (b.pk, b.pk)
    play(club, [(a, b, DRAW)], 5)
    assert leaders(club) == (a.pk, a.pk)


def test_a_club_asleep_keeps_its_leader(club: Club) -> None:
    a, b = new_players(club, 2)
    play(club, [(a, b, WIN)] * 5, 900)
    assert leaders(club) == (a.pk, a.pk)


def test_of_two_who_stand_equal_the_page_says_who_is_named_first(club: Club) -> None:
    players: list[Player] = new_players(club, 4)
    a, b, c, d = players
    play(club, [(a, b, WIN), (c, d, WIN)] * 5, 10)
    by_correction, by_page = leaders(club)
    assert by_correction == by_page
    assert by_correction in {a.pk, c.pk}
