"""No state of the subscription stays English in another language: its page, what the desk says of it, and what strangers read."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from billing.domain.prices import MONTHLY
from billing.services import refresh_subscription, set_cancelling
from clubs.models import Club
from tests.billing.scenes import found, pay
from tests.config.latin import latin_on
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused
from tests.stripe.subscriptions import PAYS, PAYS_ONCE, let_time_pass

pytestmark = pytest.mark.django_db
DAY = 86_400
NAMES = {"he": "קן", "ru": "Гнездо"}


class Seen:
    """The pages in one language, by what they show."""

    def __init__(self, language: str, trial_days: int) -> None:
        self.club, self.owner = found(trial_days=trial_days)
        Club.objects.filter(pk=self.club.pk).update(name=NAMES[language], language=language)
        self.club.refresh_from_db()
        self.stranger, self.client = Client(), Client()
        self.client.force_login(self.owner)
        for each in (self.stranger, self.client):
            each.cookies["django_language"] = language
        self.english: dict[str, list[str]] = {}

    def look(self, what: str, *names: str) -> None:
        for name in names:
            self.note(f"{what}: {name}", self.client.get(reverse(name, args=[self.club.public_id])).content.decode())

    def press(self, what: str, name: str, **sent: str) -> None:
        address = reverse(f"billing:{name}", args=[self.club.public_id])
        self.note(what, self.client.post(address, sent, follow=True).content.decode())

    def note(self, what: str, html: str) -> None:
        if texts := latin_on(html):
            self.english[what] = texts


@pytest.mark.parametrize("language", ["he", "ru"])
def test_no_state_stays_english(language: str, ledger: Ledger) -> None:
    seen = Seen(language, trial_days=5)
    page, desk = "billing:subscription", "ratings:desk"
    seen.look("trial", page, desk, "billing:waiting")
    pay(ledger, seen.club, seen.owner, PAYS_ONCE, MONTHLY)
    seen.press("asked", "ask")
    refresh_subscription(club=seen.club)
    seen.look("first payment later", page, "billing:cancel")
    set_cancelling(club=seen.club, by=seen.owner, cancel=True)
    seen.look("cancelled", page, desk)
    set_cancelling(club=seen.club, by=seen.owner, cancel=False)
    Club.objects.update(trial_ends_at=timezone.now() - timedelta(days=1))
    let_time_pass(ledger, ledger.now + 40 * DAY)
    ledger.all("subscription")[0]["status"] = "past_due"
    refresh_subscription(club=seen.club)
    seen.look("grace", page, desk)
    ledger.all("subscription")[0]["status"] = "unpaid"
    refresh_subscription(club=seen.club)
    seen.look("unpaid", page, desk)
    seen.note("paused for strangers", seen.stranger.get(f"/club/{seen.club.slug}/").content.decode())
    seen.note("paused in a file", f"<p>{seen.stranger.get(f'/club/{seen.club.slug}/ladder.csv').content.decode()}</p>")
    seen.note("prices", seen.stranger.get("/pricing/").content.decode())
    assert seen.english == {}


@pytest.mark.parametrize("language", ["he", "ru"])
def test_no_step_and_no_refusal_stays_english(language: str, local_stripe: LocalStripe) -> None:
    seen = Seen(language, trial_days=-1)
    seen.look("paused", "billing:subscription", "ratings:desk", "billing:cancel")
    seen.press("on the way", "subscribe", interval="year", once="a")
    seen.press("nothing to resume", "resume", once="b")
    pay(local_stripe.ledger, seen.club, seen.owner, PAYS)
    seen.press("already subscribed", "subscribe", interval="year", once="c")
    seen.press("cancelled", "cancel", once="d")
    seen.press("resumed", "resume", once="e")
    seen.press("to the portal", "portal", once="f")
    seen.look("thanks", "billing:waiting")
    local_stripe.ledger.all("subscription")[0]["status"] = "canceled"
    local_stripe.ledger.all("price", lookup_key="rookery_yearly")[0]["unit_amount"] = 1
    seen.press("another price", "subscribe", interval="year", once="g")
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    seen.press("down", "subscribe", interval="month", once="h")
    assert seen.english == {}


@pytest.mark.parametrize("language", ["he", "ru"])
def test_where_none_are_sold_it_is_said_in_the_language_of_the_reader(language: str) -> None:
    seen = Seen(language, trial_days=-1)
    seen.look("not sold", "billing:subscription")
    seen.press("refused", "subscribe", interval="year", once="a")
    assert seen.english == {}
