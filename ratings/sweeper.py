"""The sweeper: the process that makes sure that no ladder stays stale.

It listens for the triggers' NOTIFY, hands the club to Celery at once, looks by itself every few seconds for what it missed, and replays
on its own whatever a broker does not take within two seconds or a worker has not done within five. The web never touches the broker.
In the same way it has clubs searched for duplicates (`ratings.searches`); where it must do that itself, ladders do not wait for it.
Two sweepers do no harm: replays of one club wait for one another, and the second finds nothing to do.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import psycopg
from django.db import DatabaseError, InterfaceError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.errors import LockNotAvailable

from clubs.models import Club
from clubs.stopping import StopFlag
from players.domain.errors import SearchEnded
from ratings.courier import Courier
from ratings.searches import Searches
from ratings.selectors import StaleClub, list_stale_clubs
from ratings.services import BRIEF_PATIENCE, attempt_replay
from ratings.services.findings import examine_again
from ratings.services.queue import note_sweeper

_log = logging.getLogger(__name__)

POLL = 3.0  # seconds between two looks when nothing is heard
WATCH = 0.5  # the same while something that was handed over is not done
TICK = 0.5  # longest wait before a request to stop is noticed
PATIENCE = 5.0  # seconds that a worker has for what was handed over
HEARTBEAT = 5.0
PAUSE = 1.0  # before the database is tried again


@dataclass(slots=True)
class _Handed:
    """What was handed to Celery: every edit up to `newest_edit`, at the monotonic time `at`."""

    newest_edit: int
    at: float


@dataclass(frozen=True, slots=True)
class Swept:
    """One look: how many ladders were stale, and how many of those that were replayed here failed."""

    seen: int
    failed: int


@dataclass
class Sweeper:
    """One sweeper. `courier` hands a club to Celery; None replays everything here, waiting `patience` seconds for a club's lock."""

    courier: Courier | None
    patience: float = BRIEF_PATIENCE
    clock: Callable[[], float] = time.monotonic
    stopping: StopFlag = field(default_factory=StopFlag)
    searches: Searches = field(init=False)
    _handed: dict[int, _Handed] = field(default_factory=dict)
    _held_up: set[int] = field(default_factory=set)  # clubs whose last replay here was held up: they come last
    _heartbeat: float | None = None
    _ears: BaseDatabaseWrapper | None = None

    def __post_init__(self) -> None:
        self.searches = Searches(self.courier, self.clock)

    def run(self) -> None:
        """Sweep until `stopping` is set; a database that goes away is waited for."""
        lost = False
        while not self.stopping.is_set():
            try:
                ears = self._listen()
                if lost:
                    _log.warning("The database answers again")
                    lost = False
                self._note_alive()
                self.sweep()
                self.searches.sweep(self.between)
                self._wait(ears)
            except (DatabaseError, InterfaceError, psycopg.Error) as error:
                if not lost:
                    _log.warning("The database does not answer (%s); trying again", type(error).__name__)
                lost = True
                self._hang_up()
                self.stopping.wait(PAUSE)
        self._hang_up()

    def sweep(self) -> Swept:
        """One look at every stale ladder: each is handed over, or replayed here."""
        stale = list_stale_clubs()
        self._handed = {club.club_id: self._handed[club.club_id] for club in stale if club.club_id in self._handed}
        failed = 0
        for club in sorted(stale, key=lambda club: club.club_id in self._held_up):
            if self.stopping.is_set():
                break
            if self._is_being_done(club) or self._hand_over(club):
                continue
            failed += not self._replay(club.club_id)
            self._note_alive()
        return Swept(len(stale), failed)

    def _is_being_done(self, club: StaleClub) -> bool:
        """True while a worker may still be at it: some edit that was handed over is there, and not for long."""
        handed = self._handed.get(club.club_id)
        return handed is not None and club.oldest_edit <= handed.newest_edit and self.clock() - handed.at < PATIENCE

    def _hand_over(self, club: StaleClub) -> bool:
        """Try Celery, unless a worker has been given these edits before and did not do them."""
        handed = self._handed.pop(club.club_id, None)
        overdue = handed is not None and club.oldest_edit <= handed.newest_edit
        if overdue or self.courier is None or not self.courier.take(club.club_id):
            return False
        self._handed[club.club_id] = _Handed(club.newest_edit, self.clock())
        return True

    def _replay(self, club_id: int) -> bool:
        """Replay here. A lock that is not to be had, or another trouble of the moment, is left for the next look."""
        club = Club.objects.filter(pk=club_id).first()
        try:
            went_well = club is None or attempt_replay(club=club, patience=self.patience)
            if club is not None and went_well:
                examine_again(club=club)
        except DatabaseError as error:
            if not connection.is_usable():
                raise
            self._held_up.add(club_id)
            if isinstance(error.__cause__, LockNotAvailable):
                _log.info("The lock of club %s is held; it is tried again", club_id)
            else:
                _log.warning("The ladder of club %s could not be replayed now", club_id, exc_info=True)
            return False
        self._held_up.discard(club_id)
        return went_well

    def between(self) -> None:
        """While a search is made here: no ladder waits for it, and a request to stop is heard."""
        if self.stopping.is_set():
            raise SearchEnded
        self._note_alive()
        self.sweep()

    def _note_alive(self) -> None:
        if self._heartbeat is None or self.clock() - self._heartbeat >= HEARTBEAT:
            note_sweeper()
            self._heartbeat = self.clock()

    def _listen(self) -> BaseDatabaseWrapper:
        """A connection of its own that hears of edits and searches; LISTEN comes before the first look, so that nothing falls between."""
        if self._ears is None:
            ears = connections.create_connection("default")
            with ears.cursor() as cursor:
                cursor.execute("LISTEN rookery_search")
                cursor.execute("LISTEN rookery_ladder")
            self._ears = ears
        return self._ears

    def _wait(self, ears: BaseDatabaseWrapper) -> None:
        """Until something is heard, or it is time to look again, or to say that the sweeper is alive."""
        until = self.clock() + (WATCH if self._handed or self.searches.is_waiting else POLL)
        while not self.stopping.is_set() and (left := until - self.clock()) > 0:
            raw = ears.connection
            assert isinstance(raw, psycopg.Connection)
            if list(raw.notifies(timeout=min(left, TICK), stop_after=1)):
                break

    def _hang_up(self) -> None:
        if self._ears is not None:
            self._ears.close()
            self._ears = None
        connections.close_all()
