"""One measured figure, and how it stands to what it must be."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value, its peer in the same unit, and whether it is good enough.

    `ratio` is what `required` speaks of, as "≥ 25" or "≤ 1.6"; None in both says that the value itself is meant, or that it is only told.
    """

    name: str
    value: float
    unit: str
    peer: float | None
    ratio: float | None
    required: str | None
    ok: bool


def at_least(name: str, value: float, unit: str, required: float, *, peer: float | None = None, ratio: float | None = None) -> Figure:
    """Good if the ratio, or without one the value, reaches `required`."""
    return Figure(name, value, unit, peer, ratio, f"≥ {required:g}", (value if ratio is None else ratio) >= required)


def at_most(name: str, value: float, unit: str, required: float, *, peer: float | None = None, ratio: float | None = None) -> Figure:
    """Good if the ratio, or without one the value, stays below `required`."""
    return Figure(name, value, unit, peer, ratio, f"≤ {required:g}", (value if ratio is None else ratio) <= required)


def told(name: str, value: float, unit: str) -> Figure:
    """A figure of which nothing is required."""
    return Figure(name, value, unit, None, None, None, ok=True)


def alternate(rounds: int, *actions: Callable[[], float]) -> list[float]:
    """The median of what each action returns. A round calls every one in turn, so that a slow minute of the machine hits them all."""
    taken: list[list[float]] = [[] for _ in actions]
    for _ in range(rounds):
        for action, times in zip(actions, taken, strict=True):
            times.append(action())
    return [statistics.median(times) for times in taken]


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of the values do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]
