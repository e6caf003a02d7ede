"""What a correction does to the ladder: whose current rating moves, from what to what, and who leads.

Ratings are tenths of a point. Ids only: who may see which name is decided where it is shown.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ratings.domain.timeline import PlayerId


@dataclass(frozen=True, slots=True)
class MemberEffect:
    """One person whose rating moves. `before` is None for who was not on the ladder, `after` for who is no longer."""

    player_id: PlayerId
    before: int | None
    after: int | None

    @property
    def difference(self) -> int | None:
        """By how much; None for who enters or leaves the ladder."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class Effects:
    """Everybody who moves, largest difference first, then who enters or leaves the ladder; and the leader before and after (None: nobody).

    `ladder_failed` is the code of what kept the ladder from being computed with the correction, None if nothing did; nobody moves then.
    `subject` says what was changed from what to what, where that can be otherwise by the time that it is applied; it is not kept.
    """

    members: tuple[MemberEffect, ...] = ()
    leader_before: PlayerId | None = None
    leader_after: PlayerId | None = None
    ladder_failed: str | None = None
    subject: str = field(default="", compare=False)

    @property
    def largest(self) -> MemberEffect | None:
        """Whoever moves most; None if nobody does who was there and still is."""
        return next((member for member in self.members if member.difference is not None), None)

    @property
    def digest(self) -> str:
        """Stands in a form for what was previewed: other effects have another digest, and so has another subject."""
        moved = _hashed(json.dumps(self.as_json()))
        return f"{moved}-{_hashed(self.subject)}" if self.subject else moved

    def has_subject_of(self, digest: str) -> bool:
        """True if what was shown under this digest was changed from the same to the same, whoever it moved."""
        return digest.partition("-")[2] == self.digest.partition("-")[2]

    def as_json(self) -> dict[str, Any]:
        """As it is kept with a correction."""
        return {
            "members": [[member.player_id, member.before, member.after] for member in self.members],
            "leader": [self.leader_before, self.leader_after],
            "failed": self.ladder_failed,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """What `as_json` made."""
        members = tuple(MemberEffect(*member) for member in kept["members"])
        leader_before, leader_after = kept["leader"]
        return cls(members, leader_before, leader_after, kept["failed"])


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def compare_ratings(before: Mapping[PlayerId, int], after: Mapping[PlayerId, int]) -> tuple[MemberEffect, ...]:
    """Everybody whose rating differs, in the order of `Effects.members`; of equal differences the older player first."""
    moved = [MemberEffect(player, before.get(player), after.get(player)) for player in before.keys() | after.keys()]
    return tuple(sorted((member for member in moved if member.before != member.after), key=_place))


def _place(member: MemberEffect) -> tuple[bool, int, PlayerId]:
    difference = member.difference
    return difference is None, -abs(difference or 0), member.player_id
