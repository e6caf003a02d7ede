"""What the local Stripe has from the beginning: Rookery's product with its two prices, and a subscription for each demo club."""

from tests.stripe.ledger import Ledger, Object
from tests.stripe.subscriptions import PAYS, new_card, subscribe

PRICES = {"rookery_yearly": (2499, "year"), "rookery_monthly": (299, "month")}
"""Cents and interval by lookup key: written down here again, and taken from no code."""
DEMO = ("demo_1", "demo_2", "demo_3")


def stock(ledger: Ledger) -> None:
    """Nothing is made twice."""
    if ledger.all("product"):
        return
    prices = make_prices(ledger)
    for name in DEMO:
        customer = ledger.add("cus", {"id": f"cus_{name}", "object": "customer", "name": None, "email": None, "currency": None})
        card = new_card(ledger, customer["id"], PAYS)
        price = prices["rookery_yearly"]
        subscribe(ledger, customer=customer["id"], price=price, card=card, metadata={}, id=f"sub_{name}")


def make_prices(ledger: Ledger) -> dict[str, Object]:
    """The prices by their lookup keys."""
    product = ledger.add("prod", {"object": "product", "name": "Rookery", "active": True, "description": None, "default_price": None})
    return {
        key: ledger.add(
            "price",
            {
                "object": "price",
                "active": True,
                "type": "recurring",
                "billing_scheme": "per_unit",
                "product": product["id"],
                "lookup_key": key,
                "currency": "usd",
                "unit_amount": cents,
                "recurring": {"interval": interval, "interval_count": 1, "usage_type": "licensed", "meter": None},
            },
        )
        for key, (cents, interval) in PRICES.items()
    }
