"""Data that is made once for all tests of a module: each finds it as it was made, as its own transaction inside ends without a trace.

Only for tests whose transactions are rolled back (`django_db` without `transaction=True`), and which use `default` alone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")


@contextmanager
def made_once(blocker: DjangoDbBlocker, make: Callable[[], Made]) -> Iterator[Made]:
    """What `make` returns, in a transaction that is rolled back after the block. Tests that change it take a copy (`copy.deepcopy`)."""
    surrounding = transaction.atomic()
    with blocker.unblock():
        surrounding.__enter__()
    try:
        with blocker.unblock():
            made = make()
        yield made
    finally:
        with blocker.unblock():
            transaction.set_rollback(True)
            surrounding.__exit__(None, None, None)
