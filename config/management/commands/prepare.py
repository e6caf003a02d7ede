"""`prepare`: everything that must be done once after an update, before the programs are started. Doing it again changes nothing."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from config.statistics import gather_statistics
from config.translations import compile_catalogues


class Command(BaseCommand):
    help = (
        "Compile translations, collect static files, migrate, load the demo clubs on the first start of an embedded database,"
        " and gather statistics of tables that were just filled or restored."
    )
    requires_system_checks = []  # `migrate` runs them

    def handle(self, *args: Any, **options: Any) -> None:
        compile_catalogues(settings.BASE_DIR / "locale")
        self.collect_static()
        self.migrate()
        self.gather_statistics(of_all=self.load_demo())

    def collect_static(self) -> None:
        """Collect unless nothing has changed since the last time."""
        stamp = settings.STATIC_ROOT / ".collected"
        fingerprint = _static_fingerprint()
        if stamp.exists() and stamp.read_text(encoding="utf-8") == fingerprint:
            return
        self.stdout.write("Collecting static files …")
        call_command("collectstatic", interactive=False, clear=settings.STATIC_ROOT.exists(), verbosity=0)
        stamp.write_text(fingerprint, encoding="utf-8")

    def migrate(self) -> None:
        """Migrate unless the database is complete."""
        connection = connections["owner"]
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Bringing the database up to date …")
            call_command("migrate", database="owner", interactive=False, verbosity=0)
        connection.close()

    def load_demo(self) -> bool:
        """Load the demo clubs once into an embedded database; True if that was now."""
        stamp = settings.EMBEDDED_DIR / "demo-loaded"
        if not settings.EMBEDDED or stamp.exists() or "seed_demo" not in get_commands():
            return False
        self.stdout.write("Loading the demo clubs …")
        with connections["default"].cursor() as cursor:
            cursor.execute("SET synchronous_commit TO off")  # many small commits; what a crash loses here is made again
        call_command("seed_demo")
        stamp.touch()
        return True

    def gather_statistics(self, *, of_all: bool) -> None:
        """What has none, as after a restore; of all tables when the demo clubs were loaded."""
        connection = connections["owner"]
        gather_statistics(connection, of_all=of_all)
        connection.close()


def _static_fingerprint() -> str:
    """Names, sizes and times of all static files in one number."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
