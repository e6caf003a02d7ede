"""`manage.py audit_ladder`: compare ladders with ones computed from the start."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.management.choosing import add_club_arguments, chosen_clubs
from ratings.services.findings import examine_ladder


class Command(BaseCommand):
    help = (
        "Compare stored ladders with ones computed from the start. What differs is shown at the club's desk and mailed once to its "
        "owners and to the operators. Ends with 1 if anything differs or could not be compared; repairs nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_club_arguments(parser, required=False)

    def handle(self, *args: Any, **options: Any) -> None:
        failed = 0
        for club in chosen_clubs(options):
            audit = examine_ladder(club=club)
            if audit.passed:
                self.stdout.write(f"{club.slug}: right")
                continue
            failed += 1
            if not audit.compared:
                self.stderr.write(f"{club.slug}: could not be brought up to date and was not compared")
            for what, ids in (("events", audit.events), ("players", audit.players), ("rated versions of events", audit.pointers)):
                if ids:
                    self.stderr.write(f"{club.slug}: wrong {what}: {', '.join(map(str, ids))}")
        if failed:
            raise CommandError(f"{failed} ladders are not right. `manage.py rebuild_ladder` builds them anew.")
