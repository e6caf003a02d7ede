"""Ratings that a club brought from elsewhere: where people stand at once, and what counts from then on."""

from datetime import date, timedelta

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, Standing
from ratings.models import LadderOpening, LadderRules
from ratings.services import audit_ladder, replay_ladder
from tests.ratings.builder import DAY, DRAW, WIN, merge, new_club, new_event, new_players
from tests.ratings.stored import ratings_of, stored_ladder

pytestmark = pytest.mark.django_db

FIGURES = ("rating", "games", "wins", "provisional", "peak", "last_change", "last_event", "last_played")


@pytest.fixture
def club() -> Club:
    return new_club()


def stands(club: Club, player: Player) -> tuple[object, ...]:
    with club_scope(club):
        row: tuple[object, ...] = Standing.objects.filter(club=club, player=player).values_list(*FIGURES).get()
    return row


def opened(club: Club, as_of: date) -> None:
    with club_scope(club):
        LadderOpening.objects.update_or_create(club=club, defaults={"as_of": as_of})


def test_who_brings_games_stands_on_the_ladder_at_once(club: Club) -> None:
    (veteran,) = new_players(club, 1, start_rating=18000, start_games=40)
    (newcomer,) = new_players(club, 1, start_rating=15000)
    build = replay_ladder(club=club)
    assert build.written == 1
    assert stands(club, veteran) == (18000, 40, 0, False, 18000, 0, None, None)
    assert ratings_of(club, newcomer) == [None]
    assert audit_ladder(club=club).passed


def test_brought_games_count_for_k_and_for_being_established(club: Club) -> None:
    (veteran,) = new_players(club, 1, start_rating=14000, start_games=30)
    (other,) = new_players(club, 1, start_rating=14000, start_games=10)
    event = new_event(club, [(veteran, other, WIN)])
    replay_ladder(club=club)
    assert stands(club, veteran) == (14100, 31, 1, False, 14100, 100, event.pk, DAY)
    assert stands(club, other) == (13800, 11, 0, False, 14000, -200, event.pk, DAY)


def test_a_peak_is_never_below_what_was_brought(club: Club) -> None:
    (veteran,) = new_players(club, 1, start_rating=14000, start_games=30)
    (other,) = new_players(club, 1, start_rating=14000, start_games=30)
    new_event(club, [(other, veteran, WIN)])
    replay_ladder(club=club)
    assert stands(club, veteran)[4] == 14000


def test_what_was_played_before_the_opening_moves_nobody(club: Club) -> None:
    first, second = new_players(club, 2, start_rating=14000, start_games=30)
    new_event(club, [(first, second, WIN)], on=DAY - timedelta(days=1), until=DAY)
    counted = new_event(club, [(first, second, DRAW)], on=DAY)
    opened(club, DAY)
    replay_ladder(club=club)
    assert [row[1] for row in stored_ladder(club)[0]] == [counted.pk]
    assert ratings_of(club, first, second) == [14000, 14000]
    opened(club, DAY - timedelta(days=1))
    replay_ladder(club=club)
    assert ratings_of(club, first, second) == [14094, 13906]


def test_games_without_a_rating_come_with_the_start_of_the_beginning(club: Club) -> None:
    (veteran,) = new_players(club, 1, start_games=3)
    with club_scope(club):
        LadderRules.objects.create(club=club, start=13000)
        LadderRules.objects.create(club=club, since=DAY, start=15000, provisional_games=3)
    replay_ladder(club=club)
    assert stands(club, veteran)[:4] == (13000, 3, 0, True)
    opened(club, DAY)
    replay_ladder(club=club)
    assert stands(club, veteran)[:4] == (13000, 3, 0, False)


def test_a_start_that_goes_takes_the_standing_with_it(club: Club) -> None:
    (veteran,) = new_players(club, 1, start_rating=18000, start_games=40)
    replay_ladder(club=club)
    with club_scope(club):
        Player.objects.filter(pk=veteran.pk).update(start_games=None)
    replay_ladder(club=club)
    assert ratings_of(club, veteran) == [None]


def test_a_person_enters_by_its_own_start_else_by_that_of_the_oldest_player_merged_into_it(club: Club) -> None:
    plain, bystander = new_players(club, 2)
    (older,) = new_players(club, 1, start_rating=16000)
    (younger,) = new_players(club, 1, start_rating=17000, start_games=50)
    (own,) = new_players(club, 1, start_rating=11000, start_games=9)
    merge(club, younger, plain)
    merge(club, older, plain)
    new_event(club, [(plain, bystander, DRAW)])
    replay_ladder(club=club)
    assert ratings_of(club, plain, older, younger, own) == [15836, None, None, 11000]
    merge(club, plain, own)
    replay_ladder(club=club)
    assert ratings_of(club, plain, own) == [None, 11000]


def test_undoing_a_merge_gives_back_every_byte(club: Club) -> None:
    first, second = new_players(club, 2)
    (veteran,) = new_players(club, 1, start_rating=18000, start_games=40)
    new_event(club, [(first, second, WIN)])
    replay_ladder(club=club)
    stood = stored_ladder(club)
    merged = merge(club, veteran, first)
    replay_ladder(club=club)
    assert stored_ladder(club) != stood
    with club_scope(club):
        merged.delete()
    replay_ladder(club=club)
    assert stored_ladder(club) == stood
