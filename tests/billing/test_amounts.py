"""What a club reads that it pays is what it pays: the price for which it subscribed, whatever is asked of others by now."""

from copy import deepcopy
from typing import Any

import pytest
from django.urls import reverse

from billing.domain.news import News
from billing.models import Subscription
from billing.services import refresh_subscription
from billing.services.mail import write_mail
from tests.billing.scenes import found, pay
from tests.signing_in import signed_in
from tests.stripe.ledger import Ledger

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("price", "quantity", "told", "mailed"),
    [
        ({"unit_amount": 1999}, 1, "pays 19.99 USD a year", "It costs 19.99 USD a year. "),
        ({"unit_amount": 1999}, 2, "pays 39.98 USD a year", "It costs 39.98 USD a year. "),
        ({"unit_amount": 2000}, 1, "pays 20.00 USD a year", "It costs 20.00 USD a year. "),
        ({"currency": "eur"}, 1, "The club is subscribed.", ""),
        ({"unit_amount": None, "unit_amount_decimal": "0.5"}, 1, "The club is subscribed.", ""),
        ({"recurring": {"interval": "year", "interval_count": 2}}, 1, "The club is subscribed.", ""),
        ({"recurring": {"interval": "week", "interval_count": 1}}, 1, "The club is subscribed.", ""),
        ({"recurring": None}, 1, "The club is subscribed.", ""),
    ],
)
def test_it_is_told_what_stripe_takes(ledger: Ledger, price: dict[str, Any], quantity: int, told: str, mailed: str) -> None:
    club, owner = found()
    item = pay(ledger, club, owner)["items"]["data"][0]
    item |= {"price": deepcopy(item["price"]) | price, "quantity": quantity}
    refresh_subscription(club=club)
    html = signed_in(owner).get(reverse("billing:subscription", args=[club.public_id])).content.decode()
    page = " ".join(html.replace('<bdi dir="ltr">', "").replace("</bdi>", "").split())
    assert (told in page, "24.99" in page.partition("<main")[2], " 0 USD" in page) == (True, False, False)
    _subject, text = write_mail(club=club, news=News.SUBSCRIBED, known=Subscription.objects.get(club=club))
    assert text.split("\n\n")[1].partition("The next payment")[0] == mailed
