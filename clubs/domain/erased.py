"""One erasure as the ledger tells it: random ids, times and keyed hashes; nothing from which a name can be read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Erased:
    """Public ids of the club, of the person behind the pseudonym, and of every player of the person.

    `digests` know the names in events that begin before `before`; none where somebody living has the name too.
    """

    club: str
    person: str
    players: tuple[str, ...]
    at: datetime
    before: date | None = None
    digests: tuple[str, ...] = ()

    def as_line(self) -> dict[str, Any]:
        """As it stands in the file."""
        known = {"before": self.before.isoformat(), "digests": list(self.digests)} if self.before is not None else {}
        return {"erased": list(self.players), "person": self.person, "club": self.club, "at": self.at.isoformat(), **known}

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> "Erased":
        """What such a line tells. Raises ValueError for a date that is none."""
        players = tuple(line["erased"])
        before = line.get("before")
        return cls(
            club=line["club"],
            person=line.get("person", players[0]),
            players=players,
            at=datetime.fromisoformat(line["at"]),
            before=None if before is None else date.fromisoformat(before),
            digests=tuple(line.get("digests", ())),
        )
