"""The sweeper's other work: searches for duplicates that were asked for and that nobody is at."""

from collections.abc import Callable
from dataclasses import dataclass

from clubs.models import Club
from players.selectors.duplicates import AskedSearch, list_asked_searches
from ratings.courier import Courier, publish_search
from tournaments.services.duplicates import search_duplicates

PATIENCE = 5.0  # seconds that a worker has to take up what was handed over


@dataclass(frozen=True, slots=True)
class _Handed:
    """The number of the request that was handed to Celery, at the monotonic time `at`."""

    asked: int
    at: float


class Searches:
    """Hands each club to Celery once, and searches here what no worker takes up. `courier` None: everything here."""

    def __init__(self, courier: Courier | None, clock: Callable[[], float]) -> None:
        self._courier = courier
        self._clock = clock
        self._handed: dict[int, _Handed] = {}

    @property
    def is_waiting(self) -> bool:
        """True while something that was handed over is not taken up."""
        return bool(self._handed)

    def sweep(self, besides: Callable[[], None]) -> None:
        """One look at what was asked for; `besides` is called now and then while something is searched here."""
        asked = list_asked_searches()
        self._handed = {one.club_id: self._handed[one.club_id] for one in asked if one.club_id in self._handed}
        for one in asked:
            if not self._is_being_done(one) and not self._hand_over(one):
                club = Club.objects.filter(pk=one.club_id).first()
                if club is not None:
                    search_duplicates(club=club, besides=besides)

    def _is_being_done(self, one: AskedSearch) -> bool:
        handed = self._handed.get(one.club_id)
        return handed is not None and handed.asked == one.asked and self._clock() - handed.at < PATIENCE

    def _hand_over(self, one: AskedSearch) -> bool:
        """Try Celery, unless a worker has been given this very request before and did not take it up."""
        handed = self._handed.pop(one.club_id, None)
        overdue = handed is not None and handed.asked == one.asked
        if overdue or self._courier is None or not self._courier.take(one.club_id, publish_search):
            return False
        self._handed[one.club_id] = _Handed(one.asked, self._clock())
        return True
