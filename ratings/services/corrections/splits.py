"""Events of one person are somebody else's, or the former one's again, as a correction of the ladder."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from clubs.models import Club
from clubs.services import Person
from players.models import Player
from ratings.models import Correction, CorrectionKind
from ratings.services.corrections.actions import Applied
from tournaments.models import EntryLink, Event
from tournaments.services.identity_moves import Pair
from tournaments.services.splitting import Split, split_again, split_events, unsplit_events


@dataclass(frozen=True, slots=True)
class SplitEvents:
    """The person's names in these events are `to`; None: a new player."""

    player: Player
    events: Collection[Event]
    to: Player | None
    kind: ClassVar[CorrectionKind] = CorrectionKind.SPLIT

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises IdentityRefused; NameRefused."""
        return _applied(split_events(club=club, player=self.player, events=self.events, to=self.to, by=by), holds=True)


@dataclass(frozen=True, slots=True)
class UnsplitEvents:
    """They are the former person's again. `also`: links confirmed since for the player that the split made, which go along."""

    split: Split
    also: Sequence[EntryLink] = ()
    kind: ClassVar[CorrectionKind] = CorrectionKind.SPLIT

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises IdentityRefused."""
        moved = unsplit_events(club=club, split=self.split, by=by, also=self.also)
        return _applied(self.split, holds=False, also=moved)


@dataclass(frozen=True, slots=True)
class SplitAgain:
    """The events are given away once more; `also` were taken along when that was undone, and go back."""

    split: Split
    also: Sequence[Pair]
    kind: ClassVar[CorrectionKind] = CorrectionKind.SPLIT

    def apply(self, *, club: Club, by: Person) -> Applied:
        """Raises IdentityRefused; NameRefused."""
        return _applied(split_again(club=club, split=self.split, also=self.also, by=by), holds=True)


def undo_splitting(_club: Club, correction: Correction) -> UnsplitEvents | SplitAgain:
    """The inverse of every correction of this kind."""
    split = split_of(correction.detail)
    if correction.detail["holds"]:
        return UnsplitEvents(split)
    return SplitAgain(split, _pairs(correction.detail["also"]))


def split_of(detail: Mapping[str, Any]) -> Split:
    """What the detail of a correction of this kind says."""
    return Split(detail["from"], detail["to"], detail["created"], _pairs(detail["links"]))


def _pairs(kept: Sequence[Sequence[int]]) -> tuple[Pair, ...]:
    return tuple((closed, made) for closed, made in kept)


def _applied(split: Split, **detail: Any) -> Applied:
    kept = {"from": split.player_id, "to": split.to_id, "created": split.created, "links": split.links, **detail}
    return Applied(kept, touches=frozenset(f"link {link}" for pair in split.links for link in pair))
