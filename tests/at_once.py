"""Acts at the same moment, each on a connection of its own."""

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connections


def at_once(*acts: Callable[[], object], expected: type[Exception]) -> list[type[Exception] | None]:
    """What each of them ended with, None for those that went through. `expected`: what may stop one; others are missing at the end."""
    start, ends = Barrier(len(acts)), dict[int, type[Exception] | None]()

    def run(number: int, act: Callable[[], object]) -> None:
        try:
            start.wait()
            act()
            ends[number] = None
        except expected as refused:
            ends[number] = type(refused)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [ends[number] for number in range(len(acts))]
