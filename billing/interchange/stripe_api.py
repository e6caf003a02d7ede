"""Talking with Stripe: every request that Rookery makes, with a limit of time, and what it answers as facts of ours.

Writes carry an idempotency key: sent again they do nothing again. Where a second one would do harm it is ours, made from the button that
was pressed. Elsewhere it is the library's own, another one for each call: a key that Stripe knows answers what was so then, and what is
cancelled again from an old page, after it was resumed, would not be cancelled. Nothing here knows a database.
"""

import hashlib
import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import stripe
from django.conf import settings

from billing.domain.entitlement import Fetched, choose
from billing.domain.errors import KeyRefused, StripeRefuses, StripeUnavailable
from billing.domain.prices import BY_INTERVAL, Price
from billing.interchange.punctual import Punctual

if TYPE_CHECKING:
    from stripe.params.billing_portal import SessionCreateParams as PortalParams
    from stripe.params.checkout import SessionCreateParams as CheckoutParams

_log = logging.getLogger(__name__)

PATIENCE: Final = (3.0, 8.0)
"""Seconds to be connected, and to be answered, once and once more."""
HURRY: Final = (2.0, 3.0)
"""The same where Stripe asks again by itself, and nobody waits for the answer but readers of other pages; once."""
_MOST = 100  # of a list, the most that Stripe gives at once
_MISSING = "resource_missing"
_NAME = re.compile(r"[\x21-\x7e]{1,80}")  # of an object, or of a kind of message


@dataclass(frozen=True, slots=True)
class Message:
    """A message of Stripe's. It only says that there is something to ask about; what it tells besides is not used."""

    id: str
    kind: str
    happened_at: datetime
    customer: str | None


def http_client(patience: tuple[float, float]) -> stripe.HTTPClient:
    """The way to Stripe."""
    return stripe.RequestsClient(timeout=patience, session=Punctual())


@cache
def _client(key: str, base: str, hurried: bool) -> stripe.StripeClient:
    return stripe.StripeClient(
        key,
        base_addresses={"api": base},
        http_client=http_client(HURRY if hurried else PATIENCE),
        max_network_retries=0 if hurried else 1,
        stripe_version=stripe.api_version,
    )


def client(*, hurried: bool = False) -> stripe.StripeClient:
    """With the key and the address of the settings, and the version that the library pins."""
    return _client(settings.STRIPE.key, settings.STRIPE.base, hurried)


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Whatever Stripe answers but what was asked for is one error to us. The log tells its kind.

    Its words may hold an address of somebody, or an end of the key, and stand in no trace either.

    The answer is read inside as well: one of another shape than that of our version is no better than none.

    Raises:
        StripeUnavailable
        StripeRefuses
        KeyRefused
    """
    try:
        yield
    except (stripe.AuthenticationError, stripe.PermissionError) as error:
        _log.error(
            "Stripe refuses the key, asked %s, status %s: STRIPE_SECRET_KEY must be a valid key that may do this", what, error.http_status
        )
        raise KeyRefused from None
    except stripe.StripeError as error:
        _log.error("Stripe refused %s: %s, status %s, code %s", what, type(error).__name__, error.http_status, error.code)
        raise (StripeRefuses if isinstance(error, stripe.InvalidRequestError) else StripeUnavailable) from None
    except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:
        _log.error("Stripe's answer %s cannot be read: %s", what, type(error).__name__)
        raise StripeRefuses from error


def fetch(customer: str, *, hurried: bool = False) -> Fetched | None:
    """The subscription that counts, of all that this customer has ever had; None if she never had one."""
    found = fetch_all(customer, hurried=hurried)
    paying = [each.id for each in found if each.is_live and each.cancel_at is None]
    if len(paying) > 1:
        _log.error("Customer %s has %s subscriptions that go on, and pays each: %s", customer, len(paying), ", ".join(paying))
    return choose(found)


def fetch_all(customer: str, *, hurried: bool = False) -> list[Fetched]:
    """All that this customer has ever had; none of one who was deleted at Stripe, because her subscriptions have ended with her."""
    with asking("to list subscriptions"):
        try:
            found = client(hurried=hurried).v1.subscriptions.list({"customer": customer, "status": "all", "limit": _MOST})
        except stripe.InvalidRequestError as error:
            if error.code != _MISSING or not _is_deleted(customer, hurried=hurried):
                raise
            return []
        return [fetched_of(each) for each in found.data]


def _is_deleted(customer: str, *, hurried: bool = False) -> bool:
    return bool(client(hurried=hurried).v1.customers.retrieve(customer).to_dict().get("deleted"))


def can_buy(customer: str) -> bool:
    """False for a customer who was deleted at Stripe, or never was in this account."""
    with asking("for a customer"):
        try:
            return not _is_deleted(customer)
        except stripe.InvalidRequestError as error:
            if error.code != _MISSING:
                raise
            return False


def fetched_of(one: stripe.Subscription) -> Fetched:
    item = one["items"].data[0]
    ends = one.cancel_at or (item.current_period_end if one.cancel_at_period_end else None)
    return Fetched(
        id=one.id,
        status=one.status,
        interval=item.price.recurring.interval if item.price.recurring else "",
        period_start=_moment(item.current_period_start),
        period_end=_moment(item.current_period_end),
        cancel_at=None if ends is None else _moment(ends),
        cents=_cents_of(item),
    )


def _cents_of(item: stripe.SubscriptionItem) -> int | None:
    """Of US dollars for a month or a year; None where it is paid otherwise, which no page of ours has words for."""
    price, every = item.price, item.price.recurring
    if every is None or every.interval not in BY_INTERVAL or every.interval_count != 1 or price.currency != "usd":
        return None
    return None if price.unit_amount is None else price.unit_amount * (item.quantity or 1)


def find_customer(*, club: str, email: str) -> str | None:
    """A customer whom this club has become before, and with this address; None if there is none.

    An older copy of our database does not know of one, and another one would pay for the same club a second time.
    """
    with asking("to list customers"):
        found = client().v1.customers.list({"email": email, "limit": _MOST}).data if email else []
        return next((each.id for each in found if each.metadata and "club" in each.metadata and each.metadata["club"] == club), None)


def create_customer(*, club: str, name: str, email: str, once: str) -> str:
    """The id of a customer. `club`: its stable id, by which the operator finds it again. With the same `once` it gets no second one."""
    sent = {"name": name, "email": email, "metadata": {"club": club}}
    with asking("to make a customer"):
        return (
            client()
            .v1.customers.create(
                {"name": name, "email": email, "metadata": {"club": club}}, {"idempotency_key": _key(f"customer {club}", once, sent)}
            )
            .id
        )


def find_price(price: Price) -> str | None:
    """Stripe's id of a price of ours; None if Stripe has none, or another one, under its lookup key."""
    with asking("to list prices"):
        found = client().v1.prices.list({"lookup_keys": [price.lookup_key], "active": True, "limit": 1}).data
        for one in found:
            interval = one.recurring.interval if one.recurring and one.recurring.interval_count == 1 else None
            if (one.unit_amount, one.currency, interval) == (price.cents, price.currency, price.interval):
                return one.id
    return None


def open_checkout(
    *, club: str, customer: str, price: str, once: str, trial_end: datetime | None, language: str, success_url: str, cancel_url: str
) -> str:
    """The address of a page where a subscription is paid for. Earlier ones of the customer that are still open end: only one can be paid.

    `once`: a text that is the same if the same button is pressed twice. `trial_end`: nothing is taken before that.
    """
    sent: CheckoutParams = {
        "mode": "subscription",
        "customer": customer,
        "line_items": [{"price": price, "quantity": 1}],
        "client_reference_id": club,
        "subscription_data": {"metadata": {"club": club}},
        "tax_id_collection": {"enabled": True},
        "customer_update": {"name": "auto", "address": "auto"},
        "locale": "ru" if language == "ru" else "auto",
        "success_url": success_url,
        "cancel_url": cancel_url,
    }
    if trial_end is not None:
        sent["subscription_data"]["trial_end"] = int(trial_end.timestamp())
    with asking("to open Checkout"):
        made, still_open = client().v1.checkout.sessions.create(sent, {"idempotency_key": _key("checkout", once, sent)}), _open_of(customer)
        if made.id not in still_open:  # the button's own, which another one has ended since
            made = client().v1.checkout.sessions.create(sent)
        for other in still_open:
            if other != made.id:
                client().v1.checkout.sessions.expire(other)
    if made.url is None:
        raise StripeUnavailable
    return made.url


def close_checkout(*, customer: str) -> None:
    """End whatever the customer could still pay by."""
    with asking("to end what is open of Checkout"):
        for each in _open_of(customer):
            client().v1.checkout.sessions.expire(each)


def _open_of(customer: str) -> list[str]:
    found = client().v1.checkout.sessions.list({"customer": customer, "status": "open", "limit": _MOST})
    return [each.id for each in found.data]


def open_portal(*, customer: str, configuration: str | None, return_url: str) -> str:
    """The address of the pages where card, interval and invoices are."""
    sent: PortalParams = {"customer": customer, "return_url": return_url}
    if configuration is not None:
        sent["configuration"] = configuration
    with asking("to open the portal"):
        return client().v1.billing_portal.sessions.create(sent).url


def find_configuration() -> str | None:
    """The portal's settings that `prepare_stripe` has made; None: those of the account hold."""
    with asking("to list portal configurations"):
        found = client().v1.billing_portal.configurations.list({"active": True, "limit": _MOST}).data
        return next((each.id for each in found if each.metadata and "rookery" in each.metadata), None)


def set_cancelling(*, subscription: str, cancel: bool) -> None:
    """Whether the subscription ends with its period. Not ending it takes back another day as well that somebody has set at Stripe."""
    with asking("to change a subscription"):
        made = client().v1.subscriptions.update(subscription, {"cancel_at_period_end": cancel})
        if made.cancel_at is not None and not cancel:
            client().v1.subscriptions.update(subscription, {"cancel_at": ""})


def end(*, subscription: str) -> None:
    """End it now. What was paid is not given back."""
    with asking("to end a subscription"):
        client().v1.subscriptions.cancel(subscription)


def list_undelivered(since: datetime, kinds: list[str]) -> list[Message]:
    """Messages since a moment that Stripe could not deliver, the oldest first."""
    with asking("to list events"):
        found = client().v1.events.list(
            {"delivery_success": False, "types": kinds, "created": {"gte": int(since.timestamp())}, "limit": _MOST}
        )
        return [_message(each.to_dict()) for each in found.auto_paging_iter()][::-1]


def read_message(payload: bytes, signature: str) -> Message | None:
    """The message, if one of the secrets has signed it a short time ago; None otherwise, and for a text that is no message."""
    if not any(_has_signed(secret, payload, signature) for secret in settings.STRIPE.webhook_secrets):
        return None
    try:
        return _message(json.loads(payload))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def _has_signed(secret: str, payload: bytes, signature: str) -> bool:
    try:
        stripe.WebhookSignature.verify_header(payload, signature, secret, stripe.Webhook.DEFAULT_TOLERANCE)
    except (stripe.SignatureVerificationError, ValueError, TypeError):
        return False
    return True


def _message(event: Mapping[str, Any]) -> Message:
    about, id, kind = event["data"]["object"], event["id"], event["type"]
    if not _NAME.fullmatch(id) or not _NAME.fullmatch(kind):
        raise ValueError("no name of Stripe's")
    customer = about.get("id") if about.get("object") == "customer" else about.get("customer")
    known = isinstance(customer, str) and _NAME.fullmatch(customer)
    return Message(id, kind, _moment(event["created"]), customer if known else None)


def _key(what: str, once: str, sent: Mapping[str, Any]) -> str:
    """An idempotency key. Other parameters are another request, not a conflict. `once` may be whatever a form has sent."""
    digest = hashlib.sha256(json.dumps([once, sent], sort_keys=True).encode()).hexdigest()[:32]
    return f"{what} {digest}"


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
