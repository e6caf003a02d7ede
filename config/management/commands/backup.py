"""`manage.py backup FILE`: a copy of the whole database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from config.backup import BackupError, dump_database
from config.backup.forgotten import complete_ledger_or_say
from config.processes import ended_politely


class Command(BaseCommand):
    help = "Write everything in the database into FILE, which must not exist yet. While it runs the site goes on."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if "owner" not in connections:
            raise CommandError("A copy is made by the owner of the tables: set DATABASE_OWNER_URL.")
        if said := complete_ledger_or_say():
            self.stdout.write(said)
        try:
            with ended_politely():
                size = dump_database(connections["owner"], file)
        except BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{file}: {size:,} bytes.")
