"""How subscriptions are paid: Stripe's key and address, and what must never go together."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config import env

STRIPE_ITSELF = "https://api.stripe.com"
_LIVE_KEYS, _TEST_KEYS = ("sk_live_", "rk_live_"), ("sk_test_", "rk_test_")
_PRETENDED = re.compile(r"http://127\.0\.0\.1:[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class StripeSettings:
    """How Stripe is spoken to; without a key not at all. Each of the webhook secrets holds. No error shows a secret."""

    key: str = field(repr=False)
    base: str
    webhook_secrets: tuple[str, ...] = field(repr=False)


def stripe_settings(*environment: Mapping[str, str]) -> StripeSettings:
    """What sells subscriptions; read from another environment than the process's if one is given.

    Raises:
        ImproperlyConfigured: a key that is none, no secret for webhooks, or an address that a live key must not go to.
    """
    key, base = env.find("STRIPE_SECRET_KEY", *environment) or "", env.text("STRIPE_API_BASE", *environment).rstrip("/")
    secret, old = env.find("STRIPE_WEBHOOK_SECRET", *environment), env.find("STRIPE_WEBHOOK_SECRET_OLD", *environment)
    if key and not key.startswith(_LIVE_KEYS + _TEST_KEYS):
        raise ImproperlyConfigured("STRIPE_SECRET_KEY must begin with sk_live_, rk_live_, sk_test_ or rk_test_.")
    if base != STRIPE_ITSELF and key.startswith(_LIVE_KEYS):
        raise ImproperlyConfigured(f"STRIPE_API_BASE is {base}, and STRIPE_SECRET_KEY is a live key: that goes to {STRIPE_ITSELF} alone.")
    if base != STRIPE_ITSELF and not _PRETENDED.fullmatch(base):
        raise ImproperlyConfigured(f"STRIPE_API_BASE is {base}; it must be {STRIPE_ITSELF}, or for tests http://127.0.0.1 with a port.")
    if base != STRIPE_ITSELF and not is_local(*environment):
        raise ImproperlyConfigured(
            f"STRIPE_API_BASE is {base}, and SITE_URL is no address of this machine: nobody else may pay by a pretence."
        )
    if key and secret is None:
        raise ImproperlyConfigured("STRIPE_SECRET_KEY is set and STRIPE_WEBHOOK_SECRET is not: nothing that is paid would be heard of.")
    return StripeSettings(key, base, tuple(filter(None, (secret, old))))


def is_local(*environment: Mapping[str, str]) -> bool:
    """True if people who are asked to pay could only be those who sit at this machine."""
    host = urlsplit(env.find("SITE_URL", *environment) or "http://127.0.0.1").hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
