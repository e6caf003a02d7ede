"""Taking everything of a club along, as large as it may be."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from archives.services.exporting import export_club
from clubs.management.choosing import chosen_club


class Command(BaseCommand):
    help = "Write the file of a club that “Take everything along” gives at its desk. It holds full names: nobody else may read it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the ZIP that is made; it must not exist yet")
        parser.add_argument("--club", required=True, metavar="SLUG", help="address name or id of the club")

    def handle(self, *_: Any, file: Path, club: str, **__: Any) -> None:
        chosen = chosen_club(club)
        try:
            written = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as error:
            raise CommandError(f"{file} exists already. Give another name.") from error
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        try:
            with open(written, "wb") as archive:
                archive.write(export_club(club=chosen, by=None))
        except BaseException:
            file.unlink()
            raise
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")
