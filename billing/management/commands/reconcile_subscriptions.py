"""`reconcile_subscriptions`: ask Stripe about everybody, as it is done every night."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from billing.services import reconcile


class Command(BaseCommand):
    help = "Ask Stripe about every club's subscription and about messages that never came. Exit status 0 if all could be asked about."

    def handle(self, *args: Any, **options: Any) -> None:
        found = reconcile()
        self.stdout.write(f"{found.clubs} clubs, {found.different} of them different; {found.messages} messages caught up.")
        if found.failed:
            raise CommandError(f"{found.failed} clubs could not be asked about: see the log.")
