"""A local Stripe in this process, and the settings that sell subscriptions by it."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from billing.interchange import stripe_api
from config.payments import StripeSettings
from tests.stripe.app import LocalStripe
from tests.stripe.catalogue import make_prices
from tests.stripe.inside import InsideClient
from tests.stripe.ledger import Ledger

SECRET = "whsec_of_the_tests"
FIGURES = "billing_figures"
OLD_SECRET = "whsec_before"


@pytest.fixture
def local_stripe(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalStripe]:
    """With prices and without customers; its clock is the machine's. Only the way to it is not the network's."""
    local = LocalStripe(Ledger())
    make_prices(local.ledger)
    settings.SELLS_SUBSCRIPTIONS = True
    settings.STRIPE = StripeSettings("sk_test_x", "http://127.0.0.1", (SECRET, OLD_SECRET))
    monkeypatch.setattr(stripe_api, "http_client", lambda patience: InsideClient(local))
    stripe_api._client.cache_clear()
    yield local
    stripe_api._client.cache_clear()


@pytest.fixture
def ledger(local_stripe: LocalStripe) -> Ledger:
    return local_stripe.ledger


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The figures of the proof, last. Properties of a report come back from other processes too."""
    total: Counter[str] = Counter()
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if report.when == "call":
            for figures in (value for name, value in report.user_properties if name == FIGURES):
                total.update(figures)
    if total:
        terminalreporter.write_line(
            "subscriptions: {orders} orders of 2 × 7 messages, {deliveries} deliveries, {duplicates} of them again, {breaks} broken off,"
            " {faults} wrong; {in order} ways in order, {locked out} locked out; {at once} at once; {seconds:.0f} s".format_map(
                defaultdict(int, total)
            )
        )
