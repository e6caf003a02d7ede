"""The ladder as of a day, read from the stored changes, is the one that stood then."""

from datetime import date, timedelta
from random import Random

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from clubs.models import Club
from clubs.tenancy.scope import club_scope, snapshot
from players.domain.disclosure import PUBLIC
from players.models import Player
from players.selectors import names_of
from ratings.domain.ladder import Line
from ratings.domain.seasons import calendar_year
from ratings.models import LadderOpening
from ratings.selectors.ladder import LadderSheet, find_span, read_ladder, read_season
from ratings.services import replay_ladder
from tests.ratings.builder import DRAW, LOSS, WIN, Board, merge, new_club, new_event, new_players
from tournaments.domain.results import ResultKind

pytestmark = pytest.mark.django_db

FIRST = date(2026, 1, 6)


def read(club: Club, today: date, **asked: object) -> LadderSheet:
    with snapshot(club):
        return read_ladder(club, names_of(club, PUBLIC), today=today, **asked)  # type: ignore[arg-type]


def figures(lines: tuple[Line, ...]) -> list[tuple[object, ...]]:
    return [(line.rank, line.moved, line.change, *line.place) for line in lines]


def evening(people: list[Player], chosen: Random) -> list[Board]:
    """Three rounds among those who came."""
    boards: list[Board] = []
    here = chosen.sample(people, 6)
    for _ in range(3):
        chosen.shuffle(here)
        boards += [(here[at], here[at + 1], chosen.choice((WIN, DRAW, LOSS))) for at in (0, 2, 4)]
    return boards


def play_a_year(club: Club, people: list[Player]) -> None:
    """An evening each week, replayed one by one, so that the current ladder of every week has been seen. Some last two weeks."""
    chosen = Random(7)
    for week in range(8):
        on = FIRST + timedelta(weeks=week)
        new_event(club, evening(people, chosen), on=on, until=on + timedelta(days=8 * (week % 3 == 1)), order=week % 2)


def test_as_of_a_day_is_the_ladder_of_a_replay_of_the_events_until_then() -> None:
    """Weeks added one after another: what stood at the end of each is what is read of it at the end of all."""
    club, chosen = new_club(), Random(7)
    people = new_players(club, 9)
    seen: dict[date, list[tuple[object, ...]]] = {}
    for week in range(6):
        on = FIRST + timedelta(weeks=week)
        new_event(club, evening(people, chosen), on=on, order=week % 2)
        replay_ladder(club=club)
        seen[on] = figures(read(club, on).lines)
    assert {on: figures(read(club, date(2026, 12, 1), on=on).lines) for on in seen} == seen
    assert read(club, FIRST, on=FIRST - timedelta(days=1)).lines == ()


def test_as_of_the_last_day_is_the_current_ladder_also_with_events_that_overlap_and_merged_people() -> None:
    club = new_club()
    people = new_players(club, 9)
    play_a_year(club, people)
    merge(club, people[0], people[1])
    replay_ladder(club=club)
    with snapshot(club):
        span = find_span(club)
    assert span is not None
    assert figures(read(club, span[1], on=span[1]).lines) == figures(read(club, span[1]).lines)
    assert read(club, span[1], on=span[1]) == read(club, span[1])


def test_as_of_the_last_day_is_the_current_ladder_with_ratings_brought_from_elsewhere() -> None:
    club = new_club()
    people = new_players(club, 9)
    with club_scope(club):
        LadderOpening.objects.create(club=club, as_of=FIRST)
        Player.objects.filter(pk=people[0].pk).update(start_rating=18000, start_games=40)
        Player.objects.filter(pk=people[8].pk).update(start_games=12)
    replay_ladder(club=club)
    assert figures(read(club, FIRST, on=FIRST).lines) == figures(read(club, FIRST).lines)
    assert [line.place.rating for line in read(club, FIRST).lines] == [18000, 12000]
    assert read(club, FIRST, on=FIRST - timedelta(days=1)).lines == ()
    play_a_year(club, people)
    replay_ladder(club=club)
    last = FIRST + timedelta(weeks=9)
    assert figures(read(club, last, on=last).lines) == figures(read(club, last).lines)


def test_a_season_ends_with_the_ladder_as_it_stood_then() -> None:
    club = new_club()
    people = new_players(club, 9)
    play_a_year(club, people)
    new_event(club, evening(people, Random(1)), on=date(2027, 1, 5))
    replay_ladder(club=club)
    with snapshot(club):
        lines = read_season(club, names_of(club, PUBLIC), calendar_year(2026))
    then = read(club, date(2027, 2, 1), on=date(2026, 12, 31), everybody=True).lines
    assert [(line.player, line.rating, line.games, line.change) for line in lines] == [
        (line.place.player, line.place.rating, line.place.wins + line.place.draws + line.place.losses, line.place.rating - 12000)
        for line in then
    ]


def test_another_club_adds_nothing() -> None:
    ours, theirs = new_club(), new_club()
    play_a_year(theirs, new_players(theirs, 9))
    replay_ladder(club=theirs)
    today = date(2026, 3, 3)
    assert (read(ours, today).lines, read(ours, today, on=today).lines) == ((), ())
    assert len(read(theirs, today).lines) == 9


def test_who_was_only_present_is_on_no_ladder_and_who_brought_a_rating_is_on_it_at_once() -> None:
    club = new_club()
    played, other, present, came = new_players(club, 4)
    with club_scope(club):
        LadderOpening.objects.create(club=club, as_of=FIRST)
        Player.objects.filter(pk=came.pk).update(start_rating=15000, start_games=9)
    new_event(club, [(played, other, WIN), (present, None, ResultKind.PAIRING_ALLOCATED_BYE)], on=FIRST)
    replay_ladder(club=club)
    for sheet in (read(club, FIRST), read(club, FIRST, on=FIRST)):
        assert [line.place.player for line in sheet.lines] == [came.pk, played.pk, other.pk]


@pytest.mark.parametrize("weeks", [1, 8])
def test_the_ladder_takes_three_statements_however_much_was_played(weeks: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    club, chosen = new_club(), Random(5)
    people = new_players(club, 9)
    for week in range(weeks):
        new_event(club, evening(people, chosen), on=FIRST + timedelta(weeks=week))
    replay_ladder(club=club)
    with club_scope(club):
        book = names_of(club, PUBLIC)
        for on in (None, FIRST):
            with django_assert_num_queries(3):
                assert read_ladder(club, book, today=date(2026, 3, 10), on=on).lines
