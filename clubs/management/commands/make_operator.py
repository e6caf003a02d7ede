"""`manage.py make_operator`: who may open the operators' site, and who may not any more."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand

from clubs.management.choosing import chosen_account


class Command(BaseCommand):
    help = "Let an account open the operators' site (OPERATOR_SITE=yes). It has to sign in with a passkey or an authenticator app."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="a confirmed mail address of the account")
        parser.add_argument("--end", action="store_true", help="not any more")

    def handle(self, *args: Any, **options: Any) -> None:
        User.objects.filter(pk=chosen_account(options["address"]).pk).update(is_staff=not options["end"])
        self.stdout.write("No operator any more." if options["end"] else "An operator from the next request on.")
