"""What a message that waited, or that holds everything up, leaves behind and holds up: on real transactions."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from billing.domain.entitlement import State
from billing.domain.errors import StripeUnavailable
from billing.domain.news import News
from billing.models import StripeEvent, Subscription
from billing.services import hearing, refresh_subscription, refreshing
from billing.services.telling import look_at_the_clock
from clubs.models import Club
from config.processes import wait_until
from tests.billing.proof.histories import History, make_failed_paid_cancelled
from tests.billing.proof.test_parallel import Slow, in_thread, someone_waits, state_of
from tests.billing.scenes import deliver, found, go_to_checkout, pay
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.subscriptions import delete_customer

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_who_waited_for_a_message_sees_what_it_has_stored_of_the_club(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given up and then paid: the row of the club that the second one goes by is the one that the first has written."""
    club, history = make_failed_paid_cancelled(ledger)
    ledger.objects = history.steps[4].known
    refresh_subscription(club=club)
    for one in ledger.all("subscription"):
        one["status"] = "unpaid"
    slow = Slow(refreshing.fetch)
    monkeypatch.setattr(hearing, "fetch", slow)
    monkeypatch.setattr(hearing, "PATIENCE", 30_000)
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


@pytest.fixture
def asking(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Club, History]]:
    """A message holds the subscription, because Stripe is slow to answer."""
    club, history = make_failed_paid_cancelled(ledger)
    ledger.objects = history.before
    refresh_subscription(club=club)
    slow = Slow(refreshing.fetch)
    monkeypatch.setattr(hearing, "fetch", slow)
    with ThreadPoolExecutor(1) as thread:
        ledger.objects = history.steps[4].known
        held = thread.submit(in_thread(lambda: deliver(history.steps[2].event)))
        assert slow.first_has_asked.wait(30)
        yield club, history
        slow.go_on.set()
        assert held.result(30) == 200


def test_meanwhile_the_club_can_be_changed(asking: tuple[Club, History]) -> None:
    club, _ = asking
    with transaction.atomic():
        assert Club.objects.select_for_update(nowait=True).get(pk=club.pk).pk == club.pk


def test_meanwhile_other_messages_are_sent_away_to_come_again(asking: tuple[Club, History], ledger: Ledger) -> None:
    """Each process answers one request at a time: one that waits for Stripe is enough."""
    _, history = asking
    assert deliver(history.steps[4].event) == 503
    assert StripeEvent.objects.filter(event=history.steps[4].event["id"]).count() == 0


def test_meanwhile_messages_of_other_clubs_are_sent_away_too(asking: tuple[Club, History], ledger: Ledger) -> None:
    other, owner = found()
    pay(ledger, other, owner)
    assert deliver(ledger.all("event")[0]) == 503


def test_meanwhile_its_owner_is_told_to_try_again(asking: tuple[Club, History], monkeypatch: pytest.MonkeyPatch) -> None:
    club, _ = asking
    monkeypatch.setattr(refreshing, "PATIENCE", 50)
    with pytest.raises(StripeUnavailable):
        refresh_subscription(club=club)


def test_meanwhile_the_others_are_told_what_the_clock_tells(asking: tuple[Club, History], monkeypatch: pytest.MonkeyPatch) -> None:
    club, _ = asking
    other, _ = found(trial_days=2)
    Club.objects.filter(pk=club.pk).update(paid_until=None)
    monkeypatch.setattr(refreshing, "PATIENCE", 50)
    assert look_at_the_clock() == 2
    assert Subscription.objects.get(club=other).due_mail == News.TRIAL_ENDS


def test_who_subscribes_holds_up_nobody_who_changes_the_club(local_stripe: LocalStripe) -> None:
    """Also where a customer who paid is gone, and another one is made."""
    ledger = local_stripe.ledger
    club, owner = found()
    customer = pay(ledger, club, owner)["customer"]
    refresh_subscription(club=club)
    delete_customer(ledger, customer)
    asked: list[str] = []

    def change_the_club() -> None:
        with transaction.atomic():
            Club.objects.select_for_update(nowait=True).get(pk=club.pk)

    with ThreadPoolExecutor(1) as thread:

        def meanwhile(method: str, path: str) -> None:
            thread.submit(in_thread(change_the_club)).result(30)
            asked.append(f"{method} {path}")

        local_stripe.fault = meanwhile
        go_to_checkout(club, owner, once="two")
    assert "POST /v1/customers" in asked
