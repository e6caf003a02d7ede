"""How much a read event looks like one that is already published: by name, date and players.

Used only where a format has no event id, to put the nearest first and to know when a person must be asked. Weights:
name 35, start date 35 (nothing left at four days apart), players 30. So a weekly club night with the same people (65)
is a new event, a corrected date of the same event (about 91) is asked about, and so is a renamed one.

Whatever the names of two events say, the same people on the same day are asked about: nobody plays two events at a time, and
a night that is published twice counts twice.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from rapidfuzz.fuzz import token_sort_ratio

NEAR = 70
"""From this score on a person is asked whether it is the same event."""

_NAME, _DATE, _PLAYERS = 35.0, 35.0, 30.0
_DAYS = 4
_SIMILAR = 80
_SAME_PEOPLE = 0.6  # share of the smaller event's players, so that late comers do not hide a night that is already there
_SAME_DATE: tuple[str, Mapping[str, str | int]] = ("like_same_date", {})


@dataclass(frozen=True, slots=True)
class Likeness:
    """`score` from 0 to 100; `reasons` are codes of remarks with their parameters, the strongest first."""

    score: int
    reasons: tuple[tuple[str, Mapping[str, str | int]], ...] = ()

    @property
    def near(self) -> bool:
        """True if a person must be asked."""
        return self.score >= NEAR


def compare_headings(name: str, starts_on: date | None, other_name: str, other_starts_on: date) -> Likeness:
    """What name and start date alone say; out of 70. Without a date the name counts for both."""
    name_share = token_sort_ratio(name.casefold(), other_name.casefold()) / 100
    reasons: list[tuple[str, Mapping[str, str | int]]] = []
    if name_share == 1:
        reasons.append(("like_same_name", {}))
    elif name_share * 100 >= _SIMILAR:
        reasons.append(("like_similar_name", {}))
    if starts_on is None:
        return Likeness(round(name_share * (_NAME + _DATE)), tuple(reasons))
    days = abs((starts_on - other_starts_on).days)
    if days == 0:
        reasons.append(_SAME_DATE)
    elif days <= _DAYS:
        reasons.append(("like_near_date", {"days": days}))
    return Likeness(round(name_share * _NAME + max(0.0, 1 - days / _DAYS) * _DATE), tuple(reasons))


def add_players(headings: Likeness, names: Collection[str], other_names: Collection[str]) -> Likeness:
    """The whole likeness, out of 100: `headings` and the share of names that stand in both.

    It is near where the start dates are the same and most players of the smaller event are in both.
    """
    ours, theirs = {name.casefold() for name in names}, {name.casefold() for name in other_names}
    together = ours | theirs
    shared = len(ours & theirs)
    if not shared:
        return headings
    score = headings.score + round(shared / len(together) * _PLAYERS)
    if _SAME_DATE in headings.reasons and shared >= _SAME_PEOPLE * min(len(ours), len(theirs)):
        score = max(score, NEAR)
    return Likeness(score, (*headings.reasons, ("like_players", {"shared": shared, "count": len(together)})))
