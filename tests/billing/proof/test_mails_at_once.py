"""Messages that come twice and at once, on real transactions, and two who send mails at once: owners read each news once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.core import mail
from django.db import connections

from billing.domain.news import Phase, Standing, news_between
from billing.models import StripeEvent, Subscription
from billing.services import news, refresh_subscription
from billing.services.mail import send_due_mails
from tests.billing.proof.histories import make_failed_paid_cancelled
from tests.billing.proof.test_parallel import in_thread
from tests.billing.scenes import deliver
from tests.stripe.ledger import Ledger

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

ROUNDS, THREADS = 4, 4
RIGHT = [
    [],
    [],
    ["A payment for your club's page has failed"],
    [],
    ["The payment for your club's page has come"],
    ["Your club's subscription is cancelled"],
    ["Your club's page is paused"],
]
"""After each message of the history, written down by hand."""


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(THREADS) as threads:
        yield threads
        for _ in range(THREADS):
            threads.submit(connections.close_all)


def sent(ledger: Ledger, pool: ThreadPoolExecutor, seed: int) -> list[list[str]]:
    """The mails after each wave of messages: the newest one twice, others again, all at once."""
    club, history = make_failed_paid_cancelled(ledger)
    ledger.objects = history.before
    refresh_subscription(club=club)
    Subscription.objects.update(due_mail="")  # that it is subscribed
    found, dice = [], Random(seed)
    for number, step in enumerate(history.steps):
        with ledger.lock:
            ledger.objects = step.known
        known = [each.event for each in history.steps[: number + 1]]
        wave = [step.event, step.event, *dice.choices(known, k=2)]
        dice.shuffle(wave)
        assert list(pool.map(lambda event: in_thread(lambda: deliver(event))(), wave)) == [200] * len(wave)
        list(pool.map(lambda _: in_thread(send_due_mails)(), range(THREADS)))
        StripeEvent.objects.all().delete()  # as if none had been noted: what comes again is asked about again
        found.append([str(each.subject) for each in mail.outbox])
        mail.outbox.clear()
    return found


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_each_news_is_mailed_once(seed: int, ledger: Ledger, pool: ThreadPoolExecutor) -> None:
    assert sent(ledger, pool, seed) == RIGHT


def test_telling_what_is_so_instead_of_what_is_new_would_be_found(
    ledger: Ledger, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The defect: each message is taken for news, whatever the owners know."""
    monkeypatch.setattr(news, "news_between", lambda told, now: news_between(Standing(Phase.TRIAL), now))
    failed = RIGHT[2]
    assert sent(ledger, pool, 0)[2:4] == [failed, failed]
