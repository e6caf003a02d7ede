"""Say what is missing from the catalogues."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.catalogues import faults


class Command(BaseCommand):
    help = "Fail if a catalogue lacks a text, has one that is not translated or fuzzy, or has one that is no longer used."

    def handle(self, *args: Any, **options: Any) -> None:
        found = faults(settings.BASE_DIR)
        for line in found:
            self.stderr.write(line)
        if found:
            raise CommandError(f"{len(found)} faults in the catalogues. `make messages` collects new texts; then translate them.")
