"""The routes of the API that Rookery uses: which parameters each takes by the library's own types, and what it does."""

import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from stripe import params
from stripe.params import billing_portal, checkout

from tests.stripe.ledger import Ledger, Object
from tests.stripe.params import Refused, check_params, read_params
from tests.stripe.subscriptions import cancel_at_period_end, cancel_now, change_price, expire_session, keep, resume

Params = dict[str, Any]
_LIVE = ("active", "trialing", "past_due", "unpaid")
_ENDED = frozenset({"canceled", "incomplete_expired"})
_EVERY_STATUS = frozenset({*_LIVE, *_ENDED, "incomplete", "paused"})
_A_DAY = 86_400
_OF_A_SESSION = (
    *("mode", "customer", "line_items", "client_reference_id", "subscription_data", "tax_id_collection", "customer_update", "locale"),
    *("success_url", "cancel_url", "expires_at", "metadata", "allow_promotion_codes"),
)
_ASKED_OF_LISTS = frozenset({"active", "customer", "status", "email", "type", "product", "currency", "is_default"})


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: re.Pattern[str]
    declared: type
    answer: Callable[..., Object]


def answer_request(ledger: Ledger, base: str, method: str, path: str, encoded: str) -> Object:
    """What the API answers. `base`: the address of the pages that are made for visitors.

    Raises:
        Refused
    """
    for route in ROUTES:
        if route.method == method and (found := route.path.fullmatch(path)):
            sent = check_params(route.declared, read_params(encoded))
            if sent.pop("expand", None):
                raise Refused("This local Stripe expands nothing.", param="expand")
            return route.answer(ledger, sent, *found.groups(), **({"base": base} if route.answer in _WITH_PAGES else {}))
    raise Refused(f"Unrecognized request URL ({method}: {path}).", status=404)


def _create_product(ledger: Ledger, sent: Params) -> Object:
    return ledger.add("prod", {"object": "product", "active": True, "description": None, "default_price": None} | sent)


def _create_price(ledger: Ledger, sent: Params) -> Object:
    product = ledger.get("product", sent.get("product", ""), "product")
    key = sent.get("lookup_key")
    for other in ledger.all("price", lookup_key=key) if key else []:
        if not sent.get("transfer_lookup_key"):
            raise Refused(f"A price (`{other['id']}`) already uses that lookup key.", param="lookup_key")
        other["lookup_key"] = None
    recurring = {"interval_count": 1, "usage_type": "licensed", "meter": None} | sent.get("recurring", {})
    made = {name: sent[name] for name in ("currency", "unit_amount", "metadata", "nickname") if name in sent}
    more = {"object": "price", "active": True, "type": "recurring", "billing_scheme": "per_unit", "product": product["id"]}
    return ledger.add("price", more | made | {"recurring": recurring, "lookup_key": key})


def _update_price(ledger: Ledger, sent: Params, id: str) -> Object:
    price = ledger.get("price", id)
    price |= {name: sent[name] for name in ("active", "metadata", "nickname") if name in sent}
    return price


def _list_prices(ledger: Ledger, sent: Params) -> Object:
    keys = sent.pop("lookup_keys", None)
    found = ledger.all("price", **_fields(sent))
    return _page([each for each in found if keys is None or each["lookup_key"] in keys], sent, "/v1/prices")


def _create_customer(ledger: Ledger, sent: Params) -> Object:
    customer = ledger.add("cus", {"object": "customer", "name": None, "email": None, "currency": None} | sent)
    ledger.tell("customer.created", customer)
    return customer


def _customer(ledger: Ledger, sent: Params) -> Object:
    """One that nothing has become of: who was deleted is told as if she had never been."""
    customer = ledger.get("customer", sent.get("customer", ""), "customer")
    if customer.get("deleted"):
        raise Refused(f"No such customer: '{customer['id']}'", code="resource_missing", param="customer")
    return customer


def _list_customers(ledger: Ledger, sent: Params) -> Object:
    found = [each for each in ledger.all("customer", **_fields(sent)) if not each.get("deleted")]
    return _page(found, sent, "/v1/customers")


def _create_session(ledger: Ledger, sent: Params, *, base: str) -> Object:
    """A Checkout session for one subscription."""
    _check_known(sent, *_OF_A_SESSION)
    _check_known(sent.get("subscription_data", {}), "metadata", "trial_end")
    customer = _customer(ledger, sent)
    lines = sent.get("line_items") or []
    if sent.get("mode") != "subscription" or len(lines) != 1 or lines[0].keys() != {"price", "quantity"} or lines[0]["quantity"] != 1:
        raise Refused("This local Stripe sells one subscription at a time.", param="mode")
    price = ledger.get("price", lines[0].get("price", ""), "line_items[0][price]")
    if "success_url" not in sent:
        raise Refused("Missing required param: success_url.", code="parameter_missing", param="success_url")
    asked = sent.get("subscription_data", {})
    if asked.get("trial_end") is not None and asked["trial_end"] < ledger.now + 2 * _A_DAY:
        message = "The `trial_end` date has to be at least 2 days in the future."
        raise Refused(message, param="subscription_data[trial_end]")
    if not ledger.now < sent.get("expires_at", ledger.now + _A_DAY) <= ledger.now + _A_DAY:
        raise Refused("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", param="expires_at")
    made = {
        "object": "checkout.session",
        "mode": "subscription",
        "status": "open",
        "payment_status": "unpaid",
        "customer": customer["id"],
        "subscription": None,
        "invoice": None,
        "client_reference_id": sent.get("client_reference_id"),
        "amount_total": price["unit_amount"],
        "currency": price["currency"],
        "locale": sent.get("locale"),
        "success_url": sent["success_url"],
        "cancel_url": sent.get("cancel_url"),
        "expires_at": sent.get("expires_at") or ledger.now + _A_DAY,
        "metadata": sent.get("metadata", {}),
    }
    session = ledger.add("cs_test", made)
    session["url"] = f"{base}/checkout/{session['id']}"
    ledger.objects[f"asked by {session['id']}"] = {"object": "asked", "price": price["id"], "subscription_data": asked}
    return session


def _expire_session(ledger: Ledger, _sent: Params, id: str) -> Object:
    session = ledger.get("checkout.session", id)
    if session["status"] != "open":
        raise Refused(f'Only Checkout Sessions with a status in ["open"] can be expired. This one is {session["status"]}.')
    expire_session(ledger, session)
    return session


def _update_subscription(ledger: Ledger, sent: Params, id: str) -> Object:
    subscription = ledger.get("subscription", id)
    if subscription["status"] not in _LIVE:
        raise Refused("A canceled subscription can only update its cancellation_details and metadata.")
    _check_known(sent, "metadata", "items", "cancel_at", "cancel_at_period_end")
    if "cancel_at" in sent and "cancel_at_period_end" in sent:
        raise Refused("You may only specify one of these parameters: cancel_at, cancel_at_period_end.")
    if sent.get("cancel_at"):
        raise Refused("This local Stripe cancels with the period alone.", param="cancel_at")
    subscription["metadata"] |= sent.get("metadata", {})
    for item in sent.get("items", []):
        change_price(ledger, subscription, ledger.get("price", item.get("price", ""), "items[0][price]"))
    if "cancel_at_period_end" in sent:
        (cancel_at_period_end if sent["cancel_at_period_end"] else keep)(ledger, subscription)
    if sent.get("cancel_at") == "":
        resume(ledger, subscription)
    return subscription


def _cancel_subscription(ledger: Ledger, _sent: Params, id: str) -> Object:
    subscription = ledger.get("subscription", id)
    if subscription["status"] not in (*_LIVE, "incomplete"):
        raise Refused(f"No such subscription: '{id}'", status=404, code="resource_missing", param="id")
    cancel_now(ledger, subscription)
    return subscription


def _list_subscriptions(ledger: Ledger, sent: Params) -> Object:
    """Without a status all but the cancelled, as Stripe does."""
    status = sent.pop("status", None)
    if "customer" in sent:
        _customer(ledger, sent)
    found = ledger.all("subscription", **_fields(sent))
    if status != "all":
        wanted = _EVERY_STATUS - {"canceled"} if status is None else _ENDED if status == "ended" else {status}
        found = [each for each in found if each["status"] in wanted]
    return _page(found, sent, "/v1/subscriptions")


def _create_configuration(ledger: Ledger, sent: Params) -> Object:
    made = {"object": "billing_portal.configuration", "active": True, "is_default": False, "default_return_url": None}
    return ledger.add("bpc", made | sent)


def _create_portal_session(ledger: Ledger, sent: Params, *, base: str) -> Object:
    _customer(ledger, sent)
    if sent.get("configuration"):
        ledger.get("billing_portal.configuration", sent["configuration"], "configuration")
    made = {
        "object": "billing_portal.session",
        "configuration": None,
        "flow": None,
        "locale": None,
        "on_behalf_of": None,
        "return_url": None,
    }
    session = ledger.add("bps", made | sent)
    del session["metadata"]  # portal sessions have none
    session["url"] = f"{base}/portal/{session['id']}/{secrets.token_hex(8)}"
    return session


def _list_events(ledger: Ledger, sent: Params) -> Object:
    created, types, delivered = sent.pop("created", {}), sent.pop("types", None), sent.pop("delivery_success", None)
    bounds = {"gt": int.__gt__, "gte": int.__ge__, "lt": int.__lt__, "lte": int.__le__}
    found = [
        each
        for each in ledger.all("event", **_fields(sent))
        if (types is None or each["type"] in types)
        and (delivered is None or (each["pending_webhooks"] == 0) is delivered)
        and (isinstance(created, dict) or each["created"] == created)
        and all(bounds[name](each["created"], value) for name, value in (created.items() if isinstance(created, dict) else ()))
    ]
    return _page(found, sent, "/v1/events")


def _check_known(sent: Params, *names: str) -> None:
    """What Stripe takes and this one does not do is refused, rather than passed over."""
    for name in sent.keys() - set(names):
        raise Refused(f"This local Stripe does nothing with {name}.", param=name)


def _fields(sent: Params) -> Params:
    """What is asked of the objects themselves."""
    asked = {name: value for name, value in sent.items() if name not in ("limit", "starting_after", "ending_before")}
    _check_known(asked, *_ASKED_OF_LISTS)
    return asked


def _page(found: list[Object], sent: Params, url: str) -> Object:
    """A part of a list, the newest first, after `starting_after`."""
    limit = sent.get("limit", 10)
    if not 1 <= limit <= 100:
        raise Refused("Invalid integer: limit must be between 1 and 100", code="parameter_invalid_integer", param="limit")
    if "ending_before" in sent:
        raise Refused("This local Stripe turns pages forwards only.", param="ending_before")
    ids = [each["id"] for each in found]
    if "starting_after" in sent:
        if sent["starting_after"] not in ids:
            raise Refused(f"No such object: '{sent['starting_after']}'", code="resource_missing", param="starting_after")
        found = found[ids.index(sent["starting_after"]) + 1 :]
    return {"object": "list", "data": found[:limit], "has_more": len(found) > limit, "url": url}


def _retrieving(kind: str) -> Callable[..., Object]:
    return lambda ledger, _sent, id: ledger.get(kind, id)


def _listing(kind: str, url: str) -> Callable[..., Object]:
    return lambda ledger, sent: _page(ledger.all(kind, **_fields(sent)), sent, url)


_WITH_PAGES = frozenset({_create_session, _create_portal_session})
_CONFIGURATIONS = "/v1/billing_portal/configurations"
_TABLE: Iterable[tuple[str, str, type, Callable[..., Object]]] = (
    ("POST", "/v1/products", params.ProductCreateParams, _create_product),
    ("GET", "/v1/products", params.ProductListParams, _listing("product", "/v1/products")),
    ("GET", "/v1/products/:id", params.ProductRetrieveParams, _retrieving("product")),
    ("POST", "/v1/prices", params.PriceCreateParams, _create_price),
    ("GET", "/v1/prices", params.PriceListParams, _list_prices),
    ("GET", "/v1/prices/:id", params.PriceRetrieveParams, _retrieving("price")),
    ("POST", "/v1/prices/:id", params.PriceUpdateParams, _update_price),
    ("POST", "/v1/customers", params.CustomerCreateParams, _create_customer),
    ("GET", "/v1/customers", params.CustomerListParams, _list_customers),
    ("GET", "/v1/customers/:id", params.CustomerRetrieveParams, _retrieving("customer")),
    ("POST", "/v1/checkout/sessions", checkout.SessionCreateParams, _create_session),
    ("GET", "/v1/checkout/sessions", checkout.SessionListParams, _listing("checkout.session", "/v1/checkout/sessions")),
    ("GET", "/v1/checkout/sessions/:id", checkout.SessionRetrieveParams, _retrieving("checkout.session")),
    ("POST", "/v1/checkout/sessions/:id/expire", checkout.SessionExpireParams, _expire_session),
    ("GET", "/v1/subscriptions", params.SubscriptionListParams, _list_subscriptions),
    ("GET", "/v1/subscriptions/:id", params.SubscriptionRetrieveParams, _retrieving("subscription")),
    ("POST", "/v1/subscriptions/:id", params.SubscriptionUpdateParams, _update_subscription),
    ("DELETE", "/v1/subscriptions/:id", params.SubscriptionCancelParams, _cancel_subscription),
    ("GET", "/v1/invoices", params.InvoiceListParams, _listing("invoice", "/v1/invoices")),
    ("GET", "/v1/invoices/:id", params.InvoiceRetrieveParams, _retrieving("invoice")),
    ("POST", "/v1/billing_portal/sessions", billing_portal.SessionCreateParams, _create_portal_session),
    ("POST", _CONFIGURATIONS, billing_portal.ConfigurationCreateParams, _create_configuration),
    ("GET", _CONFIGURATIONS, billing_portal.ConfigurationListParams, _listing("billing_portal.configuration", _CONFIGURATIONS)),
    ("GET", "/v1/events", params.EventListParams, _list_events),
    ("GET", "/v1/events/:id", params.EventRetrieveParams, _retrieving("event")),
)
ROUTES = tuple(Route(method, re.compile(path.replace(":id", "([^/]+)")), declared, answer) for method, path, declared, answer in _TABLE)
