"""Records, streaks, form: whole results on paper, and for any games at all equal to a naive count."""

from datetime import date, timedelta
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.history import (
    OpponentRecord,
    PlayedGame,
    RatingPoint,
    Record,
    Streak,
    Streaks,
    best_win,
    day_of_peak,
    entry_rating,
    rating_points,
    record_of,
    records_by,
    records_by_opponent,
    unbeaten_streaks,
    winning_streaks,
)
from ratings.selectors import PlayerChange

FIRST = date(2026, 3, 1)
WIN, DRAW, LOSS = 2, 1, 0


def game(
    points: int,
    number: int = 0,
    *,
    opponent: int = 2,
    is_white: bool = True,
    opponent_rating: int | None = 13_000,
    was_established: bool = True,
    is_public: bool = True,
) -> PlayedGame:
    """The game of the day `number`."""
    day = FIRST + timedelta(days=number)
    return PlayedGame(number, day, 1, is_white, opponent, points, 12_000, opponent_rating, was_established, is_public)


def games_of(results: str) -> list[PlayedGame]:
    """One game a day: W, D or L."""
    return [game("LDW".index(letter), number) for number, letter in enumerate(results)]


def day(number: int) -> date:
    return FIRST + timedelta(days=number)


def test_a_record_counts_points_and_games() -> None:
    record = record_of(games_of("WWDLW"))
    assert record == Record(wins=3, draws=1, losses=1)
    assert (record.games, record.points) == (5, 7)
    assert record_of([]) == Record(0, 0, 0)


def test_records_by_colour() -> None:
    games = [game(WIN), game(LOSS, 1, is_white=False), game(DRAW, 2)]
    assert records_by(games, lambda each: each.is_white) == {True: Record(1, 1, 0), False: Record(0, 0, 1)}


def test_who_was_met_most_comes_first_then_whom_one_met_last() -> None:
    games = [
        game(WIN, 0, opponent=5),
        game(WIN, 1, opponent=4),
        game(LOSS, 2, opponent=3),
        game(DRAW, 2, opponent=7),
        game(DRAW, 3, opponent=4),
    ]
    assert records_by_opponent(games) == [
        OpponentRecord(4, Record(1, 1, 0), day(3)),
        OpponentRecord(3, Record(0, 0, 1), day(2)),
        OpponentRecord(7, Record(0, 1, 0), day(2)),
        OpponentRecord(5, Record(1, 0, 0), day(0)),
    ]


def test_games_that_are_not_public_name_nobody() -> None:
    games = [game(WIN, 0, opponent=5, is_public=False, opponent_rating=20_000), game(WIN, 1, opponent=4)]
    assert records_by_opponent(games) == [OpponentRecord(4, Record(1, 0, 0), day(1))]
    assert best_win(games) == games[1]


def test_streaks_that_go_on_and_streaks_that_ended() -> None:
    games = games_of("WWWLDWW")
    assert winning_streaks(games) == Streaks(current=Streak(2, day(5), day(6)), longest=Streak(3, day(0), day(2)))
    assert unbeaten_streaks(games) == Streaks(current=Streak(3, day(4), day(6)), longest=Streak(3, day(4), day(6)))
    assert winning_streaks(games_of("WD")) == Streaks(current=None, longest=Streak(1, day(0), day(0)))
    assert unbeaten_streaks(games_of("LL")) == Streaks(None, None)
    assert winning_streaks([]) == Streaks(None, None)


def test_the_best_win_is_over_a_rating_that_was_established() -> None:
    weak, strong = game(WIN, 0, opponent_rating=12_500), game(WIN, 1, opponent_rating=14_000)
    others = [
        game(WIN, 2, opponent_rating=15_000, was_established=False),
        game(DRAW, 3, opponent_rating=16_000),
        game(LOSS, 4, opponent_rating=17_000),
        game(WIN, 5, opponent_rating=None),
        game(WIN, 6, opponent_rating=14_000),
    ]
    assert best_win([weak, strong, *others]) == strong
    assert best_win(others[:4]) is None


def change(event_id: int, first: int, last: int, before: int, by: int, games: int) -> PlayerChange:
    """An event from one day of March to another."""
    return PlayerChange(event_id, 1, day(first), day(last), before, games, by, 1, 2, 1, 0, 0)


def test_a_change_is_added_when_its_event_ends() -> None:
    """A league from day 0 to 20 and an evening on day 10: the evening is added first, though both began from 1200."""
    evening, league = change(2, 10, 10, 12_000, 100, 0), change(1, 0, 20, 12_000, -30, 0)
    points = rating_points([evening, league])
    assert points == [RatingPoint(2, day(10), 12_100), RatingPoint(1, day(20), 12_070)]
    assert (rating_points([]), entry_rating([evening, league])) == ([], 12_000)


def test_the_day_of_the_peak_is_the_first_one() -> None:
    points = [
        RatingPoint(1, day(0), 12_100),
        RatingPoint(2, day(3), 12_300),
        RatingPoint(3, day(4), 12_200),
        RatingPoint(4, day(9), 12_300),
    ]
    assert day_of_peak(points, 12_300) == day(3)
    assert day_of_peak(points, 15_000) is None


RESULTS = st.lists(st.sampled_from([WIN, DRAW, LOSS]), max_size=60)


def runs(results: list[int], least: int) -> list[tuple[int, int]]:
    """First and last index of every run of results of at least so many half-points, counted the plain way."""
    found = []
    for is_long_enough, group in groupby(range(len(results)), key=lambda at: results[at] >= least):
        indexes = list(group)
        if is_long_enough:
            found.append((indexes[0], indexes[-1]))
    return found


def naive_streaks(results: list[int], least: int) -> Streaks:
    found = [Streak(last - first + 1, day(first), day(last)) for first, last in runs(results, least)]
    current = found[-1] if found and results[-1] >= least else None
    longest = max(reversed(found), key=lambda streak: streak.games, default=None)
    return Streaks(current, longest)


@given(RESULTS)
def test_streaks_equal_a_naive_count(results: list[int]) -> None:
    games = [game(points, number) for number, points in enumerate(results)]
    assert winning_streaks(games) == naive_streaks(results, WIN)
    assert unbeaten_streaks(games) == naive_streaks(results, DRAW)


@given(st.lists(st.tuples(st.sampled_from([WIN, DRAW, LOSS]), st.integers(2, 6), st.booleans(), st.booleans()), max_size=60))
def test_records_equal_a_naive_count(played: list[tuple[int, int, bool, bool]]) -> None:
    games = [
        game(points, number, opponent=opponent, is_white=is_white, is_public=is_public)
        for number, (points, opponent, is_white, is_public) in enumerate(played)
    ]
    told = {each.opponent: each.record for each in records_by_opponent(games)}
    for opponent in range(2, 7):
        results = [points for points, other, _, is_public in played if other == opponent and is_public]
        expected = Record(results.count(WIN), results.count(DRAW), results.count(LOSS))
        assert told.get(opponent, Record()) == expected
    by_colour = records_by(games, lambda each: each.is_white).values()
    whole = record_of(games)
    assert (sum(each.games for each in by_colour), sum(each.points for each in by_colour)) == (whole.games, whole.points)
    assert whole.points == sum(points for points, *_ in played)


@given(RESULTS)
def test_the_order_of_opponents_never_depends_on_the_order_of_games(results: list[int]) -> None:
    games = [game(points, number // 3, opponent=2 + number % 5) for number, points in enumerate(results)]
    assert records_by_opponent(games) == records_by_opponent(list(reversed(games)))
