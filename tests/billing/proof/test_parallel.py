"""Messages that come at once, on real transactions: whoever stores last has also asked last."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from django.db import connection, connections, transaction

from billing.domain.entitlement import Fetched, State
from billing.interchange.stripe_api import Message
from billing.models import StripeEvent, Subscription
from billing.selectors import entitlement_of
from billing.services import hearing, refresh_subscription, refreshing
from billing.views import webhook as webhook_view
from clubs.models import Club
from config.processes import wait_until
from tests.billing.conftest import FIGURES
from tests.billing.proof.histories import History, make_failed_paid_cancelled, make_subscribed
from tests.billing.scenes import deliver, found, go_to_checkout
from tests.stripe.ledger import Ledger

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, whoever waits is let through at the end."""
    monkeypatch.setattr(hearing, "PATIENCE", 30_000)
    monkeypatch.setattr(refreshing, "PATIENCE", 30_000)


ROUNDS, THREADS = 6, 4


def state_of(club: Club) -> State:
    """The club's row, by which pages go, must say the same."""
    known = Subscription.objects.select_related("club").get(club=club)
    state = entitlement_of(known.club, known).state
    assert known.club.is_paused is (state == State.PAUSED)
    return state


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(THREADS) as threads:
        yield threads
        for _ in range(THREADS):
            threads.submit(connections.close_all)


def in_thread(work: Callable[[], Any]) -> Callable[[], Any]:
    """With connections of its own, closed at the end."""

    def done() -> Any:
        try:
            return work()
        finally:
            connections.close_all()

    return done


@pytest.mark.parametrize("make", [make_subscribed, make_failed_paid_cancelled], ids=["subscribed", "failed"])
def test_all_at_once_and_twice_the_end_is_right(
    make: Callable[[Ledger], tuple[Club, History]],
    ledger: Ledger,
    pool: ThreadPoolExecutor,
    record_property: Callable[[str, object], None],
) -> None:
    """Stripe goes on while messages come; a message comes only when it has happened, and each comes twice at the least."""
    club, history = make(ledger)
    locked_out = []
    for seed in range(ROUNDS):
        dice = Random(seed)
        StripeEvent.objects.all().delete()
        ledger.objects = history.before
        refresh_subscription(club=club)
        for number, step in enumerate(history.steps):
            with ledger.lock:
                ledger.objects = step.known
            before = [each.event for each in history.steps[: number + 1]]
            wave = [step.event, step.event, *dice.choices(before, k=2)]
            dice.shuffle(wave)
            statuses = list(pool.map(lambda event: in_thread(lambda: deliver(event))(), wave))
            assert statuses == [200] * len(wave)
            assert state_of(club) == step.right
            if history.start == State.ACTIVE and step.right != State.PAUSED and state_of(club) == State.PAUSED:
                locked_out.append((seed, number))
        assert StripeEvent.objects.count() == len(history.steps)
    record_property(FIGURES, {"at once": ROUNDS * len(history.steps) * 4})
    assert locked_out == []


def ask_before_locking(*, message: Message) -> bool:
    """The third mistake: Stripe is asked first, and the lock is taken to store the answer."""
    assert message.customer is not None
    steps: Any = hearing
    fetched = steps.fetch(Subscription.objects.get(customer=message.customer))
    with transaction.atomic():
        known = steps._lock_by_customer(message)
        if not steps._note(message, known.club):
            return False
        steps.take_over(club=known.club, known=known, fetched=fetched, by=None)
    return True


class Slow:
    """The first who asks Stripe has the answer, and is held up with it until the other one is done or stands before the lock."""

    def __init__(self, asked: Callable[..., Fetched | None]) -> None:
        self.asked = asked
        self.first_has_asked, self.go_on = threading.Event(), threading.Event()

    def __call__(self, known: Subscription, *, hurried: bool = False) -> Fetched | None:
        answer = self.asked(known, hurried=hurried)
        if not self.first_has_asked.is_set():
            self.first_has_asked.set()
            assert self.go_on.wait(30)
        return answer


def someone_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
        row = cursor.fetchone()
    return row is not None and row[0] > 0


def two_at_once(ledger: Ledger, monkeypatch: pytest.MonkeyPatch, hear: Callable[..., bool]) -> tuple[State, State]:
    """The message of a failure is held up with its answer; meanwhile that is paid, and heard of. What is right, and what is seen."""
    club, history = make_failed_paid_cancelled(ledger)
    ledger.objects = history.before
    refresh_subscription(club=club)
    slow = Slow(refreshing.fetch)
    monkeypatch.setattr(hearing, "fetch", slow)
    monkeypatch.setattr(webhook_view, "hear", hear)
    with ThreadPoolExecutor(2) as threads:
        ledger.objects = history.steps[2].known
        failed = threads.submit(in_thread(lambda: deliver(history.steps[2].event)))
        assert slow.first_has_asked.wait(30)
        ledger.objects = history.steps[4].known
        paid = threads.submit(in_thread(lambda: deliver(history.steps[4].event)))
        assert wait_until(lambda: paid.done() or someone_waits(), 30)
        slow.go_on.set()
        assert (failed.result(30), paid.result(30)) == (200, 200)
    return history.steps[4].right, state_of(club)


def test_what_was_asked_first_is_not_stored_last(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    right, seen = two_at_once(ledger, monkeypatch, hearing.hear)
    assert (right, seen) == (State.ACTIVE, State.ACTIVE)


def test_asking_before_locking_would_be_found(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    right, seen = two_at_once(ledger, monkeypatch, ask_before_locking)
    assert (right, seen) == (State.ACTIVE, State.GRACE)


def test_of_presses_at_once_one_customer_and_one_session_are_left(ledger: Ledger, pool: ThreadPoolExecutor) -> None:
    club, owner = found()
    addresses = list(pool.map(lambda once: in_thread(lambda: go_to_checkout(club, owner, once=once))(), ["one", "two", "one", "two"]))
    assert len(ledger.all("customer")) == 1
    (left,) = ledger.all("checkout.session", status="open")
    assert left["url"] in addresses
