"""Searching a whole club for people who may be one person: read in one moment, compare without any transaction, keep.

It takes seconds in a club of ten thousand, so it is never done while somebody waits for a page.
"""

import logging
import time
from collections.abc import Callable

from django.db import DatabaseError

from clubs.models import Club
from clubs.tenancy.scope import snapshot
from players.domain.errors import SearchEnded
from players.domain.matching.duplicates import Duplicate, Pair, find_duplicates
from players.selectors import read_known_people
from players.services.duplicates import finish_search, put_off_search, take_search, tell_search
from tournaments.selectors.differing import declared_pairs
from tournaments.selectors.meetings import have_met, read_meetings

_log = logging.getLogger(__name__)

PAUSE = 0.4  # seconds between two words of how far it is


def search_duplicates(*, club: Club, besides: Callable[[], None] = lambda: None) -> bool:
    """Do what was asked for, if nobody else is at it; True if it was done.

    `besides` is called every `PAUSE` seconds, with no transaction open. A newer request ends this search, and so does `SearchEnded` out of
    `besides`; a failure is logged and the search put off.
    """
    number = take_search(club=club)
    if number is None:
        return False
    try:
        _search(club, number, besides)
    except SearchEnded:
        _log.info("The search for duplicates in club %s is ended", club.pk)
        return False
    except Exception as error:
        if isinstance(error, DatabaseError):
            _log.warning("The search for duplicates in club %s could not be made now (%s)", club.pk, type(error).__name__)
        else:
            _log.exception("The search for duplicates in club %s failed", club.pk)
        put_off_search(club=club, number=number)
        return False
    return True


def _search(club: Club, number: int, besides: Callable[[], None]) -> None:
    with snapshot(club):
        known = read_known_people(club)
        declared = declared_pairs(club, known.persons)
        meetings = read_meetings(club, known.persons)

    def are_two(pair: Pair) -> bool:
        return pair in declared or have_met(meetings, *pair)

    told_at = time.monotonic()
    tell_search(club=club, number=number, progress=0, total=len(known.members))

    def tell(done: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at >= PAUSE:
            tell_search(club=club, number=number, progress=done, total=len(known.members))
            besides()
            told_at = time.monotonic()

    found: list[Duplicate] = find_duplicates(known.members, are_two=are_two, tell=tell)
    finish_search(club=club, number=number, found=found, members=len(known.members))
