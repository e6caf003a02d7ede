"""How many clubs one account may bring in, and how many files it may have read, in a day: each is seconds of work for the whole site."""

import time

from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import cache

from archives.domain.errors import ArchiveRefused, Fault

MOST_CLUBS = 5
MOST_FILES = 20
_DAY = 24 * 3600


def spend_file(by: AbstractBaseUser) -> None:
    """Another file is going to be read; it counts whatever comes of it. Counted in the cache: one that is down lets everything through.

    Raises:
        ArchiveRefused: too_many_clubs; too_many_files.
    """
    if len(_lately(by, "clubs")) >= MOST_CLUBS:
        raise ArchiveRefused([Fault("too_many_clubs", (), {"limit": MOST_CLUBS})])
    if len(_lately(by, "files")) >= MOST_FILES:
        raise ArchiveRefused([Fault("too_many_files", (), {"limit": MOST_FILES})])
    _note(by, "files")


def note_club(by: AbstractBaseUser) -> None:
    """A club has come in."""
    _note(by, "clubs")


def _note(by: AbstractBaseUser, what: str) -> None:
    cache.set(_key(by, what), [*_lately(by, what), time.time()], _DAY)


def _lately(by: AbstractBaseUser, what: str) -> list[float]:
    """The moments within the last day."""
    return [moment for moment in cache.get(_key(by, what), []) if moment > time.time() - _DAY]


def _key(by: AbstractBaseUser, what: str) -> str:
    """Of this account and none that has its number in another database."""
    return f"brought-{what}-{by.pk}-{by.date_joined:%s%f}"  # type: ignore[attr-defined]
