"""All orders of the messages of a club whose renewal fails, is paid late and is cancelled; a file of its own, walked beside the other."""

from collections.abc import Callable

import pytest

from billing.services import refresh_subscription
from tests.billing.proof.beginnings import BEGINNINGS, walk_all_orders
from tests.billing.proof.histories import make_failed_paid_cancelled
from tests.billing.proof.walking import Breaker, Walk
from tests.stripe.ledger import Ledger


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_in_every_order_the_state_is_right_after_every_message(
    beginning: tuple[int, ...], ledger: Ledger, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    club, history = make_failed_paid_cancelled(ledger)
    ledger.objects = history.before
    refresh_subscription(club=club)
    walk_all_orders(Walk(ledger, club, history, Breaker(monkeypatch)), beginning, record_property)
