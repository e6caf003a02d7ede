"""The figures of RULES section 1, through the database."""

from datetime import date, timedelta

import pytest

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from players.models import Player, Standing
from ratings.domain.records import packed
from ratings.models import LadderRules, RatingChange
from ratings.services import replay_ladder
from tests.ratings.builder import DAY, DRAW, LOSS, WIN, new_club, new_event, new_players, publish
from tests.ratings.stored import last_played_of, ratings_of
from tournaments.domain.results import RATED, ResultKind

pytestmark = pytest.mark.django_db

EARLIER = DAY - timedelta(days=7)


@pytest.fixture
def club() -> Club:
    return new_club()


def established(club: Club, rating: int, games: int = 30) -> Player:
    """Somebody who has won and lost against an equal until `games` games are played, and stands at `rating` tenths."""
    (player,) = new_players(club, 1, start_rating=rating)
    (partner,) = new_players(club, 1, start_rating=rating)
    new_event(club, [(player, partner, WIN if number % 2 else LOSS) for number in range(games)], on=EARLIER)
    return player


def test_anne_ends_at_1413_8(club: Club) -> None:
    anne = established(club, 14000)
    opponents = [established(club, rating) for rating in (15000, 13000, 16000, 13500)]
    event = new_event(club, zip([anne] * 4, opponents, [LOSS, WIN, DRAW, WIN], strict=True))
    replay_ladder(club=club)
    assert ratings_of(club, anne) == [14138]
    with club_scope(club):
        row = RatingChange.objects.get(club=club, event_id=event.pk)
        place = row.players.index(anne.pk)
        assert [row.before[place], row.change[place], row.record[place]] == [14000, 138, packed(2, 1, 1)]
        standing = Standing.objects.get(club=club, player=anne)
    assert (standing.games, standing.wins, standing.draws, standing.losses) == (34, 17, 1, 16)
    assert (standing.provisional, standing.peak, standing.last_change, standing.last_event) == (False, 14138, 138, event.pk)
    assert standing.last_played == DAY


def test_an_established_player_keeps_the_rating_among_newcomers(club: Club) -> None:
    anne = established(club, 14000)
    newcomers = new_players(club, 3)
    new_event(club, [(anne, newcomers[0], LOSS), (anne, newcomers[1], DRAW), (anne, newcomers[2], WIN)])
    replay_ladder(club=club)
    assert ratings_of(club, anne) == [14000]
    assert ratings_of(club, *newcomers) == [12304, 12104, 11904]


def test_two_provisional_players_count_in_full(club: Club) -> None:
    first, second = new_players(club, 2)
    new_event(club, [(first, second, WIN)])
    replay_ladder(club=club)
    assert ratings_of(club, first, second) == [12200, 11800]


@pytest.mark.parametrize("kind", sorted(set(ResultKind) - RATED))
def test_what_is_never_rated_changes_nothing(club: Club, kind: ResultKind) -> None:
    first, second = new_players(club, 2)
    new_event(club, [(first, None if kind.is_bye else second, kind)])
    replay_ladder(club=club)
    assert ratings_of(club, first) == [12000]
    assert last_played_of(club, first) is None


@pytest.mark.parametrize("how", [{"variant": "bughouse"}, {"variant": "chess960"}, {"rated": False}, {"finished": False}])
def test_events_that_the_ladder_does_not_count(club: Club, how: dict[str, object]) -> None:
    first, second = new_players(club, 2)
    new_event(club, [(first, second, WIN)], **how)  # type: ignore[arg-type]
    build = replay_ladder(club=club)
    assert build.edits > 0
    assert ratings_of(club, first, second) == [None, None]


def test_a_version_with_an_undecided_name_leaves_the_decided_one_rated(club: Club) -> None:
    first, second, third = new_players(club, 3)
    event = new_event(club, [(first, second, WIN)])
    publish(club, event, [(first, second, LOSS), (first, third, WIN)], decided=False)
    replay_ladder(club=club)
    assert ratings_of(club, first, second, third) == [12200, 11800, None]


def test_two_entries_of_one_person_are_no_game(club: Club) -> None:
    from tests.ratings.builder import merge

    first, second = new_players(club, 2)
    new_event(club, [(first, second, WIN)])
    merge(club, second, first)
    replay_ladder(club=club)
    assert ratings_of(club, first, second) == [12000, None]


def test_the_rules_of_the_club_hold_from_their_date(club: Club) -> None:
    first, second = new_players(club, 2)
    new_event(club, [(first, second, WIN)], on=date(2026, 1, 5))
    new_event(club, [(first, second, WIN)], on=date(2026, 2, 5))
    with club_scope(club):
        LadderRules.objects.create(club=club, start=15000)
        LadderRules.objects.create(club=club, since=date(2026, 2, 1), k_new=10)
    replay_ladder(club=club)
    assert ratings_of(club, first, second) == [15200 + 44, 14800 - 44]


def test_a_known_start_rating_is_where_a_player_enters(club: Club) -> None:
    (first,) = new_players(club, 1, start_rating=18000)
    (second,) = new_players(club, 1)
    new_event(club, [(first, second, DRAW)])
    replay_ladder(club=club)
    assert ratings_of(club, first, second) == [18000 - 188, 12000 + 188]
