"""What a kept page depends on, in one statement outside row-level security: the club as it is, and how far its ladder is.

While a long replay is under way another one asks whether it still is.
"""

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import InterfaceError, OperationalError, connection

from clubs.models import Club
from ratings.domain.replay import ALGORITHM
from ratings.selectors import STATE, LadderState, state_of


@dataclass(frozen=True, slots=True)
class PageState:
    """A club and its ladder at one moment. Whatever a page shows of the club, one of the two tells when it has changed."""

    club: Club
    ladder: LadderState

    @property
    def key(self) -> tuple[object, ...]:
        """The club's row with its policy version, and version, queue and failures of its ladder."""
        return (_columns_of(self.club), self.ladder)


_FIELDS = Club._meta.concrete_fields
_NAMES = tuple(field.attname for field in _FIELDS)
_columns_of = attrgetter(*_NAMES)
_STATEMENT = (
    f"SELECT {', '.join(f'c.{field.column}' for field in _FIELDS)}, state.*"
    f"  FROM clubs_club c CROSS JOIN LATERAL ({STATE.replace('%(club)s', 'c.id')}) state"
    " WHERE c.slug = %(slug)s"
)


def find_page_state(slug: str) -> PageState | None:
    """The club at this address and the state of its ladder; None if there is no such club."""
    row = _ask({"slug": slug, "algorithm": ALGORITHM})
    if row is None:
        return None
    club = Club.from_db(connection.alias, list(_NAMES), list(row[: len(_NAMES)]))
    return PageState(club, state_of(club.pk, row[len(_NAMES) :]))


def _ask(values: dict[str, str | int]) -> tuple[Any, ...] | None:
    """The statement itself finds out whether a connection kept from an earlier request still stands, and is sent again if not.

    Django would ask beforehand, at every request: that took longer than the statement.
    """
    if connection.connection is None or connection.in_atomic_block:
        return _execute(values)
    connection.health_check_done = True  # type: ignore[attr-defined]
    try:
        return _execute(values)
    except (OperationalError, InterfaceError):
        connection.close()
        return _execute(values)


def _execute(values: dict[str, str | int]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row
