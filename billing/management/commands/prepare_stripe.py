"""`prepare_stripe`: make in the Stripe account what subscriptions need. Doing it again changes nothing."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from billing.domain.errors import StripeUnavailable
from billing.domain.prices import PRICES
from billing.interchange.setting_up import make_missing
from billing.services.reconciling import KINDS


class Command(BaseCommand):
    help = "Make product, prices and the settings of the portal in the Stripe account of STRIPE_SECRET_KEY, unless they are there."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.SELLS_SUBSCRIPTIONS:
            raise CommandError("STRIPE_SECRET_KEY is not set.")
        try:
            for line in make_missing(PRICES):
                self.stdout.write(line)
        except StripeUnavailable:
            raise CommandError(
                "Not all of it could be made: the log says what Stripe answered. Mend that and run the command again."
            ) from None
        self.stdout.write(f"Webhooks go to {settings.SITE_URL}/stripe/webhook/ and need: {', '.join(KINDS)}.")
