"""Of what a club's owners are told, and what tells it: the one table of news, from how the club stood when they were told last.

A message of Stripe's makes no news by itself. Only what differs from what was told does, so that one that comes twice tells nothing twice.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from billing.domain.entitlement import LAST_DAYS, Fetched, State, entitlement


class Phase(StrEnum):
    """A state; of a trial, whether it is in its last days."""

    TRIAL = "trial"
    ENDING = "ending"
    ACTIVE = "active"
    GRACE = "grace"
    PAUSED = "paused"


class News(StrEnum):
    """The gravest first. Of several at once a mail tells the first, the journal all."""

    PAUSED = "paused"
    ENDED = "ended"
    CANCELLED = "cancelled"
    RESUMED = "resumed"
    FAILED = "failed"
    PAID = "paid"
    SUBSCRIBED = "subscribed"
    INTERVAL = "interval"
    TRIAL_ENDS = "trial_ends"
    RENEWED = "renewed"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a club stands. `interval`: "" without a subscription that may be paid; `cancelling` None then."""

    phase: Phase
    interval: str = ""
    cancelling: bool | None = None


TABLE: Final[dict[Phase, dict[Phase, News]]] = {
    Phase.TRIAL: {Phase.ACTIVE: News.ENDED, Phase.GRACE: News.ENDED},
    Phase.ENDING: {Phase.TRIAL: News.TRIAL_ENDS, Phase.ACTIVE: News.ENDED, Phase.GRACE: News.ENDED},
    Phase.ACTIVE: {Phase.TRIAL: News.SUBSCRIBED, Phase.ENDING: News.SUBSCRIBED, Phase.GRACE: News.PAID, Phase.PAUSED: News.SUBSCRIBED},
    Phase.GRACE: {Phase.TRIAL: News.FAILED, Phase.ENDING: News.FAILED, Phase.ACTIVE: News.FAILED, Phase.PAUSED: News.FAILED},
    Phase.PAUSED: {Phase.TRIAL: News.PAUSED, Phase.ENDING: News.PAUSED, Phase.ACTIVE: News.PAUSED, Phase.GRACE: News.PAUSED},
}
"""By how it stands now, and how it stood; what is not here is no news."""
UNMAILED: Final = frozenset({News.RENEWED})
"""What the journal tells alone: Stripe sends receipts."""


def standing(trial_ends_at: datetime, fetched: Fetched | None, now: datetime) -> Standing:
    """How a club stands at this moment."""
    state = entitlement(trial_ends_at, fetched, now).state
    phase = Phase[state.name]
    if state == State.TRIAL and trial_ends_at - now <= timedelta(days=LAST_DAYS):
        phase = Phase.ENDING
    if fetched is None or not fetched.is_live:
        return Standing(phase)
    return Standing(phase, fetched.interval, fetched.cancel_at is not None)


def standing_untold(trial_ends_at: datetime, fetched: Fetched | None, now: datetime) -> Standing:
    """How a club stands of which nothing was ever told: that its trial ends is still to be told."""
    found = standing(trial_ends_at, fetched, now)
    return Standing(Phase.TRIAL, found.interval, found.cancelling) if found.phase == Phase.ENDING else found


def news_between(told: Standing, now: Standing) -> list[News]:
    """What is to be told to somebody who knows `told`; the gravest first.

    A paused club with a subscription owes: what opens its page is a payment, and it subscribes to nothing.
    """
    found = {News.PAID if now.phase == Phase.ACTIVE and told.phase == Phase.PAUSED and told.interval else TABLE[now.phase].get(told.phase)}
    if now.cancelling and not told.cancelling:
        found.add(News.CANCELLED)
    if told.cancelling and now.cancelling is False:
        found.add(News.RESUMED)
    if told.interval and now.interval and told.interval != now.interval:
        found.add(News.INTERVAL)
    return [each for each in News if each in found]


def is_renewed(before: Fetched | None, after: Fetched | None) -> bool:
    """True if the next period of the same subscription has begun."""
    return before is not None and after is not None and before.id == after.id and before.is_live and after.period_start >= before.period_end
