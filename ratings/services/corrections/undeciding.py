"""What the ladder would be without the decisions about the names of one event. No correction: the event waits for its names again."""

from collections.abc import Collection
from dataclasses import dataclass

from clubs.models import Club
from clubs.services import Person
from ratings.domain.effects import Effects
from ratings.services.corrections.actions import Applied
from ratings.services.corrections.applying import perform, rehearsal
from tournaments.models import EventVersion
from tournaments.services.nights import undo_night


@dataclass(frozen=True, slots=True)
class _Undecide:
    version: EventVersion
    links: Collection[int]

    def apply(self, *, club: Club, by: Person) -> Applied:
        undo_night(club=club, version=self.version, expected=self.links, by=by)
        return Applied()


def preview_undeciding(*, club: Club, version: EventVersion, links: Collection[int], by: Person) -> Effects:
    """What `undo_night` would move; nothing of it is kept.

    Raises:
        CorrectionRefused busy; DecisionConflict, IdentityRefused as `undo_night`.
    """
    with rehearsal(club) as cursor:
        return perform(cursor, club, _Undecide(version, links), by).effects
