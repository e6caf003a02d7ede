"""`manage.py issue_token`: a key with which a program may use the API of one club."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from clubs.domain.errors import ClubError
from clubs.domain.tokens import LIFETIMES, SCOPES
from clubs.management.choosing import chosen_club
from clubs.services import issue_token


class Command(BaseCommand):
    help = "Issue a token for the API of one club. It is printed once, alone on standard output, and kept nowhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG", help="address name or id of the club")
        parser.add_argument("--label", required=True, help="which program it is for")
        parser.add_argument("--scope", action="append", choices=SCOPES, required=True, help="what it may do; may be given twice")
        parser.add_argument(
            "--days",
            type=int,
            choices=LIFETIMES,
            default=LIFETIMES[0],
            help="how long it holds, a year if not told; 0: until it is revoked",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = chosen_club(options["club"])
        expires_at = timezone.now() + timedelta(days=options["days"]) if options["days"] else None
        asked = {"label": options["label"][:60], "scopes": sorted(set(options["scope"])), "expires_at": expires_at}
        try:
            _, secret = issue_token(club=club, by=None, **asked)
        except ClubError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(secret)
        self.stderr.write("Copy the token now: it cannot be shown again.")
