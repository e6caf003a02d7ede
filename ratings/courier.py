"""Handing a club to Celery without ever waiting long for the broker.

A broker that is frozen, not absent, can hold a publication for a minute and a half, whatever time limits its client has. So a thread
publishes, and who asks it waits for two seconds at most. A thread that hangs is left to itself and given nothing more until it is free;
what it publishes late does no harm, because a replay that finds no edits does nothing.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from ratings.tasks import replay_club
from tournaments.tasks import search_club

_log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds for one publication
SILENCE = 10.0  # seconds without a further attempt after one that failed


def publish_to_celery(club_id: int) -> None:
    """Send the task once, without Celery's own repetitions."""
    replay_club.apply_async((club_id,), retry=False)


def publish_search(club_id: int) -> None:
    """The same for a search for duplicates."""
    search_club.apply_async((club_id,), retry=False)


class Courier:
    """A thread that publishes, and a memory of whether the broker takes anything."""

    def __init__(self, publish: Callable[[int], None] = publish_to_celery, *, patience: float = PATIENCE, silence: float = SILENCE) -> None:
        self._publish = publish
        self._patience = patience
        self._silence = silence
        self._parcels: queue.SimpleQueue[tuple[Callable[[int], None], int, Future[None]]] = queue.SimpleQueue()
        self._last: Future[None] | None = None
        self._silent_until = 0.0
        self._works = True
        threading.Thread(target=self._carry, name="courier", daemon=True).start()

    def take(self, club_id: int, publish: Callable[[int], None] | None = None) -> bool:
        """True if the broker has taken the task, within the courier's patience; `publish` sends another task than a replay."""
        if (self._last is not None and not self._last.done()) or time.monotonic() < self._silent_until:
            return False
        self._last = Future()
        self._parcels.put((publish or self._publish, club_id, self._last))
        try:
            self._last.result(self._patience)
        except Exception as error:  # whatever the broker's client raises, or the patience has ended
            self._note(type(error).__name__)
            self._silent_until = time.monotonic() + self._silence
            return False
        self._note(None)
        return True

    def _carry(self) -> None:
        while True:
            publish, club_id, parcel = self._parcels.get()
            try:
                publish(club_id)
            except Exception as error:
                parcel.set_exception(error)
            else:
                parcel.set_result(None)

    def _note(self, trouble: str | None) -> None:
        """Log the moments at which the broker stops and starts taking tasks, once each."""
        works = trouble is None
        if works and not self._works:
            _log.warning("The broker takes tasks again")
        elif not works and self._works:
            _log.warning("The broker takes no tasks (%s); replaying without it", trouble)
        self._works = works
