"""What a club may have, from two things alone: when its trial ends, and its subscription as Stripe told it last.

The state is worked out when it is read, by the clock of that moment: nothing has to run for a trial or a grace to end. What a state allows
stands in one table, `ALLOWED`, which the page of prices shows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Final

from billing.domain.prices import dollars
from clubs.domain.pausing import FOREVER, TRIAL_DAYS

N_ = str  # marks a text for extraction

GRACE_DAYS: Final = 14
LAST_DAYS: Final = 7
"""Of a trial, in which the desk tells that it ends."""


class State(StrEnum):
    TRIAL = N_("Trial")
    ACTIVE = N_("Subscribed")
    GRACE = N_("Payment failed")
    PAUSED = N_("Paused")


class Right(StrEnum):
    """What a state may allow, in the words of the page that shows the table."""

    READ_CLUB = N_("Everybody to whom the club shows itself reads its page: ladder, profiles, history")
    ARBITERS_READ = N_("The club's own arbiters read that page")
    READ_EVENTS = N_("Whoever has the link of an event reads its results")
    RUN = N_("Arbiters publish, confirm, correct and rate")
    EXPORT = N_("Everything can be taken along as files")
    FAMILIES = N_("Families see what is shown, and answer")


FREE: Final = frozenset(Right) - {Right.READ_CLUB}
"""Never stops."""

ALLOWED: Final[dict[State, frozenset[Right]]] = {
    State.TRIAL: FREE | {Right.READ_CLUB},
    State.ACTIVE: FREE | {Right.READ_CLUB},
    State.GRACE: FREE | {Right.READ_CLUB},
    State.PAUSED: FREE,
}
DAYS: Final[dict[State, int | None]] = {State.TRIAL: TRIAL_DAYS, State.ACTIVE: None, State.GRACE: GRACE_DAYS, State.PAUSED: None}
"""How long a state holds at the most; None: as long as nothing changes."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A subscription as Stripe tells it. `status` is its word; `interval` "year" or "month"; `cancel_at`: it ends then, None: it goes on.

    `cents` of US dollars are what it costs for an interval, by the price for which it was bought; None: it is paid in another way.
    In this version of Stripe's interface the period belongs to the item of the subscription.
    """

    id: str
    status: str
    interval: str
    period_start: datetime
    period_end: datetime
    cancel_at: datetime | None
    cents: int | None

    @property
    def amount(self) -> Decimal | None:
        """In dollars for an interval; None where it is not known."""
        return None if self.cents is None else dollars(self.cents)

    @property
    def is_paid(self) -> bool:
        return self.status in ("active", "trialing")

    @property
    def is_live(self) -> bool:
        """True if it may still be paid: a second one beside it would be paid twice."""
        return self.status in ("active", "trialing", "past_due", "unpaid", "paused")

    @property
    def may_begin(self) -> bool:
        """True if its first payment is still under way."""
        return self.status == "incomplete"


@dataclass(frozen=True, slots=True)
class Entitlement:
    """`until`: when the state ends if nothing is done; None: it does not end by itself."""

    state: State
    until: datetime | None

    @property
    def allows(self) -> frozenset[Right]:
        return ALLOWED[self.state]


def paid_until(fetched: Fetched | None) -> datetime | None:
    """Until when the subscription keeps the club's page open; None: not at all.

    A payment that failed is borne for some days from the beginning of the period that it was for. Without an end of its own a paid
    subscription goes on until Stripe tells of its end: that a message is late must lock nobody out.
    """
    if fetched is None:
        return None
    ends = fetched.cancel_at or FOREVER
    if fetched.is_paid:
        return ends
    if fetched.status == "past_due":
        return min(ends, fetched.period_start + timedelta(days=GRACE_DAYS))
    return None


def entitlement(trial_ends_at: datetime, fetched: Fetched | None, now: datetime) -> Entitlement:
    """The best of what trial and subscription give at this moment."""
    paid = paid_until(fetched)
    if paid is not None and now < paid:
        assert fetched is not None
        if fetched.is_paid:
            return Entitlement(State.ACTIVE, fetched.cancel_at)
        return Entitlement(State.GRACE, max(paid, trial_ends_at))
    if now < trial_ends_at:
        return Entitlement(State.TRIAL, trial_ends_at)
    return Entitlement(State.PAUSED, None)


_BEST_FIRST: Final = ("active", "trialing", "past_due", "unpaid", "paused", "incomplete")


def choose(subscriptions: Iterable[Fetched]) -> Fetched | None:
    """The one that counts, of all that a customer has ever had: of the paid the one that lasts longest, else the best; None of none."""

    def rank(one: Fetched) -> tuple[int, datetime, int, datetime, str]:
        place = _BEST_FIRST.index(one.status) if one.status in _BEST_FIRST else len(_BEST_FIRST)
        return 0 if one.is_paid else -place, one.cancel_at or FOREVER, -place, one.period_end, one.id

    return max(subscriptions, key=rank, default=None)
