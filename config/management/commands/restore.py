"""`manage.py restore FILE`: put a copy of the whole database back."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from config.backup import BackupError, restore_database
from config.backup.forgotten import complete_ledger_or_say, say_unreadable
from config.processes import ended_politely

STOPPED = "It was stopped: run it again. If the copy is in the database already, the application may read nothing of it until that is done."


class Command(BaseCommand):
    help = "Put a copy made by `backup` into an empty database. Whoever was erased since stays erased. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--replace", action="store_true", help="everything that is in the database now goes")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if "owner" not in connections:
            raise CommandError("A copy is put back by the owner of the tables: set DATABASE_OWNER_URL.")
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        if replace and (said := complete_ledger_or_say()):
            self.stdout.write(said)
        try:
            with ended_politely():
                people, clubs = restore_database(file, replace=replace)
        except BackupError as error:
            raise CommandError(str(error)) from None
        except (SystemExit, KeyboardInterrupt):
            self.stderr.write(STOPPED)
            raise
        self.stdout.write(f"{file} is back. By the ledger, erased again: {people} people; deleted again: {clubs} clubs.")
        if said := say_unreadable():
            self.stdout.write(said)
        self.stdout.write("Now start web, worker, beat and sweeper.")
