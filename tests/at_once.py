"""Acts at the same moment, each on a connection of its own."""

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connection, connections, transaction


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


def meanwhile(first: Callable[[], object], then: Callable[[], object], *, expected: type[Exception]) -> type[Exception] | None:
    """What `then` ends with, None if it goes through, where it begins while the transaction of `first` is still open.

    `first` is committed as soon as `then` has ended or waits for it. `expected`: what may stop `then`.
    """
    ends: list[type[Exception] | None] = []

    def run() -> None:
        try:
            then()
            ends.append(None)
        except expected as refused:
            ends.append(type(refused))
        finally:
            connections.close_all()

    thread = Thread(target=run)
    with transaction.atomic():
        first()
        thread.start()
        while thread.is_alive() and not _is_waited_for():
            thread.join(0.02)
    thread.join()
    return ends[0]


def _is_waited_for() -> bool:
    """True if another connection waits for a lock that this one holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))")
        row = cursor.fetchone()
    assert row is not None
    return bool(row[0])
