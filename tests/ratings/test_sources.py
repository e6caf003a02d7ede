"""What a replay reads: the same in whatever order the rows come and however the links are read, and nothing is left on the connection."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.db import connection

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from ratings.domain.timeline import RatedEvent
from ratings.services.rows import ask_rows, asking_ahead, read_rows, stream_rows
from ratings.services.sources import Sources, _sort_rows, read_sources
from ratings.services.statement import LOOK, sources_statement
from tests.ratings.builder import DAY, DRAW, LOSS, WIN, Board, merge, new_club, new_event, new_players
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db

PARAMETERS = {"algorithm": 0, "whole": True}


@pytest.fixture
def club() -> Club:
    """Two of its people are one, and sit at the same board once; a bye, a forfeit, an event without games, rules that change."""
    club, chance = new_club(), Random(5)
    people = new_players(club, 7, start_rating=13_000)
    for number in range(12):
        pairs = [chance.sample(people, 2) for _ in range(6)]
        boards: list[Board] = [(white, black, chance.choice((WIN, DRAW, LOSS))) for white, black in pairs]
        boards.append((people[number % 7], None, ResultKind.FULL_POINT_BYE))
        new_event(club, boards, on=DAY + timedelta(days=number))
    new_event(club, [(people[0], people[1], ResultKind.WHITE_FORFEIT_WIN), (people[5], people[6], WIN)], on=DAY)
    new_event(club, [], on=DAY)
    merge(club, people[6], people[5])
    return club


def in_order(sources: Sources) -> Sources:
    return replace(sources, events=sorted(sources.events))


def whole(club: Club, *, of_all: bool) -> Sources:
    with club_scope(club) as cursor:
        return in_order(read_sources(cursor, club, LOOK, whole=True, of_all=of_all))


def test_what_is_read(club: Club) -> None:
    sources = whole(club, of_all=True)
    first, empty = [event for event in sources.events if event.starts[0] == DAY][1:]
    ids = first.players
    assert len(ids) == 3
    assert first == RatedEvent.between(first.event_id, first.starts, first.ends, ids, [])
    assert empty == RatedEvent.between(empty.event_id, empty.starts, empty.ends, (), [])
    assert len({player for event in sources.events for player in event.players}) == 6


def test_the_links_of_some_games_are_those_of_all(club: Club) -> None:
    assert whole(club, of_all=False) == whole(club, of_all=True)


@pytest.mark.parametrize("seed", range(5))
def test_rows_may_come_in_any_order(club: Club, seed: int) -> None:
    with club_scope(club) as cursor:
        rows = read_rows(cursor, sources_statement(LOOK, of_all=True), {"club": club.pk, **PARAMETERS})
    Random(seed).shuffle(rows)
    assert in_order(_sort_rows(rows)) == whole(club, of_all=True)


def test_after_an_error_amid_the_rows_the_transaction_goes_on() -> None:
    with connection.cursor() as cursor:
        with pytest.raises(ZeroDivisionError), stream_rows(cursor, "SELECT generate_series(1, 1000)", {}) as rows:
            next(rows)
            raise ZeroDivisionError
        assert read_rows(cursor, "SELECT 1", {}) == [(1,)]


def test_what_was_asked_ahead_is_answered_in_any_order_and_after_an_error() -> None:
    with connection.cursor() as cursor:
        with asking_ahead(cursor):
            one, two = ask_rows(cursor, "SELECT 1", {}), ask_rows(cursor, "SELECT 2", {})
            assert (list(two), list(one)) == ([(2,)], [(1,)])
        with pytest.raises(ZeroDivisionError), asking_ahead(cursor):
            ask_rows(cursor, "SELECT 1", {})
            raise ZeroDivisionError
        assert read_rows(cursor, "SELECT 3", {}) == [(3,)]
