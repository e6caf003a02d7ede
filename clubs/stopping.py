"""A request to stop, made by a signal."""

import time
from math import inf

_SLICE = 0.05  # seconds between two looks


class StopFlag:
    """A flag that a signal's handler may raise. A `threading.Event` may not be: its lock can be held by the very code interrupted."""

    def __init__(self) -> None:
        self._raised = False

    def set(self) -> None:
        self._raised = True

    def is_set(self) -> bool:
        return self._raised

    def wait(self, seconds: float = inf) -> bool:
        """Wait until the flag is raised, for so long at most; whether it is."""
        until = time.monotonic() + seconds
        while not self._raised and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _SLICE))
        return self._raised
