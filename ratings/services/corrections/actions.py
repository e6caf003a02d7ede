"""What can be corrected: an action does it by the service that does it everywhere else, and says what was and what is."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from clubs.models import Club
from clubs.services import Person
from players.models import Player
from ratings.models import Correction, CorrectionKind
from tournaments.models import Event

_SUBJECTS = ("order", "since", "held", "holds", "before", "after", "as_of")


@dataclass(frozen=True, slots=True)
class Applied:
    """What an action did. `detail`: ids, dates and figures, never a name; enough to show it and to find its inverse. "effects" and
    "touches" are keys of the correction itself.

    `undoes`: what it takes back without having been asked to, as restoring an event takes back its removal.

    `touches` names the things that were changed, within the event, the player or the ladder: another correction stands in the way of
    undoing this one only if it touches one of the same.
    """

    detail: dict[str, Any] = field(default_factory=dict)
    event: Event | None = None
    player: Player | None = None
    touches: frozenset[str] = frozenset()
    undoes: Correction | None = None

    @property
    def subject(self) -> str:
        """From what to what figures and places change: somebody may have changed them since a preview, and moved nobody by it.

        Games and switches of an event are not among them: a patch is refused by itself where something else stands by now.
        """
        told = {name: self.detail[name] for name in _SUBJECTS if name in self.detail}
        return json.dumps(told, sort_keys=True) if told else ""


class Change(Protocol):
    """Something that moves the ladder and whose effects can be shown before it is done."""

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Make the change, inside the transaction of the correction and under the club's lock; the ladder is replayed afterwards.

        Raises:
            CorrectionRefused, of this app or of tournaments: among others, nothing would change (nothing_changes).
        """


class Action(Change, Protocol):
    """One correction that somebody may make. It keeps what it was made from, so that it can be applied anew after a preview."""

    @property
    def kind(self) -> CorrectionKind:
        """Under which heading it stands in the journal."""


Inverse = Callable[[Club, Correction], Action]
"""Makes the action that takes a correction back. Called inside the club's scope and under its lock; raises CorrectionRefused."""
