"""What owners are told by mail about the subscription: each thing once, in time, in words, and to nobody else."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone, translation

from archives.services.closing import close_club, keep_club
from archives.services.exporting import export_club
from billing.domain.news import UNMAILED, News
from billing.domain.prices import MONTHLY, YEARLY
from billing.models import Subscription
from billing.services import begin_portal, refresh_subscription, set_cancelling
from billing.services.mail import SUBJECTS, send_due_mails, write_mail
from billing.services.telling import look_at_the_clock
from billing.tasks import tell_owners
from clubs.models import Club, JournalEntry, Role
from clubs.templatetags.rookery import day as day_in_words
from clubs.tenancy.scope import club_scope
from tests.billing.scenes import at_stripe, deliver, deliver_all, events_of, found, pay, press
from tests.config.latin import latin_on
from tests.factories import join_club, make_user
from tests.stripe.ledger import Ledger
from tests.stripe.subscriptions import PAYS, PAYS_ONCE, cancel_now, change_price, let_time_pass, new_card, subscribe

pytestmark = pytest.mark.django_db
DAY = 86_400


@pytest.fixture
def go_to(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the clock of the program."""
    return lambda moment: monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


def told() -> list[str]:
    """The subjects of the mails that were sent since it was asked last."""
    tell_owners()
    subjects = [str(each.subject) for each in mail.outbox]
    mail.outbox.clear()
    return subjects


def text_of_mail() -> str:
    """The one mail that was sent since."""
    tell_owners()
    (sent,) = mail.outbox
    mail.outbox.clear()
    return str(sent.body)


def journal(club: Club) -> list[str]:
    with club_scope(club):
        lines = JournalEntry.objects.filter(club=club, action__startswith="subscription.").order_by("pk")
        return [line.action.partition(".")[2] for line in lines]


def day(moment: datetime) -> str:
    return f"{moment.day} {moment:%b %Y}"


def test_every_news_has_a_mail_but_what_stripe_tells_itself() -> None:
    assert set(SUBJECTS) == set(News) - UNMAILED


def test_from_the_trial_to_the_pause_and_back_each_thing_is_told_once(ledger: Ledger, go_to: Callable[[datetime], None]) -> None:
    club, owner = found(trial_days=20)
    start = timezone.now()
    ledger.frozen = int(start.timestamp())

    def later(days: float) -> None:
        """Both clocks, what Stripe does meanwhile, and what it tells of it."""
        go_to(start + timedelta(days=days))
        let_time_pass(ledger, int(start.timestamp() + days * DAY))
        deliver_all(ledger)

    assert told() == []
    later(12)
    assert told() == []
    later(14)
    assert told() == ["The trial of your club's page ends soon"]
    later(21)
    assert told() == ["Your club's page is paused"]
    pay(ledger, club, owner, PAYS_ONCE, MONTHLY)
    deliver_all(ledger)
    assert told() == ["Your club is subscribed"]
    later(53)
    assert told() == ["A payment for your club's page has failed"]
    later(60)
    assert told() == []
    later(80)
    assert told() == ["Your club's page is paused"]
    portal = begin_portal(club=club, return_url="http://x/")
    press(ledger, portal, do="card", subscription=at_stripe(ledger, club)["id"], card=PAYS)
    deliver_all(ledger)
    assert told() == ["The payment for your club's page has come"]
    set_cancelling(club=club, by=owner, cancel=True)
    assert told() == ["Your club's subscription is cancelled"]
    deliver_all(ledger)
    assert told() == []
    set_cancelling(club=club, by=owner, cancel=False)
    assert told() == ["Your club's subscription goes on"]
    change_price(ledger, at_stripe(ledger, club), ledger.all("price", lookup_key=YEARLY.lookup_key)[0])
    deliver_all(ledger)
    assert told() == ["Your club's subscription has another interval"]
    assert journal(club) == [
        "paused",
        "checkout_begun",
        "subscribed",
        "failed",
        "paused",
        "paid",
        "cancelled",
        "resumed",
        "interval_changed",
    ]


def test_every_owner_is_told_alone_and_nobody_else(ledger: Ledger) -> None:
    club, owner = found()
    second = join_club(club, Role.OWNER, make_user("second@nest.example"))
    for role in (Role.ADMIN, Role.ARBITER):
        join_club(club, role)
    found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    tell_owners()
    assert sorted(each.to for each in mail.outbox) == sorted([[owner.email], [second.email]])


def test_a_message_that_comes_again_tells_nothing_again(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    deliver_all(ledger)
    assert told() == ["Your club is subscribed"]
    for event in events_of(ledger):
        deliver(event)
        refresh_subscription(club=club)
    assert (told(), journal(club)) == ([], ["checkout_begun", "subscribed"])


def test_a_grace_that_ends_by_the_clock_is_told_once_whatever_comes_later(ledger: Ledger, go_to: Callable[[datetime], None]) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner, PAYS_ONCE, MONTHLY)
    refresh_subscription(club=club)
    told()
    let_time_pass(ledger, subscription["items"]["data"][0]["current_period_end"])
    until = refresh_subscription(club=club).until
    assert (told(), until is not None) == (["A payment for your club's page has failed"], True)
    assert until is not None
    go_to(until - timedelta(seconds=1))
    assert told() == []
    go_to(until)
    assert (told(), told()) == (["Your club's page is paused"], [])
    subscription["status"] = "unpaid"
    refresh_subscription(club=club)
    subscription["status"] = "canceled"
    refresh_subscription(club=club)
    assert (told(), journal(club)[-2:]) == ([], ["failed", "paused"])


def test_a_club_that_had_paused_before_anything_was_told_is_let_be(ledger: Ledger) -> None:
    found(trial_days=-300)
    assert (look_at_the_clock(), told(), Subscription.objects.count()) == (0, [], 0)


def test_where_none_are_sold_nobody_is_told_of_a_trial(settings: Any) -> None:
    found(trial_days=3)
    assert told() == []


def test_a_club_that_will_be_deleted_is_told_of_that_alone(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    told()
    export_club(club=club, by=owner)
    close_club(club=club, by=owner, name=club.name)
    assert told() == []
    keep_club(club=club, by=owner)
    assert (told(), journal(club)[-2:]) == (["Your club's subscription goes on"], ["cancelled", "resumed"])


def test_of_two_news_that_were_not_sent_yet_the_later_one_is(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    set_cancelling(club=club, by=owner, cancel=True)
    assert told() == ["Your club's subscription is cancelled"]


def test_a_renewal_is_for_the_journal_alone(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner, price=MONTHLY)
    refresh_subscription(club=club)
    told()
    let_time_pass(ledger, ledger.now + 32 * DAY)
    deliver_all(ledger)
    assert (told(), journal(club)) == ([], ["checkout_begun", "subscribed", "renewed"])


class Down:
    """A mail server that takes nothing."""

    def __init__(self, refuses: Callable[[str], bool] = lambda address: True) -> None:
        self.refuses = refuses
        self.taken: list[str] = []

    def send_messages(self, messages: list[Any]) -> int:
        for each in messages:
            if self.refuses(each.to[0]):
                raise ConnectionRefusedError("down")
            self.taken.append(each.to[0])
        return len(messages)


def test_while_no_mail_server_answers_nothing_is_lost(
    ledger: Ledger, go_to: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    start = timezone.now()
    with monkeypatch.context() as patched:
        patched.setattr("billing.services.mail.get_connection", Down)
        assert send_due_mails() == 0
    assert send_due_mails() == 0  # somebody may still be at it
    go_to(start + timedelta(minutes=11))
    assert (send_due_mails(), [each.to for each in mail.outbox]) == (1, [[owner.email]])


def test_a_mail_that_nobody_takes_is_given_up_after_two_days(
    ledger: Ledger, go_to: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, owner = found()
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    start = timezone.now()
    monkeypatch.setattr("billing.services.mail.get_connection", Down)
    due = []
    for hours in (0, 47, 49):
        go_to(start + timedelta(hours=hours))
        send_due_mails()
        due.append(Subscription.objects.get(club=club).due_mail)
    assert due == ["subscribed", "subscribed", ""]


def test_an_address_that_is_refused_keeps_no_other_owner_from_being_told(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    club, owner = found()
    join_club(club, Role.OWNER, make_user("a@nest.example"))
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    server = Down(lambda address: address == "a@nest.example")
    monkeypatch.setattr("billing.services.mail.get_connection", lambda: server)
    assert (send_due_mails(), server.taken, Subscription.objects.get(club=club).due_mail) == (1, [owner.email], "")


def test_a_mail_tells_amount_interval_and_the_next_payment(ledger: Ledger) -> None:
    club, owner = found()
    subscription = pay(ledger, club, owner)
    refresh_subscription(club=club)
    ends = datetime.fromtimestamp(subscription["items"]["data"][0]["current_period_end"], UTC)
    assert text_of_mail() == (
        "The chess club Nest is subscribed. Its page is open for everybody to whom the club shows itself.\n\n"
        f"It costs 24.99 USD a year. The next payment is taken on {day(ends)}. It goes on by itself until an owner cancels it.\n\n"
        "Card, interval, invoices and cancelling are on this page:\n\n"
        f"{settings.SITE_URL}/desk/{club.public_id}/subscription/\n\n"
        "You get this mail because you are an owner of the club.\n"
    )


MOMENTS = {
    News.PAUSED: ("unpaid", None),
    News.ENDED: ("canceled", None),
    News.CANCELLED: ("active", 9),
    News.FAILED: ("past_due", None),
    News.TRIAL_ENDS: ("", None),
}
"""Stripe's word at which each mail is written, and in how many days it ends; of the others "active"."""


def written(news: News, status: str, ends_in: int | None, language: str) -> tuple[str, str]:
    club, _ = found(trial_days=3 if news in (News.TRIAL_ENDS, News.ENDED) else -3)
    Club.objects.filter(pk=club.pk).update(language=language, name="קן")
    club.refresh_from_db()
    start, ends = timezone.now() - timedelta(days=2), None if ends_in is None else timezone.now() + timedelta(days=ends_in)
    known = Subscription(club=club, status=status, interval="month")
    if status:
        known.period_start, known.period_end, known.cancel_at = start, start + timedelta(days=30), ends
    return write_mail(club=club, news=news, known=known)


@pytest.mark.parametrize("language", ["he", "ru"])
def test_no_mail_stays_english(language: str) -> None:
    english = {}
    moments = [(news, *MOMENTS.get(news, ("active", None))) for news in SUBJECTS]
    moments += [(News.PAUSED, "canceled", None), (News.PAUSED, "", None), (News.CANCELLED, "trialing", 9), (News.CANCELLED, "unpaid", 9)]
    for news, status, ends_in in [*moments, (News.SUBSCRIBED, "trialing", None)]:
        subject, text = written(news, status, ends_in, language)
        if texts := latin_on(f"<p>{subject}</p><p>{text}</p>"):
            english[news, status] = texts
    assert english == {}


@pytest.mark.parametrize("news", SUBJECTS)
def test_every_mail_names_the_club_leads_to_its_page_and_has_no_gap(news: News) -> None:
    _, text = written(news, *MOMENTS.get(news, ("active", None)), "en")
    first, *_, address, nothing, why, end = text.split("\n")
    assert ("קן" in first, address.startswith(f"{settings.SITE_URL}/desk/"), nothing, end) == (True, True, "", "")
    assert why == "You get this mail because you are an owner of the club."
    assert [gap for gap in ("None", "–", "  ", "\n\n\n", "{") if gap in text] == []


def test_in_the_trial_a_mail_tells_of_the_first_payment_and_that_nothing_was_taken(ledger: Ledger) -> None:
    club, owner = found(trial_days=20)
    pay(ledger, club, owner, price=MONTHLY)
    refresh_subscription(club=club)
    assert f"It costs 2.99 USD a month. The first payment is taken on {day(club.trial_ends_at)}." in text_of_mail()
    set_cancelling(club=club, by=owner, cancel=True)
    text = text_of_mail()
    assert f"Nothing was taken, and nothing will be. The trial goes on until {day(club.trial_ends_at)};" in text
    assert "Nothing is deleted" in text


def test_it_is_in_the_clubs_language_and_by_its_clock(ledger: Ledger) -> None:
    club, _ = found(trial_days=3)
    Club.objects.filter(pk=club.pk).update(language="he", time_zone="Pacific/Auckland")
    club.refresh_from_db()
    with translation.override("he"), timezone.override(ZoneInfo("Pacific/Auckland")):
        there = day_in_words(club.trial_ends_at, "plain")
    with translation.override("ru"):
        assert there in text_of_mail()


def test_another_subscription_than_the_one_that_owed_is_subscribed_anew(ledger: Ledger) -> None:
    club, owner = found()
    owing = pay(ledger, club, owner)
    refresh_subscription(club=club)
    owing["status"] = "unpaid"
    refresh_subscription(club=club)
    told()
    cancel_now(ledger, owing)
    customer, price = owing["customer"], ledger.all("price", lookup_key=YEARLY.lookup_key)[0]
    subscribe(ledger, customer=customer, price=price, card=new_card(ledger, customer, PAYS), metadata={})
    refresh_subscription(club=club)
    assert (told(), journal(club)[-1]) == (["Your club is subscribed"], "subscribed")
