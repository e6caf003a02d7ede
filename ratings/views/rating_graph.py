"""The drawing of a rating over time as `ratings/graph.html` takes it: coordinates in plain figures, and in words what it shows."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from babel.dates import format_date
from django.utils.translation import get_language, gettext

from clubs.templatetags.rookery import MINUS, day, rating
from ratings.domain.graph import HEIGHT, LEFT, RIGHT, WIDTH, Graph, Precision, Spot, draw
from ratings.domain.history import EndedEvent, RatingPoint, entry_rating, rating_points


def graph_of(changes: Sequence[EndedEvent]) -> dict[str, Any] | None:
    """None without any event; `changes` in the order in which they ended."""
    if not changes:
        return None
    points, start = rating_points(changes), entry_rating(changes)
    drawn = draw(min(change.starts_on for change in changes), start, points)
    return None if drawn is None else _figures(drawn) | _words(points, start)


def _figures(drawn: Graph) -> dict[str, Any]:
    """Coordinates are texts: the figures of a drawing know no language."""
    return {
        "width": str(WIDTH),
        "height": str(HEIGHT),
        "left": str(LEFT),
        "text_left": str(LEFT - 10),
        "right": str(WIDTH - RIGHT),
        "text_bottom": str(HEIGHT - 12),
        "path": drawn.path,
        "dots": [_place(spot) for spot in drawn.dots],
        "peak": _place(drawn.peak),
        "last": _place(drawn.last),
        "levels": [{"y": f"{level.y:g}", "rating": str(level.rating).replace("-", MINUS)} for level in drawn.levels],
        "marks": [{"x": f"{mark.x:g}", "text": _mark(mark.day, drawn.precision)} for mark in drawn.marks],
    }


def _place(spot: Spot) -> dict[str, str]:
    return {"x": f"{spot.x:g}", "y": f"{spot.y:g}"}


def _mark(shown: date, precision: Precision) -> str:
    if precision is Precision.YEAR:
        return str(shown.year)
    return format_date(shown, "LLL y", locale=get_language() or "en") if precision is Precision.MONTH else str(day(shown, "plain"))


def _words(points: Sequence[RatingPoint], start: int) -> dict[str, str]:
    """What a screen reader says of the picture."""
    highest, lowest = max(points, key=lambda point: point.rating), min(points, key=lambda point: point.rating)
    title = gettext("Rating from %(first)s to %(last)s") % {"first": day(points[0].day, "plain"), "last": day(points[-1].day, "plain")}
    told = gettext(
        "Began at %(start)s, is now %(now)s. Highest after an event: %(highest)s, %(highest_day)s; lowest: %(lowest)s, %(lowest_day)s."
    ) % {
        "start": rating(start, "plain"),
        "now": rating(points[-1].rating, "plain"),
        "highest": rating(highest.rating, "plain"),
        "highest_day": day(highest.day, "plain"),
        "lowest": rating(lowest.rating, "plain"),
        "lowest_day": day(lowest.day, "plain"),
    }
    return {"title": title, "description": told}
