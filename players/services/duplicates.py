"""The search for people who may be one person, as work to be done: asked for, taken up, reported on, finished or put off.

The web only asks. The sweeper sees it and hands it to a worker, or does it itself (`ratings.sweeper`); the work is done by
`tournaments.services.duplicates`, which knows the events. A newer request ends the search that is under way: it is of people as they were.
"""

from collections.abc import Sequence

from django.db import connection

from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import club_scope
from players.domain.errors import SearchEnded
from players.domain.matching.duplicates import Duplicate
from players.models import Player, PossibleDuplicate
from players.selectors.duplicates import SILENCE

_ASK = """
INSERT INTO players_duplicatesearch AS s (club_id, asked, asked_at, taken, done, members, failures)
VALUES (%(club)s, 1, clock_timestamp(), 0, 0, 0, 0)
    ON CONFLICT (club_id) DO UPDATE
   SET asked = s.asked + 1, asked_at = clock_timestamp(), progress = NULL, progress_total = NULL, failures = 0, retry_at = NULL
"""
_TAKE = """
UPDATE players_duplicatesearch SET taken = asked, alive_at = clock_timestamp(), progress = NULL, progress_total = NULL
 WHERE club_id = %(club)s AND asked > done AND (retry_at IS NULL OR retry_at <= clock_timestamp())
   AND (taken <> asked OR alive_at IS NULL OR alive_at < clock_timestamp() - %(silence)s * interval '1 second')
RETURNING asked
"""
_TELL = """
UPDATE players_duplicatesearch SET progress = %(progress)s, progress_total = %(total)s, alive_at = clock_timestamp()
 WHERE club_id = %(club)s AND asked = %(number)s AND done < asked
"""
_FINISH = """
UPDATE players_duplicatesearch
   SET done = asked, made_at = clock_timestamp(), members = %(members)s,
       progress = NULL, progress_total = NULL, failures = 0, retry_at = NULL
 WHERE club_id = %(club)s AND asked = %(number)s AND done < asked
"""
# 4, 8, 16 … seconds, at most ten minutes.
_PUT_OFF = """
UPDATE players_duplicatesearch
   SET taken = 0, progress = NULL, progress_total = NULL, failures = failures + 1,
       retry_at = clock_timestamp() + least(2 ^ least(failures + 2, 20), 600) * interval '1 second'
 WHERE club_id = %(club)s AND asked = %(number)s AND done < asked
"""


def ask_for_duplicates(*, club: Club, by: Person) -> None:
    """Have the whole club searched soon. It says nothing of when: whoever does the work need not be there."""
    with club_scope(club) as cursor:
        cursor.execute(_ASK, {"club": club.pk})
        cursor.execute("NOTIFY rookery_search")
        record_in_journal(club=club, action="duplicates.asked", by=by)


def take_search(*, club: Club) -> int | None:
    """The number of the request to work on now; None if there is none, or somebody is at it."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"club": club.pk, "silence": SILENCE})
        row = cursor.fetchone()
    return None if row is None else int(row[0])


def tell_search(*, club: Club, number: int, progress: int, total: int) -> None:
    """So many people of so many are compared, and somebody is at it.

    Raises:
        SearchEnded: it was asked for again since, or somebody else has finished it.
    """
    _update(_TELL, {"club": club.pk, "number": number, "progress": progress, "total": total})


def finish_search(*, club: Club, number: int, found: Sequence[Duplicate], members: int) -> None:
    """Keep what was found in place of what was kept before; `members` were compared. People who are gone since are left out.

    Raises:
        SearchEnded: as `tell_search`.
    """
    with club_scope(club):
        _update(_FINISH, {"club": club.pk, "number": number, "members": members})
        here = set(Player.objects.filter(club=club).values_list("pk", flat=True))
        PossibleDuplicate.objects.filter(club=club).delete()
        PossibleDuplicate.objects.bulk_create(
            PossibleDuplicate(club=club, one_id=pair.one, other_id=pair.other, score=pair.score, code=pair.reason.code)
            for pair in found
            if {pair.one, pair.other} <= here
        )


def put_off_search(*, club: Club, number: int) -> None:
    """It failed: try again a little later, and later each time."""
    with connection.cursor() as cursor:
        cursor.execute(_PUT_OFF, {"club": club.pk, "number": number})


def _update(statement: str, parameters: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        if not cursor.rowcount:
            raise SearchEnded
