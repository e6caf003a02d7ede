"""The page where an owner pays, as she sees it, step by step."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from archives.services.closing import close_club, keep_club
from archives.services.exporting import export_club
from billing.models import Subscription
from billing.services import refresh_subscription
from clubs.models import Club, Visibility
from tests.billing.scenes import deliver_all, found, pay, press
from tests.factories import join_club
from tests.stripe.app import LocalStripe
from tests.stripe.ledger import Ledger
from tests.stripe.params import Refused
from tests.stripe.subscriptions import PAYS_ONCE, let_time_pass

pytestmark = pytest.mark.django_db


def owner_of(*, trial_days: int = -1) -> tuple[Club, Client]:
    club, owner = found(trial_days=trial_days)
    client = Client()
    client.force_login(owner)
    return club, client


def text_of(client: Client, name: str, club: Club) -> str:
    answer = client.get(reverse(name, args=[club.public_id]), follow=True)
    assert answer.status_code == 200
    main = answer.content.decode().partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def send(client: Client, name: str, club: Club, **sent: str) -> str:
    """Press a button of the page; where it leads, to Stripe or to another page."""
    answer = client.post(reverse(f"billing:{name}", args=[club.public_id]), sent)
    refresh = answer.headers.get("Refresh", "")
    return refresh.partition("url=")[2] if refresh else answer.headers["Location"]


def test_a_year_from_the_trial_to_the_pause_and_back(ledger: Ledger) -> None:
    club, client = owner_of()
    page = text_of(client, "billing:subscription", club)
    assert page.index("Subscribe for 24.99 USD a year") < page.index("Subscribe for 2.99 USD a month")
    assert "paused for everybody but its arbiters" in page
    checkout = send(client, "subscribe", club, interval="month", once="a")
    assert press(ledger, checkout, do="pay", card=PAYS_ONCE) == 303
    assert "Waiting for the confirmation" in text_of(client, "billing:waiting", club)
    deliver_all(ledger)
    assert "Thank you. The club is subscribed." in text_of(client, "billing:waiting", club)
    page = text_of(client, "billing:subscription", club)
    assert "The club is subscribed and pays 2.99 USD a month. The next payment is taken on" in page
    assert "Subscribe for" not in page
    let_time_pass(ledger, ledger.now + 32 * 86_400)
    deliver_all(ledger)
    assert "The last payment failed. The page stays open until" in text_of(client, "billing:subscription", club)
    let_time_pass(ledger, ledger.now + 20 * 86_400)
    deliver_all(ledger)
    assert "An invoice is not paid." in text_of(client, "billing:subscription", club)
    portal = send(client, "portal", club, once="b")
    assert press(ledger, portal, do="card", subscription=ledger.all("subscription")[0]["id"], card="4242") == 303
    deliver_all(ledger)
    assert "The club is subscribed" in text_of(client, "billing:subscription", club)


def test_cancelling_takes_two_clicks_and_going_on_one(ledger: Ledger) -> None:
    club, client = owner_of()
    press(ledger, send(client, "subscribe", club, once="a"), do="pay", card="4242")
    deliver_all(ledger)
    first = reverse("billing:cancel", args=[club.public_id])
    assert first in client.get(reverse("billing:subscription", args=[club.public_id])).content.decode()
    assert "It goes on until" in text_of(client, "billing:cancel", club)
    assert send(client, "cancel", club, once="b") == reverse("billing:subscription", args=[club.public_id])
    page = text_of(client, "billing:subscription", club)
    assert "The subscription is cancelled, and runs until" in page
    assert "There is no subscription to change." in text_of(client, "billing:cancel", club)
    send(client, "resume", club, once="c")
    assert "The next payment is taken on" in text_of(client, "billing:subscription", club)


def test_being_back_from_checkout_grants_nothing(client: Client, ledger: Ledger) -> None:
    club, owner = owner_of()
    answer = owner.get(reverse("billing:waiting", args=[club.public_id]))
    assert answer["Refresh"] == f"3; url={reverse('billing:waiting', args=[club.public_id])}?looks=1"
    assert "Refresh" not in owner.get(reverse("billing:waiting", args=[club.public_id]) + "?looks=20")
    assert client.get(f"/club/{club.slug}/").status_code == 402


def test_asking_by_hand_finds_what_no_message_told(ledger: Ledger, client: Client) -> None:
    club, owner = owner_of()
    press(ledger, send(owner, "subscribe", club, once="a"), do="pay", card="4242")
    assert client.get(f"/club/{club.slug}/").status_code == 402
    send(owner, "ask", club)
    assert client.get(f"/club/{club.slug}/").status_code == 200


def test_an_abandoned_checkout_leaves_everything_as_it_was(ledger: Ledger) -> None:
    club, client = owner_of()
    press(ledger, send(client, "subscribe", club, once="a"), do="abandon")
    deliver_all(ledger)
    assert "Subscribe for 24.99 USD a year" in text_of(client, "billing:subscription", club)


def test_a_club_that_is_about_to_be_deleted_is_sold_nothing(local_stripe: LocalStripe) -> None:
    club, client = owner_of()
    Club.objects.filter(pk=club.pk).update(closing_at=timezone.now() + timedelta(days=30))
    page = text_of(client, "billing:subscription", club)
    assert "The club is about to be deleted, so nothing is sold for it." in page
    assert "Subscribe for" not in page


def test_a_stripe_that_is_down_is_said_to_be_so(local_stripe: LocalStripe) -> None:
    club, client = owner_of()
    local_stripe.fault = lambda method, path: Refused("down", status=500, kind="api_error")
    assert send(client, "subscribe", club, once="a") == reverse("billing:subscription", args=[club.public_id])
    page = text_of(client, "billing:subscription", club)
    assert "Our payment service does not answer. Nothing was changed and nothing was paid." in page
    assert "Subscribe for 24.99 USD a year" in page


def test_a_stripe_that_refuses_is_not_said_to_be_down(local_stripe: LocalStripe, caplog: pytest.LogCaptureFixture) -> None:
    club, client = owner_of()
    local_stripe.fault = lambda method, path: Refused("no", status=400, kind="invalid_request_error")
    send(client, "subscribe", club, once="a")
    page = text_of(client, "billing:subscription", club)
    assert "Our payment service refused this. Nothing was changed and nothing was paid. Ask the operator of this site to look why." in page
    assert "does not answer" not in page
    assert "InvalidRequestError, status 400" in caplog.text


@pytest.mark.parametrize("visibility", Visibility)
def test_who_would_pay_for_a_page_that_nobody_sees_reads_so(local_stripe: LocalStripe, visibility: Visibility) -> None:
    club, client = owner_of()
    Club.objects.filter(pk=club.pk).update(visibility=visibility)
    said = "At present only the club's arbiters see its page: paying would change nothing until that is changed under Privacy."
    assert (said in text_of(client, "billing:subscription", club)) is (visibility == Visibility.ARBITERS_ONLY)


def test_a_paused_page_says_why_it_is(ledger: Ledger) -> None:
    club, client = owner_of()
    assert "The trial ended on" in text_of(client, "billing:subscription", club)
    press(ledger, send(client, "subscribe", club, once="a"), do="pay", card="4242")
    deliver_all(ledger)
    send(client, "cancel", club)
    let_time_pass(ledger, ledger.now + 400 * 86_400)
    refresh_subscription(club=club)
    page = text_of(client, "billing:subscription", club)
    assert ("The subscription ended on" in page, "The trial ended on" in page) == (True, False)


@pytest.mark.parametrize(
    ("days", "said"),
    [(8.5, ""), (6.5, "The trial ends on"), (-1, "The club's page is paused for everybody but its arbiters. Nothing is lost")],
)
def test_the_desk_tells_owners_in_time(local_stripe: LocalStripe, days: float, said: str) -> None:
    club, client = owner_of()
    Club.objects.filter(pk=club.pk).update(trial_ends_at=timezone.now() + timedelta(days=days))
    page = text_of(client, "ratings:desk", club)
    assert said in page
    assert bool(said) is ("trial ends" in page or "paused" in page)
    arbiter = Client()
    arbiter.force_login(join_club(club))
    page = text_of(arbiter, "ratings:desk", club)
    assert ("trial" in page, "subscribes" in page, "paused" in page) == (False, False, days < 0)


def test_the_desk_tells_of_a_payment_that_failed(ledger: Ledger) -> None:
    club, owner = found()
    pay(ledger, club, owner, PAYS_ONCE)
    let_time_pass(ledger, ledger.now + 366 * 86_400)
    refresh_subscription(club=club)
    client = Client()
    client.force_login(owner)
    assert "The last payment failed. The club's page stays open until" in text_of(client, "ratings:desk", club)
    let_time_pass(ledger, ledger.now + 30 * 86_400)
    refresh_subscription(club=club)
    assert "an invoice is not paid" in text_of(client, "ratings:desk", club)


def test_a_club_that_pays_or_tries_costs_the_desk_no_statement(ledger: Ledger) -> None:
    club, owner = found(trial_days=20)
    client = Client()
    client.force_login(owner)

    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("ratings:desk", args=[club.public_id]))
        return len([query for query in queries.captured_queries if "billing_" in query["sql"]])

    assert statements() == 0
    pay(ledger, club, owner)
    refresh_subscription(club=club)
    assert statements() == 0


def test_where_none_are_sold_the_page_says_so() -> None:
    club, client = owner_of()
    page = text_of(client, "billing:subscription", club)
    assert "No subscriptions are sold on this site" in page
    assert "Subscribe for" not in page
    assert send(client, "subscribe", club, once="a") == reverse("billing:subscription", args=[club.public_id])


def test_the_prices_stand_where_everybody_finds_them(client: Client, local_stripe: LocalStripe) -> None:
    assert b'href="/pricing/"' in client.get("/").content
    page = client.get("/pricing/").content.decode()
    assert page.index("24.99 USD") < page.index("2.99 USD</bdi> a month")
    rows = [re.findall(r"<t[hd][^>]*>\s*(.*?)\s*</t[hd]>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", page, re.S)]
    words = [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in rows]
    assert words[0] == ["", "Trial", "Subscribed", "Payment failed", "Paused"]
    assert words[1] == ["How long", "30 days", "as long as it is paid", "14 days", "until somebody pays"]
    assert [row[1:] for row in words[2:]] == [["yes", "yes", "yes", "no"]] + [["yes"] * 4] * 5


def test_where_none_are_sold_the_page_of_prices_names_none(client: Client) -> None:
    page = client.get("/pricing/").content.decode()
    assert ("No subscriptions are sold on this site" in page, "USD" in page, "<table" in page) == (True, False, False)


def test_before_signing_up_to_found_a_club_one_reads_what_it_costs(client: Client, local_stripe: LocalStripe) -> None:
    said = "for 30 days, free and without a card. After that it costs"
    asked = client.get("/clubs/new/", follow=True)
    assert (asked.redirect_chain[-1][0], said in " ".join(asked.content.decode().split())) == ("/accounts/signup/?next=/clubs/new/", True)
    assert said not in " ".join(client.get("/accounts/signup/").content.decode().split())
    client.force_login(found()[1])
    assert said in " ".join(client.get("/clubs/new/").content.decode().split())


def test_asking_says_also_that_there_is_nothing_new(ledger: Ledger) -> None:
    club, client = owner_of()
    said = []
    for do in (lambda: None, lambda: send(client, "subscribe", club, once="a"), lambda: pay_open_checkout(ledger), lambda: None):
        do()
        send(client, "ask", club)
        said.append(
            re.findall(r"(There is nothing to ask about|Nothing new at Stripe: [^.]*\.|Stripe told something new\.)", page_of(client, club))
        )
    assert said == [
        ["There is nothing to ask about"],
        ["Nothing new at Stripe: nothing was paid there for this club yet."],
        ["Stripe told something new."],
        ["Nothing new at Stripe: it stands as this page says."],
    ]


def pay_open_checkout(ledger: Ledger) -> None:
    (session,) = ledger.all("checkout.session", status="open")
    press(ledger, session["url"], do="pay", card="4242")


def page_of(client: Client, club: Club) -> str:
    return text_of(client, "billing:subscription", club)


def test_who_cancels_in_the_trial_reads_that_nothing_was_taken(ledger: Ledger) -> None:
    club, client = owner_of(trial_days=20)
    press(ledger, send(client, "subscribe", club, interval="year", once="a"), do="pay", card="4242")
    deliver_all(ledger)
    assert "The club is subscribed and pays 24.99 USD a year. The first payment is taken on" in page_of(client, club)
    assert "Nothing was taken yet, and nothing will be. The trial goes on until" in text_of(client, "billing:cancel", club)
    send(client, "cancel", club)
    page = page_of(client, club)
    assert "The subscription is cancelled. Nothing was taken, and nothing will be." in page
    assert "nothing was taken, and nothing will be. The trial goes on until" in page
    assert ("what is paid." in page, "Subscription Cancelled" in page) == (False, True)


@pytest.mark.parametrize(("days", "told"), [(8, False), (6, True)])
def test_the_desk_tells_that_a_cancelled_subscription_ends(ledger: Ledger, days: int, told: bool) -> None:
    club, client = owner_of()
    press(ledger, send(client, "subscribe", club, interval="month", once="a"), do="pay", card="4242")
    deliver_all(ledger)
    send(client, "cancel", club)
    Subscription.objects.update(cancel_at=timezone.now() + timedelta(days=days))
    assert ("The subscription is cancelled, and runs until" in text_of(client, "ratings:desk", club)) is told


def test_what_is_owed_is_the_first_thing_to_do(ledger: Ledger) -> None:
    club, client = owner_of()
    press(ledger, send(client, "subscribe", club, interval="month", once="a"), do="pay", card=PAYS_ONCE)
    deliver_all(ledger)
    kinds = []
    for days in (0, 32, 20):
        let_time_pass(ledger, ledger.now + days * 86_400)
        deliver_all(ledger)
        page = client.get(reverse("billing:subscription", args=[club.public_id])).content.decode()
        kinds.append(re.findall(r'class="(button[^"]*)"[^>]*>\s*(?:<[^>]+>\s*)*Card, interval', page))
    assert kinds == [["button button-secondary"], ["button button-primary"], ["button button-primary"]]
    assert "It is not renewed, and ends on" in text_of(client, "billing:cancel", club)


def test_a_club_that_is_about_to_be_deleted_takes_nothing_up_again_until_it_is_kept(ledger: Ledger) -> None:
    club, client = owner_of()
    press(ledger, send(client, "subscribe", club, once="a"), do="pay", card="4242")
    deliver_all(ledger)
    owner = club.memberships.get().user
    export_club(club=club, by=owner)
    close_club(club=club, by=owner, name=club.name)
    page = text_of(client, "billing:subscription", club)
    assert "The club will be deleted on" in page
    assert (
        "and its subscription ends with that at the latest. Nothing more is taken. What is paid already is not paid back by itself." in page
    )
    assert [word for word in ("Go on after all", "pauses", "Nothing is deleted", "Card, interval", "Subscribe for") if word in page] == []
    send(client, "resume", club)
    page = text_of(client, "billing:subscription", club)
    assert "The club is about to be deleted, so nothing is sold for it." in page
    assert ledger.all("subscription")[0]["cancel_at_period_end"]
    keep_club(club=club, by=owner)
    assert "The next payment is taken on" in text_of(client, "billing:subscription", club)
