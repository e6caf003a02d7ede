"""`doctor`: ask every part of the installation, say what is wrong and how to mend it."""

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.probes import Probe, Trouble, standing

_STARTING = 30.0  # seconds that programs just started may take


class Command(BaseCommand):
    help = "Say what is wrong with this installation and how to mend it. Changes nothing. Exit status 0 if all is well."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--running", action="store_true", help="the programs were just started here: wait for them, and ask the web site too"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        running = options["running"]
        probes = [*standing(), *(_of_the_site() if running else [])]
        deadline = time.monotonic() + (_STARTING if running else 0)
        troubles = [probe.name for probe in probes if not self.ask(probe, deadline)]
        if troubles:
            raise CommandError(f"{len(troubles)} of {len(probes)} are not well: {', '.join(troubles)}.")
        self.stdout.write(f"All {len(probes)} are well.")

    def ask(self, probe: Probe, deadline: float) -> bool:
        """Print one line; True if all is well. Until the deadline a trouble may still pass."""
        while True:
            try:
                self.stdout.write(f"ok      {probe.name}: {probe.ask()}")
            except Exception as error:
                if time.monotonic() < deadline:
                    time.sleep(0.5)
                    continue
                self.report(probe, error)
                return False
            self.stdout.flush()
            return True

    def report(self, probe: Probe, error: Exception) -> None:
        """Print what is wrong. An error that no probe foresaw is shown by its type and text."""
        what, remedy = (error.what, error.remedy) if isinstance(error, Trouble) else (f"{type(error).__name__}: {error}", "")
        self.stdout.write(self.style.ERROR(f"TROUBLE {probe.name}: {what}"))
        if remedy:
            self.stdout.write(f"        {remedy}")


def _of_the_site() -> list[Probe]:
    return [
        Probe("/healthz", lambda: _get("/healthz", lambda body: bool(json.loads(body)["alive"]))),
        Probe("/readyz", lambda: _get("/readyz", lambda body: bool(json.loads(body)["ready"]))),
        Probe("club page", _club_page),
    ]


def _club_page() -> str:
    """The front page of a demo club."""
    from clubs.models import Club

    slug = Club.objects.filter(visibility__in=["public", "unlisted"], closing_at=None).order_by("pk").values_list("slug", flat=True).first()
    if slug is None:
        raise Trouble("there is no club that strangers may see", "Run `manage.py seed_demo`, or found one on the site.")
    return _get(f"/club/{slug}/", lambda body: b"<h1" in body)


def _get(path: str, fits: Callable[[bytes], bool]) -> str:
    """Ask the local web site for a page. Redirects are not followed."""
    started = time.monotonic()
    connection = HTTPConnection("127.0.0.1", settings.PORT, timeout=10)
    try:
        connection.request(
            "GET", path, headers={"Host": settings.ALLOWED_HOSTS[0], "X-Forwarded-Proto": "https" if settings.HTTPS else "http"}
        )
        response = connection.getresponse()
        body = response.read()
    except OSError as error:
        raise Trouble(f"does not answer: {error}", "Start the web site: `gunicorn --config python:config.gunicorn config.wsgi`.") from error
    finally:
        connection.close()
    if response.status != 200 or not fits(body):
        raise Trouble(f"answered {response.status}", "See the log of the web site.")
    return f"answered 200 in {(time.monotonic() - started) * 1000:.0f} ms"
