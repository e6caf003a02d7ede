"""The pages of the local Stripe: Checkout, the portal, and a clock to put on. Plain on purpose: nobody shall take them for real."""

from collections.abc import Callable
from datetime import UTC, datetime
from html import escape
from urllib.parse import parse_qs

from tests.stripe.ledger import Ledger, Object
from tests.stripe.params import Refused
from tests.stripe.subscriptions import (
    DECLINED,
    PAYS,
    PAYS_ONCE,
    cancel_at_period_end,
    change_card,
    change_email,
    change_price,
    charge,
    let_time_pass,
    new_card,
    resume,
    subscribe,
)

Answer = tuple[int, str, list[tuple[str, str]]]
_CARDS = {PAYS: "4242 4242 4242 4242, which pays", PAYS_ONCE: "4000 0000 0000 0341, which pays once and fails afterwards"}
_BAD_CARD = {DECLINED: "4000 0000 0000 0002, which is declined"}
_DAY = 86_400


def answer_page(ledger: Ledger, method: str, path: str, query: str, body: str) -> Answer:
    """A page, or the way on after a button. `body`: what a form sent."""
    sent = {name: values[-1] for name, values in parse_qs(body).items()}
    head, _, rest = path.strip("/").partition("/")
    pages: dict[str, Callable[[Ledger, str, str, dict[str, str]], Answer]] = {"checkout": _checkout, "portal": _portal, "": _clock}
    try:
        return pages[head](ledger, method, rest, sent)
    except (KeyError, ValueError, Refused):
        return 404, _page("There is nothing here", "<p>This page is over, or never was.</p>"), []


def _checkout(ledger: Ledger, method: str, id: str, sent: dict[str, str], told: str = "") -> Answer:
    session = ledger.get("checkout.session", id)
    if session["status"] != "open":
        return 410, _page("This session is over", f"<p>It is {session['status']}. Go back to the site and start again.</p>"), []
    if method == "POST" and sent.get("do") == "pay":
        return _pay(ledger, session, sent["card"])
    if method == "POST" and sent.get("do") == "abandon":
        return _lead(session["cancel_url"] or session["success_url"])
    price = ledger.get("price", ledger.objects[f"asked by {id}"]["price"])
    what = f"<p>{_price(price)}</p>{told}"
    choice = _cards(_CARDS | _BAD_CARD)
    return 200, _page("Pretend Checkout", what + _form(choice, "pay", "Pay") + _form("", "abandon", "Go back without paying")), []


def _pay(ledger: Ledger, session: Object, last4: str) -> Answer:
    if last4 not in _CARDS:
        return _checkout(ledger, "GET", session["id"], {}, "<p><strong>The card was declined. Nothing was paid.</strong></p>")
    asked = ledger.objects[f"asked by {session['id']}"]
    more, price = asked["subscription_data"], ledger.get("price", asked["price"])
    card = new_card(ledger, session["customer"], last4)
    session["status"] = "complete"
    subscription = subscribe(
        ledger,
        customer=session["customer"],
        price=price,
        card=card,
        metadata=more.get("metadata", {}),
        trial_end=more.get("trial_end"),
    )
    paid = "no_payment_required" if more.get("trial_end") else "paid"
    session |= {"payment_status": paid, "subscription": subscription["id"], "invoice": subscription["latest_invoice"], "url": None}
    ledger.tell("checkout.session.completed", session)
    return _lead(session["success_url"].replace("{CHECKOUT_SESSION_ID}", session["id"]))


def _portal(ledger: Ledger, method: str, rest: str, sent: dict[str, str]) -> Answer:
    session = ledger.get("billing_portal.session", rest.partition("/")[0])
    if not session["url"].endswith(rest):
        raise Refused("another one's", status=404)
    customer = session["customer"]
    if method == "POST":
        _do(ledger, customer, sent)
        return _lead(f"/portal/{rest}")
    back = f'<p><a href="{escape(session["return_url"] or "/")}">Back to the site</a></p>'
    parts = [_subscription(ledger, each) for each in ledger.all("subscription", customer=customer)]
    invoices = [_invoice(each) for each in ledger.all("invoice", customer=customer)]
    address = escape(ledger.get("customer", customer).get("email") or "")
    receipts = _form(f'<label>Receipts go to <input name="email" type="email" value="{address}"></label> ', "email", "Change the address")
    return 200, _page("Pretend portal", back + "".join(parts) + receipts + "<h2>Invoices</h2><ul>" + "".join(invoices) + "</ul>"), []


def _do(ledger: Ledger, customer: str, sent: dict[str, str]) -> None:
    """What a button of the portal asks for."""
    if sent["do"] == "pay":
        invoice = ledger.get("invoice", sent["invoice"])
        if invoice["customer"] != customer or invoice["status"] != "open":
            raise Refused("another one's, or paid", status=404)
        charge(ledger, ledger.get("subscription", invoice["parent"]["subscription_details"]["subscription"]), invoice)
        return
    if sent["do"] == "email":
        change_email(ledger, ledger.get("customer", customer), sent["email"])
        return
    subscription = ledger.get("subscription", sent["subscription"])
    if subscription["customer"] != customer:
        raise Refused("another one's", status=404)
    if sent["do"] == "card":
        if sent["card"] not in _CARDS:
            raise Refused("no card", status=404)
        change_card(ledger, subscription, new_card(ledger, customer, sent["card"]))
    elif sent["do"] == "interval":
        change_price(ledger, subscription, ledger.get("price", sent["price"]))
    else:
        {"cancel": cancel_at_period_end, "resume": resume}[sent["do"]](ledger, subscription)


def _subscription(ledger: Ledger, one: Object) -> str:
    item = one["items"]["data"][0]
    price, known = item["price"], f'<input type="hidden" name="subscription" value="{one["id"]}">'
    said = f"{_price(price)}, {one['status']}, until {_day(item['current_period_end'])}"
    if one["status"] in ("canceled", "incomplete_expired"):
        return f"<h2>A subscription that has ended</h2><p>{said}</p>"
    forms = (
        _form(known, "resume", "Go on after all")
        if one["cancel_at_period_end"]
        else _form(known, "cancel", "Cancel at the end of the period")
    )
    for other in ledger.all("price", product=price["product"], active=True):
        if other["id"] != price["id"]:
            choice = f'{known}<input type="hidden" name="price" value="{other["id"]}">'
            forms += _form(choice, "interval", f"Pay {_price(other)} instead")
    ends = " It ends then." if one["cancel_at_period_end"] else ""
    return f"<h2>Your subscription</h2><p>{said}.{ends}</p>{forms}" + _form(known + _cards(_CARDS), "card", "Take another card")


def _invoice(one: Object) -> str:
    pay = _form(f'<input type="hidden" name="invoice" value="{one["id"]}">', "pay", "Pay it now") if one["status"] == "open" else ""
    return f"<li>{escape(one['number'] or one['id'])}: {_amount(one['amount_due'], one)}, {one['status']}, {_day(one['created'])}{pay}</li>"


def _clock(ledger: Ledger, method: str, rest: str, sent: dict[str, str]) -> Answer:
    """The front: put the clock on by some days."""
    if rest:
        raise Refused("not there", status=404)
    if method == "POST":
        let_time_pass(ledger, ledger.now + min(int(sent["days"]), 800) * _DAY)
        return _lead("/")
    days = '<label>Days <input name="days" type="number" min="1" max="800" value="31"></label> '
    said = (
        f"<p>Its clock says {_day(ledger.now)}.</p>"
        "<p>Put on, it renews subscriptions and tries cards again. The site's own clock stays: a trial does not end by this one.</p>"
    )
    return 200, _page("Pretend Stripe", said + _form(days, "clock", "Put the clock on")), []


def _cards(cards: dict[str, str]) -> str:
    options = "".join(f'<option value="{last4}">{escape(said)}</option>' for last4, said in cards.items())
    return f'<label>Pretend card <select name="card">{options}</select></label> '


def _form(inner: str, do: str, label: str) -> str:
    return f'<form method="post">{inner}<button name="do" value="{do}">{escape(label)}</button></form>'


def _amount(cents: int, of: Object) -> str:
    return f"{cents // 100}.{cents % 100:02d} {of['currency'].upper()}"


def _price(one: Object) -> str:
    return f"{_amount(one['unit_amount'], one)} a {one['recurring']['interval']}"


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%d %B %Y")


def _lead(to: str) -> Answer:
    return 303, "", [("Location", to)]


def _page(title: str, inner: str) -> str:
    note = "<p><strong>This is a pretend Stripe on this machine. No card is real and no money moves.</strong></p>"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title></head><body><h1>{title}</h1>{note}{inner}</body></html>"
    )
