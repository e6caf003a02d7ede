"""What a message that waited, or that holds everything up, leaves behind and holds up: on real transactions."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from billing.domain.entitlement import State
from billing.services import hearing, refresh_subscription
from config.processes import wait_until
from tests.billing.proof.histories import make_failed_paid_cancelled
from tests.billing.proof.test_parallel import Slow, in_thread, someone_waits, state_of
from tests.billing.scenes import deliver
from tests.stripe.ledger import Ledger

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_who_waited_for_a_message_sees_what_it_has_stored_of_the_club(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given up and then paid: the row of the club that the second one goes by is the one that the first has written."""
    club, history = make_failed_paid_cancelled(ledger)
    ledger.objects = history.steps[4].known
    refresh_subscription(club=club)
    for one in ledger.all("subscription"):
        one["status"] = "unpaid"
    slow = Slow(hearing.fetch)  # type: ignore[attr-defined]
    monkeypatch.setattr(hearing, "fetch", slow)
    with ThreadPoolExecutor(2) as threads:
        unpaid = threads.submit(in_thread(lambda: deliver(history.steps[2].event)))
        assert slow.first_has_asked.wait(30)
        for one in ledger.all("subscription"):
            one["status"] = "active"
        paid = threads.submit(in_thread(lambda: deliver(history.steps[4].event)))
        assert wait_until(lambda: paid.done() or someone_waits(), 30)
        slow.go_on.set()
        assert (unpaid.result(30), paid.result(30)) == (200, 200)
    assert state_of(club) == State.ACTIVE
