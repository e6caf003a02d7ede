"""Tasks of the installation itself: signs of life."""

import time

from celery import shared_task
from django.core.cache import cache

BEAT_KEY = "beat-seen-at"
ECHO_KEY = "echo-{}"
_KEPT = 3600


@shared_task(ignore_result=True)
def note_beat() -> None:
    """Beat sends this every few seconds; that it arrives shows that beat, broker and worker are alive."""
    cache.set(BEAT_KEY, time.time(), _KEPT)


@shared_task(ignore_result=True)
def echo(token: str) -> None:
    """Leave the token where the sender looks for it."""
    cache.set(ECHO_KEY.format(token), token, _KEPT)
