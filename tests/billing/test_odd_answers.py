"""Whatever Stripe answers: nothing is changed by what cannot be read, a message has to come again, and the others are still asked about."""

from typing import Any

import pytest
import stripe
from django.db.models.signals import post_init

from billing.domain.errors import StripeUnavailable
from billing.interchange import stripe_api
from billing.models import StripeEvent, Subscription
from billing.services import Reconciled, reconcile, reconciling, refresh_subscription
from billing.tasks import reconcile_all
from clubs.models import Club
from tests.billing.scenes import deliver, events_of, found, pay
from tests.stripe.app import LocalStripe
from tests.stripe.inside import InsideClient
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused

pytestmark = pytest.mark.django_db

ODD = {
    "nothing": (200, ""),
    "a page": (200, "<html>502</html>"),
    "null": (200, "null"),
    "a list alone": (200, "[]"),
    "no list": (200, '{"object": "balance"}'),
    "no items": (200, '{"object": "list", "data": [{"id": "sub_1", "object": "subscription", "status": "active", "items": {"data": []}}]}'),
    "no status": (200, '{"object": "list", "data": [{"id": "sub_1", "object": "subscription"}]}'),
    "too many requests": (429, '{"error": {"type": "rate_limit", "message": "slow"}}'),
    "an error that is none": (500, "oops"),
    "not allowed": (403, '{"error": {"type": "invalid_request_error", "message": "no"}}'),
    "a moment that is none": (
        200,
        '{"object": "list", "data": [{"id": "s", "object": "subscription", "status": "active", "cancel_at": null,'
        ' "cancel_at_period_end": false, "items": {"data": [{"current_period_start": 1e300, "current_period_end": 1, "price": {}}]}}]}',
    ),
}

BROKEN_OFF = stripe.APIConnectionError("broken off")  # type: ignore[no-untyped-call]


class Odd(InsideClient):
    """Answers so, whatever is asked."""

    def __init__(self, stripe: LocalStripe, answer: tuple[int, str] | Exception) -> None:
        super().__init__(stripe)
        self.answer = answer

    def request(self, *_: Any, **__: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer[1], self.answer[0], {}


def let_it_answer(monkeypatch: pytest.MonkeyPatch, local: LocalStripe, answer: tuple[int, str] | Exception) -> None:
    monkeypatch.setattr(stripe_api, "http_client", lambda patience: Odd(local, answer))
    stripe_api._client.cache_clear()


@pytest.mark.parametrize("answer", [*ODD.values(), BROKEN_OFF], ids=[*ODD, "broken off"])
def test_what_cannot_be_read_changes_nothing_and_has_to_come_again(
    local_stripe: LocalStripe, monkeypatch: pytest.MonkeyPatch, answer: tuple[int, str] | Exception
) -> None:
    club, owner = found()
    pay(local_stripe.ledger, club, owner)
    refresh_subscription(club=club)
    before = (Subscription.objects.values().get(club=club), Club.objects.values().get(pk=club.pk))
    let_it_answer(monkeypatch, local_stripe, answer)
    assert deliver(events_of(local_stripe.ledger)[-1]) == 503
    with pytest.raises(StripeUnavailable):
        refresh_subscription(club=club)
    assert (reconcile().failed, StripeEvent.objects.count()) == (1, 0)
    assert (Subscription.objects.values().get(club=club), Club.objects.values().get(pk=club.pk)) == before


def test_a_club_that_is_deleted_meanwhile_ends_no_night(ledger: Ledger) -> None:
    clubs = [found() for _ in range(3)]
    for club, owner in clubs:
        pay(ledger, club, owner)
    for event in events_of(ledger):
        event["pending_webhooks"] = 0
    gone = clubs[0][0].pk

    def delete_the_first(instance: Any, **_: Any) -> None:
        if instance.pk == gone:
            Club.objects.filter(pk=gone).delete()

    post_init.connect(delete_the_first, sender=Club)
    try:
        assert reconcile().different == 2
    finally:
        post_init.disconnect(delete_the_first, sender=Club)


def test_a_stripe_that_answers_nobody_is_not_asked_about_everybody(local_stripe: LocalStripe) -> None:
    for _ in range(8):
        club, owner = found()
        pay(local_stripe.ledger, club, owner)
    asked: list[str] = []

    def down(method: str, path: str) -> Refused:
        asked.append(path)
        return Refused("down", status=500, kind="api_error")

    local_stripe.fault = down
    assert reconcile() == Reconciled(clubs=8, different=0, failed=8, messages=0)
    assert len(asked) == 2 * reconciling.GIVE_UP_AFTER  # the library asks twice


def test_customers_of_another_account_do_not_keep_the_others_from_being_asked_about(ledger: Ledger) -> None:
    """As those who subscribed while the site was tried out, or demo clubs."""
    clubs = [found() for _ in range(reconciling.GIVE_UP_AFTER + 2)]
    for number, (club, owner) in enumerate(clubs):
        pay(ledger, club, owner)
        if number < len(clubs) - 1:
            Subscription.objects.filter(club=club).update(customer=f"cus_elsewhere_{number}")
    for event in events_of(ledger):
        event["pending_webhooks"] = 0
    failed = len(clubs) - 1
    assert reconcile() == Reconciled(clubs=len(clubs), different=1, failed=failed, messages=0)


def test_one_message_that_fails_does_not_hold_up_the_others(local_stripe: LocalStripe) -> None:
    for _ in range(2):
        club, owner = found()
        pay(local_stripe.ledger, club, owner)
    asked: list[str] = []

    def first_message_fails(method: str, path: str) -> Refused | None:
        asked.append(path)
        return Refused("odd") if "/v1/events" in asked and asked[-2] == "/v1/events" else None

    local_stripe.fault = first_message_fails
    assert reconcile() == Reconciled(clubs=2, different=2, failed=0, messages=7)


def test_messages_are_not_all_tried_in_vain(local_stripe: LocalStripe) -> None:
    for _ in range(3):
        club, owner = found()
        pay(local_stripe.ledger, club, owner)
    asked: list[str] = []

    def down_from_then_on(method: str, path: str) -> Refused | None:
        asked.append(path)
        return Refused("down", status=500, kind="api_error") if "/v1/events" in asked[:-1] else None

    local_stripe.fault = down_from_then_on
    assert reconcile() == Reconciled(clubs=3, different=3, failed=0, messages=0)
    assert asked[3:] == ["/v1/events", *["/v1/subscriptions"] * reconciling.GIVE_UP_AFTER]


def test_a_night_that_is_too_short_is_gone_on_with(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker ends what takes too long, and the task would begin anew with the first club again and again."""
    for _ in range(3):
        club, owner = found()
        pay(ledger, club, owner)
    monkeypatch.setattr(reconciling, "PATIENCE", 0.0)
    later: list[int] = []
    monkeypatch.setattr(reconcile_all, "delay", later.append)
    reconcile_all()
    while later:
        reconcile_all(later.pop())
    assert Subscription.objects.filter(status="active").count() == 3
