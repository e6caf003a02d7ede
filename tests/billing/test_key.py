"""A key that Stripe does not take, or that may not do what is asked: the owner and the operator are told so, and nobody reads the key."""

import io
import logging

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from billing.models import Subscription
from billing.services import Reconciled, reconcile
from tests.billing.scenes import found, pay
from tests.signing_in import signed_in
from tests.stripe.app import LocalStripe
from tests.stripe.params import Refused

pytestmark = pytest.mark.django_db
WORDS = "Invalid API Key provided: sk_test_****7890"


@pytest.fixture(params=[401, 403])
def refused(request: pytest.FixtureRequest, local_stripe: LocalStripe) -> list[str]:
    """What was asked of a Stripe that refuses the key."""
    asked: list[str] = []

    def fault(method: str, path: str) -> Refused:
        asked.append(path)
        return Refused(WORDS, status=request.param)

    clubs = [found() for _ in range(3)]
    for club, owner in clubs:
        pay(local_stripe.ledger, club, owner)
    local_stripe.fault = fault
    return asked


def test_the_owner_is_told_who_must_mend_it(refused: list[str]) -> None:
    club, owner = found()
    page = signed_in(owner).post(reverse("billing:subscribe", args=[club.public_id]), {"interval": "year", "once": "a"}, follow=True)
    assert "Our payment service refuses this site. Nothing was changed and nothing was paid." in page.content.decode()


def test_the_operator_reads_what_to_do_and_no_part_of_the_key(refused: list[str], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="billing"), pytest.raises(CommandError, match="Mend that and run the command again"):
        call_command("prepare_stripe", stdout=io.StringIO())
    assert "STRIPE_SECRET_KEY must be a valid key that may do this" in caplog.text
    assert not any(part in caplog.text for part in ("sk_test", "7890", "Invalid API Key"))


def test_of_many_clubs_one_is_asked_about(refused: list[str], caplog: pytest.LogCaptureFixture) -> None:
    before = list(Subscription.objects.order_by("pk").values())
    assert reconcile() == Reconciled(clubs=3, different=0, failed=3, messages=0)
    assert (set(refused), len(refused)) == ({"/v1/subscriptions"}, 1)
    assert list(Subscription.objects.order_by("pk").values()) == before
    assert "it was not asked about 2 clubs of 3" in caplog.text
