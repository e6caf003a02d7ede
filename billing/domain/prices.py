"""What it costs: one price for clubs and schools, by the year or by the month. Shown before anybody signs up, the yearly one first."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final


@dataclass(frozen=True, slots=True)
class Price:
    """`lookup_key` is how Stripe knows it; `cents` of US dollars for one `interval`, "year" or "month"."""

    lookup_key: str
    cents: int
    interval: str
    currency: str = "usd"

    @property
    def amount(self) -> Decimal:
        """In dollars."""
        return dollars(self.cents)


def dollars(cents: int) -> Decimal:
    """With the cents after the point."""
    return Decimal(cents) / 100


YEARLY: Final = Price("rookery_yearly", 2499, "year")
MONTHLY: Final = Price("rookery_monthly", 299, "month")
PRICES: Final = (YEARLY, MONTHLY)
BY_INTERVAL: Final = {price.interval: price for price in PRICES}
