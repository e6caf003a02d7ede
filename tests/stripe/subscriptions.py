"""What becomes of a subscription: paid, renewed, failed, tried again, given up, cancelled, changed. Events come in Stripe's order."""

from datetime import UTC, datetime
from typing import Any

from tests.stripe.ledger import Ledger, Object

PAYS, PAYS_ONCE, DECLINED = "4242", "0341", "0002"
"""Ends of the numbers of pretend cards: one that pays, one that pays the first time alone, one that never pays."""
RETRY_AFTER_DAYS = (3, 5, 7)
_DAY = 86_400


def subscribe(
    ledger: Ledger,
    *,
    customer: str,
    price: Object,
    card: Object,
    metadata: dict[str, str],
    trial_end: int | None = None,
    id: str | None = None,
) -> Object:
    """A new subscription whose first invoice the card pays. With a trial that one is of nothing; one to be paid comes at its end."""
    end = trial_end or _after(ledger.now, price)
    made: Object = {
        "object": "subscription",
        "customer": customer,
        "status": "trialing" if trial_end else "incomplete",
        "currency": price["currency"],
        "start_date": ledger.now,
        "billing_cycle_anchor": end if trial_end else ledger.now,
        "billing_mode": {"type": "flexible", "flexible": None},
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "ended_at": None,
        "trial_start": ledger.now if trial_end else None,
        "trial_end": trial_end,
        "collection_method": "charge_automatically",
        "default_payment_method": card["id"],
        "latest_invoice": None,
        "metadata": metadata,
    }
    subscription = ledger.add("sub", made | ({"id": id} if id else {}))
    item = _item(ledger, subscription, price, ledger.now, end)
    subscription["items"] = {
        "object": "list",
        "data": [item],
        "has_more": False,
        "url": f"/v1/subscription_items?subscription={subscription['id']}",
    }
    ledger.tell("customer.subscription.created", subscription)
    amount = 0 if trial_end else price["unit_amount"]
    invoice = bill(ledger, subscription, amount, "subscription_create")
    charge(ledger, subscription, invoice, first=True)
    return subscription


def bill(ledger: Ledger, subscription: Object, amount: int, reason: str) -> Object:
    """An invoice of the subscription, made and finalized."""
    number = len(ledger.all("invoice")) + 1
    invoice = ledger.add(
        "in",
        {
            "object": "invoice",
            "customer": subscription["customer"],
            "parent": {
                "type": "subscription_details",
                "quote_details": None,
                "subscription_details": {"subscription": subscription["id"], "metadata": subscription["metadata"]},
            },
            "status": "draft",
            "number": None,
            "currency": subscription["currency"],
            "amount_due": amount,
            "amount_paid": 0,
            "amount_remaining": amount,
            "total": amount,
            "attempt_count": 0,
            "attempted": False,
            "next_payment_attempt": None,
            "billing_reason": reason,
            "collection_method": "charge_automatically",
        },
    )
    subscription["latest_invoice"] = invoice["id"]
    ledger.tell("invoice.created", invoice)
    invoice |= {"status": "open", "number": f"ROOK-{number:04d}"}
    ledger.tell("invoice.finalized", invoice)
    return invoice


def charge(ledger: Ledger, subscription: Object, invoice: Object, *, first: bool = False) -> bool:
    """Try to have an open invoice paid by the subscription's card; True if it is."""
    card = ledger.objects[subscription["default_payment_method"]]["card"]
    invoice |= {"attempted": True, "attempt_count": invoice["attempt_count"] + (invoice["amount_due"] > 0)}
    if invoice["amount_due"] and card["last4"] != PAYS and not (first and card["last4"] == PAYS_ONCE):
        _fail(ledger, subscription, invoice)
        return False
    invoice |= {"status": "paid", "amount_paid": invoice["amount_due"], "amount_remaining": 0, "next_payment_attempt": None}
    ledger.tell("invoice.paid", invoice)
    ledger.tell("invoice.payment_succeeded", invoice)
    if not ledger.all("invoice", status="open", customer=invoice["customer"]):
        change(ledger, subscription, status="trialing" if _is_trying(ledger, subscription) else "active")
    return True


def renew(ledger: Ledger, subscription: Object) -> None:
    """The next period begins, and is to be paid."""
    item = subscription["items"]["data"][0]
    start = item["current_period_end"]
    item |= {"current_period_start": start, "current_period_end": _after(start, item["price"])}
    subscription |= {"status": "active"} if subscription["status"] == "trialing" else {}
    ledger.tell("customer.subscription.updated", subscription, items={"data": []})
    charge(ledger, subscription, bill(ledger, subscription, item["price"]["unit_amount"], "subscription_cycle"))


def change(ledger: Ledger, subscription: Object, **values: Any) -> None:
    """Set what differs, and tell of it once."""
    before = {name: subscription[name] for name, value in values.items() if subscription[name] != value}
    if before:
        subscription |= values
        ledger.tell("customer.subscription.updated", subscription, **before)


def cancel_at_period_end(ledger: Ledger, subscription: Object) -> None:
    end = subscription["items"]["data"][0]["current_period_end"]
    change(ledger, subscription, cancel_at_period_end=True, cancel_at=end, canceled_at=ledger.now)


def resume(ledger: Ledger, subscription: Object) -> None:
    """Take back a cancellation that has not come yet."""
    change(ledger, subscription, cancel_at_period_end=False, cancel_at=None, canceled_at=None)


def keep(ledger: Ledger, subscription: Object) -> None:
    """It does not end with its period; another day that was set stays."""
    if subscription["cancel_at_period_end"]:
        resume(ledger, subscription)


def cancel_now(ledger: Ledger, subscription: Object) -> None:
    """The end: a cancelled subscription never comes back."""
    subscription |= {"status": "canceled", "ended_at": ledger.now, "canceled_at": subscription["canceled_at"] or ledger.now}
    for invoice in _open_invoices(ledger, subscription):
        invoice |= {"next_payment_attempt": None}
    ledger.tell("customer.subscription.deleted", subscription)


def delete_customer(ledger: Ledger, id: str) -> None:
    """Her subscriptions end. She can be asked for afterwards, and is nobody any more."""
    for one in ledger.all("subscription", customer=id):
        if one["status"] not in ("canceled", "incomplete_expired"):
            cancel_now(ledger, one)
    ledger.tell("customer.deleted", ledger.get("customer", id))
    ledger.objects[id] = {"id": id, "object": "customer", "deleted": True}


def change_price(ledger: Ledger, subscription: Object, price: Object) -> None:
    """Another interval, from now on; what is left of the period that was paid is set against the new price. A trial goes on as it was."""
    item = subscription["items"]["data"][0]
    if _is_trying(ledger, subscription):
        item |= {"price": price}
        ledger.tell("customer.subscription.updated", subscription, items={"data": []})
        return
    start, end = item["current_period_start"], item["current_period_end"]
    left = item["price"]["unit_amount"] * max(0, end - ledger.now) // (end - start)
    item |= {"price": price, "current_period_start": ledger.now, "current_period_end": _after(ledger.now, price)}
    subscription |= {"billing_cycle_anchor": ledger.now}
    ledger.tell("customer.subscription.updated", subscription, items={"data": []})
    charge(ledger, subscription, bill(ledger, subscription, max(0, price["unit_amount"] - left), "subscription_update"))


def change_card(ledger: Ledger, subscription: Object, card: Object) -> None:
    """Another card, which is asked at once for what is open."""
    change(ledger, subscription, default_payment_method=card["id"])
    for invoice in _open_invoices(ledger, subscription):
        charge(ledger, subscription, invoice)


def change_email(ledger: Ledger, customer: Object, email: str) -> None:
    """Where receipts go from now on."""
    before, customer["email"] = customer["email"], email
    ledger.tell("customer.updated", customer, email=before)


def expire_session(ledger: Ledger, session: Object) -> None:
    """Nothing can be paid by a Checkout session any more: it was ended, or a day has passed."""
    session |= {"status": "expired", "url": None}
    ledger.tell("checkout.session.expired", session)


def let_time_pass(ledger: Ledger, to: int) -> None:
    """Put the clock on, and do at its time whatever falls due until then."""
    while (due := _next_due(ledger, to)) is not None:
        ledger.put_clock_on(due[0])
        _do_what_is_due(ledger, *due[2:])
    ledger.put_clock_on(to)


def new_card(ledger: Ledger, customer: str, last4: str) -> Object:
    card = {"brand": "visa", "last4": last4, "exp_month": 12, "exp_year": 2040}
    return ledger.add("pm", {"object": "payment_method", "type": "card", "customer": customer, "card": card})


def _fail(ledger: Ledger, subscription: Object, invoice: Object) -> None:
    tries = invoice["attempt_count"]
    again = tries <= len(RETRY_AFTER_DAYS) and subscription["status"] != "incomplete"
    invoice["next_payment_attempt"] = ledger.now + RETRY_AFTER_DAYS[tries - 1] * _DAY if again else None
    ledger.tell("invoice.payment_failed", invoice)
    if subscription["status"] != "incomplete":
        change(ledger, subscription, status="past_due" if again else "unpaid")


def _open_invoices(ledger: Ledger, subscription: Object) -> list[Object]:
    found = ledger.all("invoice", status="open", customer=subscription["customer"])
    return [each for each in found[::-1] if each["parent"]["subscription_details"]["subscription"] == subscription["id"]]


def _next_due(ledger: Ledger, to: int) -> tuple[int, str, str, Object, Object | None] | None:
    """When, which object, and what is to be done: the earliest of all that is due."""
    due: list[tuple[int, str, str, Object, Object | None]] = [
        (one["expires_at"], one["id"], "expire", one, None) for one in ledger.all("checkout.session", status="open")
    ]
    for one in ledger.all("subscription"):
        if one["status"] in ("active", "trialing", "past_due"):
            end = one["items"]["data"][0]["current_period_end"]
            due.append((end, one["id"], "cancel" if one["cancel_at_period_end"] else "renew", one, None))
        if one["status"] not in ("canceled", "incomplete_expired"):
            invoices = _open_invoices(ledger, one)
            due += [(at, each["id"], "retry", one, each) for each in invoices if (at := each["next_payment_attempt"])]
    return min((each for each in due if each[0] <= to), key=lambda each: each[:2], default=None)


def _do_what_is_due(ledger: Ledger, what: str, subscription: Object, invoice: Object | None) -> None:
    if what == "expire":
        expire_session(ledger, subscription)
    elif what == "cancel":
        cancel_now(ledger, subscription)
    elif invoice is None:
        renew(ledger, subscription)
    else:
        charge(ledger, subscription, invoice)


def _is_trying(ledger: Ledger, subscription: Object) -> bool:
    return bool(subscription["trial_end"]) and subscription["trial_end"] > ledger.now


def _item(ledger: Ledger, subscription: Object, price: Object, start: int, end: int) -> Object:
    item = {"object": "subscription_item", "subscription": subscription["id"], "price": price, "quantity": 1}
    made = ledger.add("si", item | {"current_period_start": start, "current_period_end": end})
    del made["livemode"]  # items have none
    return made


def _after(start: int, price: Object) -> int:
    """A month or a year later by the calendar; on the last day of a month that is shorter."""
    day = datetime.fromtimestamp(start, UTC)
    months = day.month + (12 if price["recurring"]["interval"] == "year" else 1)
    year, month = day.year + (months - 1) // 12, (months - 1) % 12 + 1
    for last in (day.day, 30, 29, 28):
        try:
            return int(day.replace(year=year, month=month, day=last).timestamp())
        except ValueError:
            continue
    raise AssertionError("no month is shorter than 28 days")
