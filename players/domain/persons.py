"""Which players are one person: merges as pointers from a player to another, the person is the root."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Persons:
    """The merges of one club that hold. `parents`: absorbed player → the player it was merged into, without cycles."""

    parents: Mapping[int, int] = field(default_factory=dict)

    def root_of(self, player_id: int) -> int:
        """The player whose name the person has now; a player never merged is its own root."""
        while player_id in self.parents:
            player_id = self.parents[player_id]
        return player_id

    def are_one(self, one: int, other: int) -> bool:
        """True if two players are the same person."""
        return self.root_of(one) == self.root_of(other)

    def players_of(self, player_id: int) -> frozenset[int]:
        """Every player of the person that this player belongs to, the root included."""
        root = self.root_of(player_id)
        return frozenset({root, *(absorbed for absorbed in self.parents if self.root_of(absorbed) == root)})
