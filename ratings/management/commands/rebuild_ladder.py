"""`manage.py rebuild_ladder`: build ladders anew from the first event on."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.management.choosing import add_club_arguments, chosen_clubs
from ratings.services import attempt_replay, request_rebuild


class Command(BaseCommand):
    help = "Build the ladder of one club, or of all, anew from the first event on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_club_arguments(parser, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        failed = []
        for club in chosen_clubs(options):
            request_rebuild(club=club, by=None)
            if attempt_replay(club=club):
                self.stdout.write(f"{club.slug}: built")
            else:
                failed.append(club.slug)
        if failed:
            raise CommandError(f"Not built, the log says why: {', '.join(failed)}")
