"""`manage.py sweep`: keep every ladder up to date, with Celery's help or without it."""

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from clubs.tenancy.roles import check_application_role
from ratings.courier import Courier
from ratings.services.replay import LOCK_PATIENCE
from ratings.sweeper import Sweeper


class Command(BaseCommand):
    help = (
        "Keep every ladder up to date until stopped by SIGTERM or Ctrl-C. "
        "With --once: replay what is stale and search where that was asked for, here, and end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="replay every stale ladder in this process, then end")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        check_application_role(connection)
        if once:
            self.sweep_once()
            return
        sweeper = Sweeper(courier=Courier())
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: sweeper.stopping.set())
        sweeper.run()

    def sweep_once(self) -> None:
        """Replay what is stale and say what was done. Nobody comes back, so a club's lock is waited for as long as a person would."""
        sweeper = Sweeper(courier=None, patience=LOCK_PATIENCE)
        swept = sweeper.sweep()
        sweeper.searches.sweep(sweeper.between)
        self.stdout.write(f"stale ladders: {swept.seen}, replayed: {swept.seen - swept.failed}, failed: {swept.failed}")
        if swept.failed:
            raise CommandError("At least one ladder could not be replayed; the log says why.")
