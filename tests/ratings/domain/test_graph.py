"""The drawing of a rating: every corner inside the drawing, and few of them however many events there are."""

import re
from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.graph import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Graph, Level, Mark, Precision, Spot, draw
from ratings.domain.history import RatingPoint

DAY = date(2026, 3, 3)


def point(number: int, days: int, rating: int) -> RatingPoint:
    return RatingPoint(number, DAY + timedelta(days=days), rating)


def drawn(start: int, *points: RatingPoint) -> Graph:
    graph = draw(DAY, start, points)
    assert graph is not None
    return graph


def corners(path: str) -> list[tuple[float, float]]:
    """Where a path goes, corner by corner."""
    first = re.match(r"M([\d.-]+) ([\d.-]+)", path)
    assert first is not None
    at = [(float(first[1]), float(first[2]))]
    for command, figure in re.findall(r"([HV])([\d.-]+)", path):
        at.append((float(figure), at[-1][1]) if command == "H" else (at[-1][0], float(figure)))
    return at


def test_without_events_there_is_nothing_to_draw() -> None:
    assert draw(DAY, 12_000, []) is None


def test_one_event_is_a_step_in_the_middle() -> None:
    assert drawn(12_000, point(1, 0, 12_200)) == Graph(
        path="M76 162.7H330V133.3",
        dots=(Spot(330.0, 133.3),),
        peak=Spot(330.0, 133.3),
        last=Spot(330.0, 133.3),
        levels=(Level(236.0, 1150), Level(162.7, 1200), Level(89.3, 1250), Level(16.0, 1300)),
        marks=(Mark(330.0, DAY),),
        precision=Precision.DAY,
    )


def test_two_events_on_one_day_stand_above_each_other() -> None:
    graph = drawn(12_000, point(1, 0, 12_200), point(2, 0, 12_100))
    assert graph.path == "M76 162.7H330V133.3V148"
    assert (graph.dots, graph.marks) == ((Spot(330.0, 133.3), Spot(330.0, 148.0)), (Mark(330.0, DAY),))


def test_between_events_the_line_is_level_also_for_years() -> None:
    graph = drawn(12_000, point(1, 0, 12_500), point(2, 7, 13_000), point(3, 3000, 12_800))
    assert [one[0] != other[0] and one[1] != other[1] for one, other in pairwise(corners(graph.path))].count(True) == 0
    assert graph.precision is Precision.YEAR
    assert [mark.day for mark in graph.marks] == [date(year, 1, 1) for year in (2028, 2030, 2032, 2034)]


def test_a_rating_that_never_moved_is_a_line_in_the_middle() -> None:
    graph = drawn(12_000, point(1, 0, 12_000), point(2, 30, 12_000))
    assert {y for _, y in corners(graph.path)} == {graph.levels[1].y}
    assert [level.rating for level in graph.levels] == [1150, 1200, 1250]


def test_a_rating_below_nothing_is_drawn_too() -> None:
    graph = drawn(1_000, point(1, 0, -500))
    assert (graph.levels[0].rating, graph.levels[-1].rating) == (-50, 100)


def test_of_many_events_the_line_is_thinned_and_keeps_highest_and_lowest() -> None:
    ratings = [12_000 + (number * 7919) % 4000 for number in range(1000)]
    graph = drawn(12_000, *(point(number, 3 * number, rating) for number, rating in enumerate(ratings)))
    heights = [y for _, y in corners(graph.path)]
    assert (graph.dots, len(graph.path) < 10_000, len(heights) < 1200) == ((), True, True)
    assert (min(heights), len(graph.levels)) == (graph.peak.y, 5)
    assert max(heights) == graph.levels[-1].y + (HEIGHT - TOP - BOTTOM)
    assert abs(corners(graph.path)[-1][0] - graph.last.x) < 2
    assert corners(graph.path)[-1][1] == graph.last.y


def test_a_thousand_events_of_one_day_are_one_stroke() -> None:
    graph = drawn(12_000, *(point(number, 0, 12_000 + number) for number in range(1000)))
    assert len(corners(graph.path)) == 5


@given(st.lists(st.tuples(st.integers(0, 15_000), st.integers(-2_000, 40_000)), min_size=1, max_size=80), st.integers(1_000, 40_000))
def test_everything_is_inside_the_drawing_and_time_runs_to_the_right(steps: list[tuple[int, int]], start: int) -> None:
    days = sorted(days for days, _ in steps)
    graph = drawn(start, *(point(number, day, rating) for number, (day, (_, rating)) in enumerate(zip(days, steps, strict=True))))
    path = corners(graph.path)
    assert all(LEFT <= x <= WIDTH - RIGHT and TOP <= y <= HEIGHT - BOTTOM for x, y in path)
    assert [x for x, _ in path] == sorted(x for x, _ in path)
    assert path[-1][1] == graph.last.y
    assert min(y for _, y in path[1:]) <= graph.peak.y
    assert 2 <= len(graph.levels) <= 6
    assert len({level.rating for level in graph.levels}) == len(graph.levels)


@given(st.integers(0, 400_000))
def test_no_more_marks_than_fit_and_all_of_them_between_first_and_last(span: int) -> None:
    graph = drawn(12_000, point(1, 0, 12_100), point(2, span, 12_200))
    days = [mark.day for mark in graph.marks]
    assert 1 <= len(days) <= (6 if graph.precision is Precision.YEAR else 3)
    assert all(DAY <= each <= DAY + timedelta(days=span) for each in days)
    assert days == sorted(set(days))
    if graph.precision is Precision.YEAR:
        assert {(each.month, each.day) for each in days} == {(1, 1)}
