"""A live key goes to Stripe alone, and nothing is sold whose payment nobody would hear of."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.payments import StripeSettings, stripe_settings

LOCAL = "http://127.0.0.1:9999"
HEARS = {"STRIPE_WEBHOOK_SECRET": "whsec_new"}


def test_without_a_key_nothing_is_sold() -> None:
    assert stripe_settings({}) == StripeSettings("", "https://api.stripe.com", ())


@pytest.mark.parametrize("key", ["sk_live_1", "rk_live_1", "sk_test_1", "rk_test_1"])
def test_stripe_itself_takes_every_key(key: str) -> None:
    found = stripe_settings({"STRIPE_SECRET_KEY": key, "STRIPE_WEBHOOK_SECRET_OLD": "whsec_old", **HEARS})
    assert found == StripeSettings(key, "https://api.stripe.com", ("whsec_new", "whsec_old"))


def test_the_local_one_takes_a_test_key() -> None:
    found = stripe_settings({"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_API_BASE": LOCAL, **HEARS})
    assert found == StripeSettings("sk_test_1", LOCAL, ("whsec_new",))


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_API_BASE": LOCAL, **HEARS}, "live key"),
        ({"STRIPE_SECRET_KEY": "rk_live_1", "STRIPE_API_BASE": "https://api.stripe.com.example", **HEARS}, "live key"),
        ({"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_API_BASE": "https://stripe.example", **HEARS}, "must be https://api.stripe.com"),
        ({"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_API_BASE": "ftp://127.0.0.1:21", **HEARS}, "must be https://api.stripe.com"),
        (
            {"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_API_BASE": "http://127.0.0.1:1@stripe.example", **HEARS},
            "must be https://api.stripe.com",
        ),
        (
            {"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_API_BASE": LOCAL, "SITE_URL": "https://chess.example", **HEARS},
            "SITE_URL is no address",
        ),
        ({"STRIPE_SECRET_KEY": "pk_live_1", **HEARS}, "must begin with"),
        ({"STRIPE_SECRET_KEY": "sk_live_1"}, "nothing that is paid would be heard of"),
    ],
)
def test_what_does_not_go_together_stops_the_start(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint) as refused:
        stripe_settings(environment)
    assert "live_1" not in str(refused.value)


def test_no_secret_is_shown() -> None:
    assert repr(stripe_settings({"STRIPE_SECRET_KEY": "sk_live_1", **HEARS})) == "StripeSettings(base='https://api.stripe.com')"
