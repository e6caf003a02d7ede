"""Deleting clubs whose owners have wished it, when thirty days are over."""

from typing import Any

from django.core.management.base import BaseCommand

from archives.services.deleting import delete_closed_clubs


class Command(BaseCommand):
    help = "Delete the clubs whose owners have asked for it thirty days ago or earlier. Beat does this every hour by itself."

    def handle(self, *_: Any, **__: Any) -> None:
        deleted = delete_closed_clubs()
        for public_id in deleted:
            self.stdout.write(f"{public_id} is deleted")
        self.stdout.write(f"{len(deleted)} deleted")
