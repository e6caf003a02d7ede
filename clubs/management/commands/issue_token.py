"""`manage.py issue_token`: a key with which a program may use the API of one club."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from clubs.domain.tokens import SCOPES
from clubs.management.choosing import chosen_club
from clubs.services import issue_token


class Command(BaseCommand):
    help = "Issue a token for the API of one club. It is printed once, alone on standard output, and kept nowhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG", help="address name or id of the club")
        parser.add_argument("--label", required=True, help="which program it is for")
        parser.add_argument("--scope", action="append", choices=SCOPES, required=True, help="what it may do; may be given twice")

    def handle(self, *args: Any, **options: Any) -> None:
        club = chosen_club(options["club"])
        _, secret = issue_token(club=club, label=options["label"][:60], scopes=sorted(set(options["scope"])), by=None)
        self.stdout.write(secret)
        self.stderr.write("Copy the token now: it cannot be shown again.")
