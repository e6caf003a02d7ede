"""Bringing a club from another installation, as large as it may be."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from archives.domain.errors import ArchiveRefused
from archives.interchange.reading import Limits
from archives.services.importing import import_club
from clubs.management.choosing import chosen_account
from ratings.services import replay_ladder

LIMITS = Limits(file=500, unpacked=2_000)


class Command(BaseCommand):
    help = "Make a club from the file that “Take everything along” gave on another installation. Its pages are for arbiters only at first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the ZIP, or the club.json in it")
        parser.add_argument("--owner", required=True, metavar="MAIL", help="confirmed address of the account that will own the club")

    def handle(self, *_: Any, file: Path, owner: str, **__: Any) -> None:
        account = chosen_account(owner)
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        try:
            club = import_club(content=content, by=account, limits=LIMITS)
        except ArchiveRefused as refused:
            raise CommandError(
                "\n".join(f"{fault.pointer or '/'}: {fault.message % fault.params}" for fault in refused.faults)
            ) from refused
        replay_ladder(club=club)
        self.stdout.write(f"The club is here: /desk/{club.public_id}/")
