"""Which orders are walked: all 5,040, cut by the message that comes first, or in every test run 120 of them, others each time."""

import os
import time
from collections.abc import Callable
from random import sample

from tests.billing.conftest import FIGURES
from tests.billing.proof.walking import Walk

ALL = os.environ.get("BILLING_ORDERS") == "all"
BEGINNINGS: list[tuple[int, ...]] = [(first,) for first in range(7)] if ALL else [()]


def walk_all_orders(walk: Walk, beginning: tuple[int, ...], record_property: Callable[[str, object], None]) -> None:
    """Walk them, keep the figures, and demand that nothing was ever wrong."""
    started, begun = time.monotonic(), beginning or tuple(sample(range(7), 2))
    walk.all_orders(begun)
    figures = {"orders": walk.orders, "deliveries": walk.deliveries, "duplicates": walk.duplicates, "breaks": walk.breaks}
    record_property(FIGURES, {**figures, "faults": len(walk.faults), "seconds": time.monotonic() - started})
    assert walk.faults == []
    assert (walk.orders, walk.breaks) == ((720, 1_957) if ALL else (120, 327))
