"""Bring the catalogues up to date with the texts in code and templates."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.catalogues import update


class Command(BaseCommand):
    help = "Collect all translatable texts into the catalogues; what is translated is kept."

    def handle(self, *args: Any, **options: Any) -> None:
        for language, still_open in update(settings.BASE_DIR).items():
            self.stdout.write(f"{language}: {still_open} texts to translate")
