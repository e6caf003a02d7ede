"""The games of a person as their page counts them: whole results, the same sums as the ladder's, and of the own club only."""

from datetime import date, timedelta

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from players.models import Player, Standing
from players.selectors import roots
from ratings.domain.history import PlayedGame, Record, record_of
from ratings.domain.rules import RuleBook
from ratings.selectors import history_of_player, ladder_rules_of
from ratings.selectors.history import PersonHistory, list_ladder_players, read_history
from ratings.services import replay_ladder
from tests.ratings.builder import DAY, DRAW, LOSS, WIN, merge, new_club, new_event, new_players
from tournaments.domain.results import ResultKind
from tournaments.models import Event, EventAccess, EventVersion, Round

pytestmark = pytest.mark.django_db


def read(club: Club, player: Player) -> PersonHistory:
    """The history of the person that a player is."""
    with snapshot(club):
        persons = roots(club)
        return read_history(club, player.pk, persons.players_of(player.pk), persons.root_of, ladder_rules_of(club))


def game(
    event: Event, number: int, is_white: bool, opponent: Player, points: int, day: date = DAY, *, is_public: bool = True
) -> PlayedGame:
    """One of people who have just begun: 1200 each, nothing established."""
    return PlayedGame(event.pk, day, number, is_white, opponent.pk, points, 12_000, 12_000, False, is_public)


def test_rated_games_with_both_colours_are_there_and_nothing_else() -> None:
    club = new_club()
    one, two, three = new_players(club, 3)
    event = new_event(
        club,
        [
            (one, two, WIN),
            (three, one, DRAW),
            (one, None, ResultKind.FULL_POINT_BYE),
            (one, two, ResultKind.WHITE_FORFEIT_WIN),
            (one, two, ResultKind.ARMAGEDDON_WHITE_WIN),
            (two, three, WIN),
            (two, one, WIN),
        ],
    )
    replay_ladder(club=club)
    assert read(club, one).games == (game(event, 1, True, two, 2), game(event, 2, False, three, 1), game(event, 7, False, two, 0))


def test_ratings_and_what_was_established_are_those_of_then() -> None:
    club = new_club()
    one, two = new_players(club, 2)
    first = new_event(club, [(one, two, WIN)] * 5)
    second = new_event(club, [(two, one, DRAW)], on=DAY + timedelta(days=7))
    replay_ladder(club=club)
    games = read(club, one).games
    assert {(each.rating, each.opponent_rating, each.was_established) for each in games if each.event_id == first.pk} == {
        (12_000, 12_000, False)
    }
    assert games[-1] == PlayedGame(second.pk, DAY + timedelta(days=7), 1, False, two.pk, 1, 13_000, 11_000, True, True)


def test_what_the_ladder_does_not_count_is_not_counted_here() -> None:
    club = new_club()
    one, two = new_players(club, 2)
    new_event(club, [(one, two, WIN)], rated=False)
    new_event(club, [(one, two, WIN)], finished=False)
    new_event(club, [(one, two, WIN)], variant="bughouse")
    removed = new_event(club, [(one, two, WIN)])
    with club_scope(club):
        Event.objects.filter(pk=removed.pk).update(removed_at="2026-03-04T12:00Z")
    replay_ladder(club=club)
    assert read(club, one) == PersonHistory((), ())


def test_an_event_for_arbiters_only_is_counted_and_not_public() -> None:
    club = new_club()
    one, two = new_players(club, 2)
    event = new_event(club, [(one, two, WIN)])
    with club_scope(club):
        Event.objects.filter(pk=event.pk).update(access=EventAccess.CLOSED)
    replay_ladder(club=club)
    assert read(club, one).games == (game(event, 1, True, two, 2, is_public=False),)


def test_an_event_removed_a_moment_ago_is_public_no_more_although_the_ladder_still_has_it() -> None:
    club = new_club()
    one, two = new_players(club, 2)
    event = new_event(club, [(one, two, WIN)])
    replay_ladder(club=club)
    with club_scope(club):
        Event.objects.filter(pk=event.pk).update(removed_at="2026-03-04T12:00Z")
    assert [each.is_public for each in read(club, one).games] == [False]


def test_merged_people_play_as_one_and_never_against_themselves() -> None:
    club = new_club()
    one, spare, two, alias = new_players(club, 4)
    first = new_event(club, [(one, two, WIN)])
    second = new_event(club, [(alias, spare, LOSS)], on=DAY + timedelta(days=1))
    for absorbed, into in ((spare, one), (alias, two)):
        merge(club, absorbed, into)
    replay_ladder(club=club)
    assert [(each.event_id, each.opponent, each.points) for each in read(club, one).games] == [
        (first.pk, two.pk, 2),
        (second.pk, two.pk, 2),
    ]
    assert [(each.event_id, each.opponent, each.points) for each in read(club, two).games] == [
        (first.pk, one.pk, 0),
        (second.pk, one.pk, 0),
    ]


def test_games_stand_in_the_order_in_which_they_were_played() -> None:
    """A league whose rounds have dates, and an evening between two of them; a round without a date is as late as the one before."""
    club = new_club()
    one, two = new_players(club, 2)
    league = new_event(club, [(one, two, WIN), (one, two, DRAW), (one, two, LOSS)], until=DAY + timedelta(days=30))
    evening = new_event(club, [(two, one, WIN)], on=DAY + timedelta(days=10))
    with club_scope(club):
        version = EventVersion.objects.get(event=league)
        Round.objects.bulk_create(
            Round(club=club, version=version, number=number, played_on=played_on)
            for number, played_on in ((1, None), (2, DAY + timedelta(days=20)), (3, None))
        )
    replay_ladder(club=club)
    assert [(each.event_id, each.round, each.day) for each in read(club, one).games] == [
        (league.pk, 1, DAY),
        (evening.pk, 1, DAY + timedelta(days=10)),
        (league.pk, 2, DAY + timedelta(days=20)),
        (league.pk, 3, DAY + timedelta(days=20)),
    ]


def test_records_are_the_ladders_own_and_changes_those_of_the_history() -> None:
    club = new_club()
    players = new_players(club, 6)
    results = [WIN, DRAW, LOSS, ResultKind.WHITE_FORFEIT_WIN, ResultKind.BOTH_LOSE]
    for week in range(12):
        boards = [(players[(week + at) % 6], players[(2 * week + 3 * at + 1) % 6], results[(week * at + at) % 5]) for at in range(5)]
        new_event(club, [board for board in boards if board[0] != board[1]], on=DAY + timedelta(weeks=week))
    merge(club, players[5], players[4])
    replay_ladder(club=club)
    with snapshot(club):
        standings = {row.player_id: row for row in Standing.objects.filter(club=club)}
        histories = {player: history_of_player(club, player) for player in standings}
    for player in players[:5]:
        standing, history = standings[player.pk], read(club, player)
        assert record_of(history.games) == Record(standing.wins, standing.draws, standing.losses)
        assert list(history.changes) == histories[player.pk]


def test_another_clubs_games_are_never_read() -> None:
    ours, theirs = new_club(), new_club()
    one, two = new_players(theirs, 2)
    new_event(theirs, [(one, two, WIN)])
    replay_ladder(club=theirs)
    with snapshot(ours):
        assert read_history(ours, one.pk, [one.pk], lambda player: player, RuleBook()) == PersonHistory((), ())
        assert list_ladder_players(ours) == []
    assert len(read(theirs, one).games) == 1


@pytest.mark.parametrize("events", [1, 3])
def test_two_statements_however_many_events(events: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    club = new_club()
    one, two = new_players(club, 2)
    for week in range(events):
        new_event(club, [(one, two, WIN)], on=DAY + timedelta(weeks=week))
    replay_ladder(club=club)
    with snapshot(club), django_assert_num_queries(2):
        assert len(read_history(club, one.pk, [one.pk], lambda player: player, RuleBook()).games) == events
