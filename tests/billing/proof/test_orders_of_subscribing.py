"""All orders of the messages of a club that subscribes; a file of its own, so that it can be walked beside the other."""

from collections.abc import Callable

import pytest

from billing.services import refresh_subscription
from tests.billing.proof.beginnings import BEGINNINGS, walk_all_orders
from tests.billing.proof.histories import make_subscribed
from tests.billing.proof.walking import Breaker, Walk
from tests.stripe.ledger import Ledger


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_in_every_order_the_state_is_right_after_every_message(
    beginning: tuple[int, ...], ledger: Ledger, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    club, history = make_subscribed(ledger)
    ledger.objects = history.before
    refresh_subscription(club=club)
    walk_all_orders(Walk(ledger, club, history, Breaker(monkeypatch)), beginning, record_property)
