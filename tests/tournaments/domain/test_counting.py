"""Which version of an event the ladder counts, and what keeps the latest one out."""

from dataclasses import dataclass, replace
from datetime import date

import pytest

from tournaments.domain.counting import Counting, Obstacle, counting_of


@dataclass(frozen=True)
class Published:
    """A version as `counting_of` asks for it."""

    number: int = 1
    variant: str = "standard"
    rated: bool = True
    finished: bool = True
    starts_on: date = date(2026, 3, 3)


FIRST = Published()
SECOND = Published(2)


@pytest.mark.parametrize(
    ("latest", "decided", "waiting", "counting"),
    [
        (FIRST, FIRST, 0, Counting(1, None, 0)),
        (FIRST, None, 3, Counting(None, Obstacle.NAMES, 3)),
        (SECOND, FIRST, 1, Counting(1, Obstacle.NAMES, 1)),
        (replace(FIRST, finished=False), replace(FIRST, finished=False), 0, Counting(None, Obstacle.UNFINISHED, 0)),
        (replace(FIRST, rated=False), replace(FIRST, rated=False), 0, Counting(None, Obstacle.UNRATED, 0)),
        (replace(FIRST, variant="bughouse"), None, 4, Counting(None, Obstacle.VARIANT, 4)),
        (replace(FIRST, variant="bughouse", rated=False, finished=False), None, 0, Counting(None, Obstacle.VARIANT, 0)),
        (SECOND, replace(FIRST, finished=False), 1, Counting(None, Obstacle.NAMES, 1)),
        (replace(SECOND, finished=False), FIRST, 2, Counting(1, Obstacle.UNFINISHED, 2)),
    ],
)
def test_what_counts(latest: Published, decided: Published | None, waiting: int, counting: Counting) -> None:
    assert counting_of(latest, decided, waiting) == counting


@pytest.mark.parametrize(
    ("latest", "decided", "counting"),
    [
        (FIRST, FIRST, Counting(None, Obstacle.BEFORE_OPENING, 0)),
        (replace(FIRST, rated=False), FIRST, Counting(None, Obstacle.UNRATED, 0)),
        (replace(FIRST, finished=False), None, Counting(None, Obstacle.BEFORE_OPENING, 0)),
        (replace(SECOND, starts_on=date(2026, 3, 4)), FIRST, Counting(None, Obstacle.NAMES, 0)),
        (replace(SECOND, starts_on=date(2026, 3, 4)), replace(SECOND, starts_on=date(2026, 3, 4)), Counting(2, None, 0)),
    ],
)
def test_what_was_played_before_the_opening_does_not_count(latest: Published, decided: Published | None, counting: Counting) -> None:
    assert counting_of(latest, decided, 0, date(2026, 3, 4)) == counting


def test_only_a_replaced_version_is_an_earlier_one() -> None:
    assert counting_of(SECOND, FIRST, 1).counts_an_earlier_version
    assert not counting_of(FIRST, FIRST, 0).counts_an_earlier_version
    assert not counting_of(FIRST, None, 1).counts_an_earlier_version
