"""`manage.py make_operator`: who may open the operators' site, and who may not any more."""

from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from clubs.domain.mail_addresses import as_mailed


class Command(BaseCommand):
    help = "Let an account open the operators' site (OPERATOR_SITE=yes). It has to sign in with a passkey or an authenticator app."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="a confirmed mail address of the account")
        parser.add_argument("--end", action="store_true", help="not any more")

    def handle(self, *args: Any, **options: Any) -> None:
        with suppress(ValueError):
            options["address"] = as_mailed(options["address"])
        known = EmailAddress.objects.filter(email=options["address"], verified=True).first()
        if known is None:
            raise CommandError(f"Nobody has an account with the confirmed address {options['address']}.", returncode=2)
        User.objects.filter(pk=known.user_id).update(is_staff=not options["end"])
        self.stdout.write("No operator any more." if options["end"] else "An operator from the next request on.")
