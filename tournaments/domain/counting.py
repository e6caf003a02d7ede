"""Whether the ladder counts an event, and if not, what is in the way (RULES section 1)."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol

from tournaments.domain.record import Variant


class Obstacle(StrEnum):
    """Why the latest version of an event is not what the ladder counts, the gravest first."""

    VARIANT = "variant"
    UNRATED = "unrated"
    BEFORE_OPENING = "before_opening"
    UNFINISHED = "unfinished"
    NAMES = "names"


class Version(Protocol):
    """What is asked of a version; a stored EventVersion has it."""

    @property
    def number(self) -> int: ...
    @property
    def starts_on(self) -> date: ...
    @property
    def variant(self) -> str: ...
    @property
    def rated(self) -> bool: ...
    @property
    def finished(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Counting:
    """`counted` is the number of the version that the ladder counts, None if it counts none.

    `obstacle` is None exactly when that is the latest version. `waiting` names of the latest version are not decided.
    """

    counted: int | None
    obstacle: Obstacle | None
    waiting: int

    @property
    def counts_an_earlier_version(self) -> bool:
        """True while the ladder keeps to a version that has been replaced."""
        return self.counted is not None and self.obstacle is not None


def counting_of(latest: Version, decided: Version | None, waiting: int, opened_on: date | None = None) -> Counting:
    """How an event stands. `decided` is its newest version, up to `latest`, whose names are all decided (`rated_version`).

    `opened_on` is the date of the ratings that the club brought from elsewhere, if it did: they hold what was played before.
    """
    counted = decided.number if decided is not None and _obstacle_of(decided, opened_on) is None else None
    if counted == latest.number:
        return Counting(counted, None, waiting)
    return Counting(counted, _obstacle_of(latest, opened_on) or Obstacle.NAMES, waiting)


def _obstacle_of(version: Version, opened_on: date | None) -> Obstacle | None:
    """What keeps the version out of the ladder even when all names are decided."""
    if version.variant != Variant.STANDARD:
        return Obstacle.VARIANT
    if not version.rated:
        return Obstacle.UNRATED
    if opened_on is not None and version.starts_on < opened_on:
        return Obstacle.BEFORE_OPENING
    return None if version.finished else Obstacle.UNFINISHED
