"""A rating over time as a drawing: where the line runs, and which levels and days are written beside it.

The line is a staircase: between two events a rating is what it was, also through a gap of years. Time runs from left to right in every
language. However many events there are, the line has a bounded number of corners: of all events that fall into one column of the drawing it
keeps the lowest, the highest and the last. The table beside it leaves nothing out.

Units: coordinates are those of a drawing `WIDTH` by `HEIGHT`, y downwards; ratings are tenths, levels whole points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby

from ratings.domain.history import RatingPoint

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 76, 56, 16, 44  # room for what is written
COLUMN = 2  # events closer together than this share a column
MOST_DOTS = 60  # with more events than that only the line is drawn

_STEPS = (10, 20, 50, 100, 200, 500, 1000)  # whole points between two levels
_MOST_LEVELS = 5
_LEAST_SPAN = 1000  # tenths: a change of one point must not look like a mountain
_MONTHS = (1, 2, 3, 6)  # between two marks
_YEARS = (1, 2, 5, 10, 20)
_MOST_MONTHS, _MOST_YEARS = 3, 6  # marks that fit on a phone


class Precision(StrEnum):
    """What is written at the marks below."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the drawing, to a tenth."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Level:
    """A line across, and the rating that it stands for in whole points."""

    y: float
    rating: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A day below the drawing."""

    x: float
    day: date


@dataclass(frozen=True, slots=True)
class Graph:
    """`path` as SVG takes it; `dots` one an event while there are few; `peak` the first time that the highest rating was held."""

    path: str
    dots: tuple[Spot, ...]
    peak: Spot
    last: Spot
    levels: tuple[Level, ...]
    marks: tuple[Mark, ...]
    precision: Precision


@dataclass(frozen=True, slots=True)
class _Scale:
    first: int  # ordinal of the day at the left edge
    last: int
    lowest: int  # tenths at the lower edge
    highest: int

    def x(self, day: date) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (day.toordinal() - self.first) / (self.last - self.first), 1)

    def y(self, rating: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.highest - rating) / (self.highest - self.lowest), 1)


def draw(start_day: date, start_rating: int, points: Sequence[RatingPoint]) -> Graph | None:
    """The drawing of a history that begins with `start_rating`; `points` by day. None without any point."""
    if not points:
        return None
    ratings = [start_rating, *(point.rating for point in points)]
    levels = _levels(min(ratings), max(ratings))
    first, last = min(start_day, points[0].day), points[-1].day
    margin = max(1, (last - first).days // 40)
    scale = _Scale(first.toordinal() - margin, last.toordinal() + margin, levels[0] * 10, levels[-1] * 10)
    spots = [Spot(scale.x(point.day), scale.y(point.rating)) for point in points]
    marks, precision = _marks(first, last)
    return Graph(
        path=_path(scale.y(start_rating), spots),
        dots=tuple(spots) if len(spots) <= MOST_DOTS else (),
        peak=min(spots, key=lambda spot: spot.y),
        last=spots[-1],
        levels=tuple(Level(scale.y(level * 10), level) for level in levels),
        marks=tuple(Mark(scale.x(day), day) for day in marks),
        precision=precision,
    )


def _path(start: float, spots: Sequence[Spot]) -> str:
    """A staircase from the left edge to the last event."""
    corners = [f"M{LEFT} {start:g}"]
    for _, group in groupby(spots, key=lambda spot: int(spot.x / COLUMN)):
        column = list(group)
        heights = [spot.y for spot in column]
        corners.append(f"H{column[0].x:g}")
        shown = heights if len(heights) <= 3 else [min(heights), max(heights), heights[-1]]
        corners += [f"V{height:g}" for height in shown]
    return "".join(corners)


def _levels(lowest: int, highest: int) -> list[int]:
    """Round numbers from at or below `lowest` to at or above `highest` (tenths), at least two."""
    if highest - lowest < _LEAST_SPAN:
        middle = (lowest + highest) // 2
        lowest, highest = middle - _LEAST_SPAN // 2, middle + _LEAST_SPAN // 2
    step = next((each for each in _STEPS if (highest - lowest) <= each * 10 * (_MOST_LEVELS - 1)), _STEPS[-1])
    below, above = lowest // (step * 10), -(-highest // (step * 10))
    return [number * step for number in range(below, above + 1)]


def _marks(first: date, last: date) -> tuple[list[date], Precision]:
    """Beginnings of years or of months, as many as fit; the first and the last day where there are too few or too many of them."""
    for precision, steps, most in ((Precision.MONTH, _MONTHS, _MOST_MONTHS), (Precision.YEAR, [12 * each for each in _YEARS], _MOST_YEARS)):
        for step in steps:
            numbers = range(-(-(_month(first) + (first.day > 1)) // step), _month(last) // step + 1)
            if 2 <= len(numbers) <= most:
                return [date(number * step // 12, number * step % 12 + 1, 1) for number in numbers], precision
    return sorted({first, last}), Precision.DAY


def _month(day: date) -> int:
    """Months since the year 0."""
    return day.year * 12 + day.month - 1
