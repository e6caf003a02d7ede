"""What the doctor says of subscriptions."""

import pytest

from config.probes import Trouble, subscriptions
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused


def test_where_none_are_sold_all_is_well() -> None:
    assert subscriptions() == "none are sold here"


def test_both_prices_can_be_bought(ledger: Ledger) -> None:
    assert subscriptions() == "2 prices can be bought"


def test_a_price_that_differs_is_told(ledger: Ledger) -> None:
    ledger.all("price", lookup_key="rookery_monthly")[0]["unit_amount"] = 399
    with pytest.raises(Trouble, match="no price as ours under rookery_monthly") as told:
        subscriptions()
    assert told.value.remedy == "Run `manage.py prepare_stripe`."


@pytest.mark.parametrize(("status", "what", "remedy"), [(401, "refuses the key", "STRIPE_SECRET_KEY"), (500, "does not answer", "http://")])
def test_why_nothing_can_be_bought_is_told(local_stripe: LocalStripe, status: int, what: str, remedy: str) -> None:
    local_stripe.fault = lambda method, path: Refused("no", status=status)
    with pytest.raises(Trouble, match=what) as told:
        subscriptions()
    assert remedy in told.value.remedy
