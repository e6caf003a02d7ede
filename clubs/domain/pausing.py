"""When a club's pages pause for everybody but its own arbiters: after its trial, unless somebody has paid for them.

Pausing changes nothing but who reads: no setting of privacy, nothing that is stored, nothing at the desk. What a subscription says is found
out above this app (`billing`), which keeps here until when it lets the pages be open. That moment passes by the clock alone.
"""

from datetime import UTC, datetime
from typing import Final

TRIAL_DAYS: Final = 30
FOREVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""A subscription that goes on until somebody hears of its end."""


class PagePaused(Exception):
    """The answer is the page that says so (`clubs.middleware.AnswerPaused`), the same for every club."""


def open_until(trial_ends_at: datetime, paid_until: datetime | None) -> datetime:
    """The later of the two; None: nothing is paid."""
    return trial_ends_at if paid_until is None else max(trial_ends_at, paid_until)


def is_paused(trial_ends_at: datetime, paid_until: datetime | None, now: datetime) -> bool:
    """True from the very moment at which it ends."""
    return open_until(trial_ends_at, paid_until) <= now
