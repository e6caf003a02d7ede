"""At the end of what was known Stripe is asked: a club that pays on, of which no message came, is not left paused."""

from datetime import UTC, datetime, timedelta

import pytest

from billing.domain.prices import MONTHLY
from billing.models import Subscription
from billing.services import refresh_subscription, set_cancelling
from billing.services.telling import look_at_the_clock
from clubs.models import Club
from tests.billing.scenes import found, pay
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused
from tests.stripe.subscriptions import PAYS, PAYS_ONCE, change_card, let_time_pass, new_card, resume

pytestmark = pytest.mark.django_db
DAY = 86_400


def end_of_what_is_known(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Club.objects.get(pk=club.pk).paid_until
    assert known is not None
    monkeypatch.setattr("django.utils.timezone.now", lambda: known + timedelta(seconds=1))
    assert Club.objects.get(pk=club.pk).is_paused


def test_resumed_at_stripe_and_unheard_it_is_open_again(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner, price=MONTHLY)
    set_cancelling(club=club, by=owner, cancel=True)
    resume(ledger, subscription)
    let_time_pass(ledger, ledger.now + 32 * DAY)
    end_of_what_is_known(club, monkeypatch)
    look_at_the_clock()
    assert (Club.objects.get(pk=club.pk).is_paused, Subscription.objects.get(club=club).due_mail) == (False, "resumed")


def test_paid_in_grace_and_unheard_it_is_open_again(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner, PAYS_ONCE, MONTHLY)
    let_time_pass(ledger, ledger.now + 32 * DAY)
    refresh_subscription(club=club)
    change_card(ledger, subscription, new_card(ledger, subscription["customer"], PAYS))
    end_of_what_is_known(club, monkeypatch)
    look_at_the_clock()
    assert (Club.objects.get(pk=club.pk).is_paused, Subscription.objects.get(club=club).due_mail) == (False, "paid")


@pytest.mark.parametrize("is_down", [True, False])
def test_what_has_ended_is_told_whether_stripe_answers_or_not(
    local_stripe: LocalStripe, monkeypatch: pytest.MonkeyPatch, is_down: bool
) -> None:
    club, owner = found()
    subscription = pay(local_stripe.ledger, club, owner, price=MONTHLY)
    set_cancelling(club=club, by=owner, cancel=True)
    let_time_pass(local_stripe.ledger, local_stripe.ledger.now + 32 * DAY)
    asked: list[str] = []

    def note(method: str, path: str) -> Refused | None:
        asked.append(path)
        return Refused("down", status=500, kind="api_error") if is_down else None

    local_stripe.fault = note
    end_of_what_is_known(club, monkeypatch)
    for _ in range(3):
        look_at_the_clock()
    known = Subscription.objects.get(club=club)
    assert (known.due_mail, known.status) == ("paused", "active" if is_down else "canceled")
    assert len(asked) == (2 if is_down else 1)  # once, and the library once more
    assert datetime.fromtimestamp(subscription["ended_at"], UTC) == known.period_end
