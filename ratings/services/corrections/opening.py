"""Opening ratings as a correction: set, dropped, taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from clubs.models import Club
from clubs.services import Person
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction, CorrectionKind
from ratings.selectors.opening import Start, opening_of
from ratings.services.corrections.actions import Applied
from ratings.services.opening import OpeningChange, OpeningRow, drop_opening, put_back, set_opening

_TOUCHES = frozenset({"opening"})


@dataclass(frozen=True, slots=True)
class SetOpening:
    """The club counts from `as_of` on, and these people enter with these ratings."""

    as_of: date
    rows: Sequence[OpeningRow]
    kind: ClassVar[CorrectionKind] = CorrectionKind.OPENING

    def apply(self, *, club: Club, by: Person) -> Applied:
        change = set_opening(club=club, as_of=self.as_of, rows=self.rows, by=by)
        if change.as_of[0] == change.as_of[1] and change.before == change.after:
            raise CorrectionRefused("nothing_changes")
        return _applied(change)


@dataclass(frozen=True, slots=True)
class DropOpening:
    """The club has brought nothing from elsewhere."""

    kind: ClassVar[CorrectionKind] = CorrectionKind.OPENING

    def apply(self, *, club: Club, by: Person) -> Applied:
        earlier = opening_of(club)
        if earlier.as_of is None and not earlier.starts:
            raise CorrectionRefused("nothing_changes")
        return _applied(drop_opening(club=club, by=by))


@dataclass(frozen=True, slots=True)
class PutOpeningBack:
    """What an opening changed is as it was before."""

    change: OpeningChange
    kind: ClassVar[CorrectionKind] = CorrectionKind.OPENING

    def apply(self, *, club: Club, by: Person) -> Applied:
        return _applied(put_back(club=club, change=self.change, by=by))


def put_opening_back(_club: Club, correction: Correction) -> PutOpeningBack:
    """The inverse of every correction of this kind."""
    kept = correction.detail
    before, after = (None if day is None else date.fromisoformat(day) for day in kept["as_of"])
    return PutOpeningBack(OpeningChange((before, after), _starts(kept["before"]), _starts(kept["after"]), tuple(kept["created"])))


def _applied(change: OpeningChange) -> Applied:
    detail: dict[str, Any] = {
        "as_of": [None if day is None else day.isoformat() for day in change.as_of],
        "before": _as_json(change.before),
        "after": _as_json(change.after),
        "created": list(change.created),
    }
    return Applied(detail, touches=_TOUCHES)


def _as_json(starts: Mapping[int, Start]) -> dict[str, list[int | None]]:
    return {str(player): list(start) for player, start in starts.items()}


def _starts(kept: Mapping[str, list[int | None]]) -> dict[int, Start]:
    return {int(player): (start[0], start[1]) for player, start in kept.items()}
