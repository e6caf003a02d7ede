"""What a kept page depends on, in one statement outside row-level security: the club as it is, and how far its ladder is."""

from dataclasses import dataclass
from operator import attrgetter

from django.db import connection

from clubs.models import Club
from ratings.domain.replay import ALGORITHM
from ratings.selectors import STATE, LadderState


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
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, {"slug": slug, "algorithm": ALGORITHM})
        row = cursor.fetchone()
    if row is None:
        return None
    club = Club.from_db(connection.alias, list(_NAMES), list(row[: len(_NAMES)]))
    return PageState(club, LadderState(*row[len(_NAMES) :]))
