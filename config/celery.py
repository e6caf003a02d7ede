"""The Celery application: workers and beat."""

import os
import signal
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init, worker_process_init

from config.processes import die_with_parent
from config.startup import refuse_unsafe_role

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("rookery")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def _examine_role(**_: Any) -> None:
    """Celery logs and swallows what a signal handler raises, so the process is ended from here."""
    try:
        refuse_unsafe_role()
    except Exception as error:
        raise SystemExit(f"Rookery cannot start: {error}") from error


@worker_process_init.connect
def _end_with_worker(**_: Any) -> None:
    """A pool process ends with its worker, also when the worker is killed."""
    die_with_parent(signal.SIGKILL)
