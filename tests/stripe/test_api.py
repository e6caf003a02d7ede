"""The local Stripe speaks as the library expects: shapes, errors, idempotency, lists. Asked through stripe-python itself."""

from typing import Any

import pytest
import stripe
from stripe import billing_portal, checkout

from tests.stripe.app import LocalStripe
from tests.stripe.catalogue import make_prices, stock
from tests.stripe.inside import InsideClient
from tests.stripe.ledger import Ledger, Object
from tests.stripe.pages import answer_page
from tests.stripe.params import Refused
from tests.stripe.subscriptions import PAYS, PAYS_ONCE, let_time_pass

NEW_YEAR = 1_798_761_600
CLASSES: dict[str, type[stripe.StripeObject]] = {
    "product": stripe.Product,
    "price": stripe.Price,
    "customer": stripe.Customer,
    "subscription": stripe.Subscription,
    "subscription_item": stripe.SubscriptionItem,
    "invoice": stripe.Invoice,
    "payment_method": stripe.PaymentMethod,
    "checkout.session": checkout.Session,
    "billing_portal.session": billing_portal.Session,
    "billing_portal.configuration": billing_portal.Configuration,
    "event": stripe.Event,
}


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger(frozen=NEW_YEAR)
    make_prices(made)
    return made


@pytest.fixture
def client(ledger: Ledger) -> stripe.StripeClient:
    return stripe.StripeClient("sk_test_x", http_client=InsideClient(LocalStripe(ledger)))


def begin(client: stripe.StripeClient, **more: Any) -> checkout.Session:
    """A customer in front of Checkout."""
    customer = client.v1.customers.create({"email": "owner@example.org"})
    price = client.v1.prices.list({"lookup_keys": ["rookery_yearly"]}).data[0]
    pages = {"success_url": "http://x/y", "cancel_url": "http://x/n"}
    sent: Any = {"mode": "subscription", "customer": customer.id, "line_items": [{"price": price.id, "quantity": 1}], **pages, **more}
    return client.v1.checkout.sessions.create(sent)


def press(ledger: Ledger, url: str | None, **sent: str) -> int:
    """A button of the page at this address; the status of the answer."""
    assert url is not None
    body = "&".join(f"{name}={value}" for name, value in sent.items())
    return answer_page(ledger, "POST", url.removeprefix("http://127.0.0.1"), "", body)[0]


def test_what_is_made_has_the_fields_of_the_pinned_version_alone(ledger: Ledger, client: stripe.StripeClient) -> None:
    stock(ledger)
    session = begin(client)
    press(ledger, session.url, do="pay", card=PAYS)
    client.v1.billing_portal.configurations.create({"features": {"invoice_history": {"enabled": True}}})
    client.v1.billing_portal.sessions.create({"customer": str(session.customer), "return_url": "http://x/"})
    let_time_pass(ledger, ledger.now + 800 * 86_400)
    strange = [
        f"{one['object']}.{name}"
        for one in ledger.objects.values()
        if one["object"] in CLASSES
        for name in one
        if name not in CLASSES[one["object"]].__annotations__
    ]
    assert strange == []
    assert {one["object"] for one in ledger.objects.values()} == {*CLASSES, "asked"}


def test_the_period_stands_in_the_item_and_the_subscription_of_an_invoice_in_its_parent(
    ledger: Ledger, client: stripe.StripeClient
) -> None:
    session = begin(client)
    press(ledger, session.url, do="pay", card=PAYS)
    subscription = client.v1.subscriptions.list({"customer": str(session.customer)}).data[0]
    item = subscription["items"].data[0]
    assert (item.current_period_start, item.current_period_end) == (NEW_YEAR, NEW_YEAR + 365 * 86_400)
    assert "current_period_end" not in subscription
    invoice = client.v1.invoices.list({"customer": str(session.customer)}).data[0]
    assert invoice.parent is not None
    assert invoice.parent.subscription_details is not None
    assert invoice.parent.subscription_details.subscription == subscription.id


def test_a_key_that_comes_again_gets_its_answer_and_no_other_one(ledger: Ledger, client: stripe.StripeClient) -> None:
    first = client.v1.customers.create({"email": "a@example.org"}, {"idempotency_key": "one"})
    again = client.v1.customers.create({"email": "a@example.org"}, {"idempotency_key": "one"})
    assert (again.id, len(ledger.all("customer"))) == (first.id, 1)
    assert again.last_response is not None
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    with pytest.raises(stripe.IdempotencyError):
        client.v1.customers.create({"email": "b@example.org"}, {"idempotency_key": "one"})
    assert client.v1.customers.create({"email": "a@example.org"}, {"idempotency_key": "two"}).id != first.id


@pytest.mark.parametrize(
    ("wrong", "param", "code"),
    [
        ({"trial_days": 3}, "trial_days", "parameter_unknown"),
        ({"subscription_data": {"trial": 3}}, "subscription_data[trial]", "parameter_unknown"),
        ({"expires_at": "tomorrow"}, "expires_at", "parameter_invalid_integer"),
        ({"allow_promotion_codes": "perhaps"}, "allow_promotion_codes", "parameter_invalid_boolean"),
        ({"mode": "subscriptions"}, "mode", None),
        ({"tax_id_collection": {"enabled": "no"}}, "tax_id_collection[enabled]", "parameter_invalid_boolean"),
        ({"line_items": "one"}, "line_items", None),
        ({"line_items": [{"price": "price_x", "quantity": 1}]}, "line_items[0][price]", "resource_missing"),
        ({"subscription_data": {"trial_end": NEW_YEAR + 100}}, "subscription_data[trial_end]", None),
        ({"customer": "cus_x"}, "customer", "resource_missing"),
        ({"expires_at": NEW_YEAR - 1}, "expires_at", None),
        ({"discounts": [{"coupon": "x"}]}, "discounts", None),  # known to Stripe, and nothing is done by it here
        ({"subscription_data": {"trial_period_days": 30}}, "trial_period_days", None),
    ],
)
def test_a_wrong_parameter_is_refused_by_its_name(client: stripe.StripeClient, wrong: dict[str, Any], param: str, code: str | None) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        begin(client, **wrong)
    assert (refused.value.param, refused.value.code) == (param, code)


def test_a_live_key_and_another_version_are_refused(ledger: Ledger) -> None:
    inside = InsideClient(LocalStripe(ledger))
    with pytest.raises(stripe.AuthenticationError):
        stripe.StripeClient("sk_live_x", http_client=inside).v1.prices.list()
    with pytest.raises(stripe.InvalidRequestError):
        stripe.StripeClient("sk_test_x", http_client=inside, stripe_version="2024-06-20").v1.prices.list()


def test_a_list_is_turned_page_by_page(ledger: Ledger, client: stripe.StripeClient) -> None:
    made = [client.v1.customers.create({"email": f"{number}@example.org"}).id for number in range(5)]
    first = client.v1.events.list({"limit": 2, "types": ["customer.created"]})
    assert [each.data.object["id"] for each in first.auto_paging_iter()] == made[::-1]
    assert first.has_more


def test_declined_and_abandoned_nothing_is_bought(ledger: Ledger, client: stripe.StripeClient) -> None:
    session = begin(client)
    assert press(ledger, session.url, do="pay", card="0002") == 200
    assert press(ledger, session.url, do="abandon") == 303
    assert client.v1.checkout.sessions.retrieve(session.id).status == "open"
    client.v1.checkout.sessions.expire(session.id)
    assert press(ledger, f"http://127.0.0.1/checkout/{session.id}", do="pay", card=PAYS) == 410
    assert ledger.all("subscription") == []


def test_of_a_customer_only_her_own_subscription_is_changed_at_the_portal(ledger: Ledger, client: stripe.StripeClient) -> None:
    stock(Ledger(frozen=NEW_YEAR))
    mine, hers = begin(client), begin(client)
    for session in (mine, hers):
        press(ledger, session.url, do="pay", card=PAYS)
    portal = client.v1.billing_portal.sessions.create({"customer": str(mine.customer), "return_url": "http://x/"})
    other: Object = ledger.all("subscription", customer=hers.customer)[0]
    assert press(ledger, portal.url, do="cancel", subscription=other["id"]) == 404
    assert press(ledger, portal.url + "x", do="cancel", subscription=other["id"]) == 404
    assert not other["cancel_at_period_end"]


def test_a_stripe_that_is_down_is_down_for_the_library_too(ledger: Ledger) -> None:
    local = LocalStripe(ledger)
    local.fault = lambda method, path: Refused("down", status=503, kind="api_error")
    with pytest.raises(stripe.APIError):
        stripe.StripeClient("sk_test_x", http_client=InsideClient(local), max_network_retries=0).v1.prices.list()


def test_a_list_is_not_asked_for_what_it_would_pass_over(client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.subscriptions.list({"price": "price_x"})
    assert refused.value.param == "price"


def test_receipts_go_to_another_address_from_then_on(ledger: Ledger, client: stripe.StripeClient) -> None:
    session = begin(client)
    press(ledger, session.url, do="pay", card=PAYS)
    portal = client.v1.billing_portal.sessions.create({"customer": str(session.customer), "return_url": "http://x/"})
    assert press(ledger, portal.url, do="email", email="new@nest.example") == 303
    assert client.v1.customers.retrieve(str(session.customer)).email == "new@nest.example"
    assert ledger.all("event")[0]["type"] == "customer.updated"


def test_an_invoice_of_another_customer_is_not_paid_at_the_portal(ledger: Ledger, client: stripe.StripeClient) -> None:
    mine, hers = begin(client), begin(client)
    press(ledger, mine.url, do="pay", card=PAYS)
    press(ledger, hers.url, do="pay", card=PAYS_ONCE)
    let_time_pass(ledger, ledger.now + 366 * 86_400)
    (owed,) = ledger.all("invoice", status="open", customer=hers.customer)
    portal = client.v1.billing_portal.sessions.create({"customer": str(mine.customer), "return_url": "http://x/"})
    before = owed["attempt_count"]
    assert press(ledger, portal.url, do="pay", invoice=owed["id"]) == 404
    assert owed["attempt_count"] == before


@pytest.mark.parametrize("card", ["9999", "", "4242424242424242"])
def test_a_card_that_is_none_pays_nothing(ledger: Ledger, client: stripe.StripeClient, card: str) -> None:
    session = begin(client)
    assert press(ledger, session.url, do="pay", card=card) in (200, 404)
    assert (client.v1.checkout.sessions.retrieve(session.id).status, ledger.all("subscription")) == ("open", [])


def test_after_a_day_a_session_is_over_and_a_key_forgotten(ledger: Ledger, client: stripe.StripeClient) -> None:
    session = begin(client)
    first = client.v1.customers.create({"email": "a@example.org"}, {"idempotency_key": "one"})
    let_time_pass(ledger, ledger.now + 86_400)
    assert client.v1.checkout.sessions.retrieve(session.id).status == "expired"
    assert press(ledger, f"http://127.0.0.1/checkout/{session.id}", do="pay", card=PAYS) == 410
    assert client.v1.customers.create({"email": "b@example.org"}, {"idempotency_key": "one"}).id != first.id


def test_a_key_that_is_too_long_is_refused(client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.IdempotencyError):
        client.v1.customers.create({"email": "a@example.org"}, {"idempotency_key": "k" * 256})


def test_its_front_says_that_the_clock_of_the_site_stays() -> None:
    status, page, _ = answer_page(Ledger(), "GET", "/", "", "")
    assert (status, "a trial does not end by this one" in page) == (200, True)
