"""What a Stripe account needs before anything is sold: a product, its prices by lookup key, and what the portal offers."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from billing.domain.prices import Price
from billing.interchange.stripe_api import asking, client, find_configuration, find_price

if TYPE_CHECKING:
    from stripe.params.billing_portal import ConfigurationCreateParams

_PRODUCT = "rookery"


def make_missing(prices: Sequence[Price]) -> Iterator[str]:
    """Make what is not there; a line for each thing."""
    ids, product = [], None
    for price in prices:
        known = find_price(price)
        if known is None:
            product = product or _product()
            known = _make_price(product, price)
            yield f"Made the price {price.lookup_key}."
        else:
            yield f"The price {price.lookup_key} is there."
        ids.append(known)
    if find_configuration() is None:
        _make_configuration(ids)
        yield "Made the settings of the portal."
    else:
        yield "The settings of the portal are there."


def _product() -> str:
    """The product of the account that is ours, or a new one."""
    with asking("to look for a product"):
        for known in client().v1.products.list({"active": True, "limit": 100}).auto_paging_iter():
            if _PRODUCT in known.metadata:
                return known.id
        made = client().v1.products.create(
            {"name": "Rookery: the page of a chess club", "metadata": {_PRODUCT: "1"}}, {"idempotency_key": "rookery product"}
        )
    return made.id


def _make_price(product: str, price: Price) -> str:
    """A price cannot be changed: one that differs gives its lookup key to the new one."""
    with asking("to make a price"):
        made = client().v1.prices.create(
            {
                "product": product,
                "currency": price.currency,
                "unit_amount": price.cents,
                "recurring": {"interval": "year" if price.interval == "year" else "month"},
                "lookup_key": price.lookup_key,
                "transfer_lookup_key": True,
            },
            {"idempotency_key": f"price {product} {price.lookup_key} {price.cents} {price.currency}"},
        )
    return made.id


def _make_configuration(prices: list[str]) -> None:
    """Cancelling with the period alone, both intervals, another card, invoices, and a tax id for whoever has one."""
    with asking("to make a portal configuration"):
        product = client().v1.prices.retrieve(prices[0]).product
        sent: ConfigurationCreateParams = {
            "metadata": {_PRODUCT: "1"},
            "features": {
                "customer_update": {"enabled": True, "allowed_updates": ["email", "name", "address", "tax_id"]},
                "invoice_history": {"enabled": True},
                "payment_method_update": {"enabled": True},
                "subscription_cancel": {"enabled": True, "mode": "at_period_end"},
                "subscription_update": {
                    "enabled": True,
                    "default_allowed_updates": ["price"],
                    "proration_behavior": "always_invoice",
                    "products": [{"product": product if isinstance(product, str) else product.id, "prices": prices}],
                },
            },
        }
        client().v1.billing_portal.configurations.create(sent, {"idempotency_key": f"portal {' '.join(prices)}"})
