"""How far the search for people who may be one person is, told to the desk and to whoever does the work."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import F, Q
from django.db.models.functions import Now

from clubs.models import Club
from players.models import DuplicateSearch, Player

SILENCE = 60.0  # seconds after which whoever works on a search and says nothing counts as gone; an index takes some in between


class SearchStage(StrEnum):
    """What is to be said of a search."""

    NEVER = "never"
    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class SearchState:
    """`done` of `total` people are compared while it runs. `made_at` and `members` are of the pairs that are kept; None: there are none."""

    stage: SearchStage
    done: int = 0
    total: int = 0
    made_at: datetime | None = None
    members: int = 0

    @property
    def is_open(self) -> bool:
        """True while another answer is to be expected soon."""
        return self.stage in {SearchStage.WAITING, SearchStage.RUNNING, SearchStage.FAILED}


def get_search_state(club: Club) -> SearchState:
    """One statement."""
    row = DuplicateSearch.objects.filter(club=club).first()
    if row is None:
        return SearchState(SearchStage.NEVER)
    return SearchState(_stage_of(row), row.progress or 0, row.progress_total or 0, row.made_at, row.members)


def _stage_of(row: DuplicateSearch) -> SearchStage:
    if row.asked == row.done:
        return SearchStage.DONE
    if row.failures and row.taken != row.asked:
        return SearchStage.FAILED
    return SearchStage.RUNNING if row.taken == row.asked and row.progress_total else SearchStage.WAITING


def count_added_since(club: Club, moment: datetime) -> int:
    """How many people were added since a search. One statement, inside a scope of the club."""
    return Player.objects.filter(club=club, created_at__gt=moment).count()


@dataclass(frozen=True, slots=True)
class AskedSearch:
    """A search that nobody is at: `asked` is the number of the request."""

    club_id: int
    asked: int


def list_asked_searches() -> list[AskedSearch]:
    """Searches of all clubs that were asked for and that nobody works on now, the oldest first. One statement, outside any club."""
    free = ~Q(taken=F("asked")) | Q(alive_at=None) | Q(alive_at__lt=Now() - timedelta(seconds=SILENCE))
    due = Q(retry_at=None) | Q(retry_at__lte=Now())
    rows = DuplicateSearch.objects.filter(free, due, asked__gt=F("done")).order_by("asked_at", "club_id")
    return [AskedSearch(club_id, asked) for club_id, asked in rows.values_list("club_id", "asked")]
