"""What the desk must know of the ladder: how far it is, and whether the last audit found it wrong. Called inside `snapshot(club)`."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from clubs.models import Club
from ratings.domain.replay import ALGORITHM
from ratings.models import LadderAudit
from ratings.selectors import STATE, STATE_WIDTH, LadderState, state_of


@dataclass(frozen=True, slots=True)
class Finding:
    """What audits have found `since` then, and last at `at`; `compared` False: the ladder could not be audited.

    The others count events with other changes, players with another standing, and events of which the wrong version is rated.
    """

    at: datetime
    since: datetime
    compared: bool
    events: int
    players: int
    pointers: int


@dataclass(frozen=True, slots=True)
class DeskLadder:
    """`finding` is None if the last audit passed, or if there was none."""

    state: LadderState
    finding: Finding | None


_DESK = f"""
SELECT s.*, a.at, a.since, a.compared, cardinality(a.events), cardinality(a.players), cardinality(a.pointers)
  FROM ({STATE}) s
  LEFT JOIN ratings_ladderaudit a ON a.club_id = %(club)s AND a.since IS NOT NULL
"""


def get_desk_ladder(club: Club) -> DeskLadder:
    """State of the ladder and of its audits, in one statement, and another while a long replay is under way."""
    with connection.cursor() as cursor:
        cursor.execute(_DESK, {"club": club.pk, "algorithm": ALGORITHM})
        row = cursor.fetchone()
    finding = row[STATE_WIDTH:]
    return DeskLadder(state_of(club.pk, row[:STATE_WIDTH]), Finding(*finding) if finding[-1] is not None else None)


def find_audit(club: Club) -> LadderAudit | None:
    """The last audit of the club. One statement."""
    return LadderAudit.objects.filter(club=club).first()
