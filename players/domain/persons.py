"""Which players are one person: merges as pointers from a player to another, the person is the root."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Persons:
    """The merges of one club that hold. `parents`: absorbed player → the player it was merged into.

    No service makes merges run in a circle. If they do, the replay refuses the club, and here the smallest id of the circle
    is its root, so that pages still answer.
    """

    parents: Mapping[int, int] = field(default_factory=dict)
    _roots: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was found before: a chain of merges is walked once, however long and however many of it are asked for."""

    def root_of(self, player_id: int) -> int:
        """The player whose name the person has now; a player never merged is its own root."""
        passed: dict[int, None] = {}
        while player_id in self.parents and player_id not in self._roots:
            if player_id in passed:
                way = list(passed)
                root = _note_circle(frozenset(way[way.index(player_id) :]))
                break
            passed[player_id] = None
            player_id = self.parents[player_id]
        else:
            root = self._roots.get(player_id, player_id)
        self._roots.update(dict.fromkeys(passed, root))
        return root

    def are_one(self, one: int, other: int) -> bool:
        """True if two players are the same person."""
        return self.root_of(one) == self.root_of(other)

    def players_of(self, player_id: int) -> frozenset[int]:
        """Every player of the person that this player belongs to, the root included."""
        root = self.root_of(player_id)
        return frozenset({root, *(absorbed for absorbed in self.parents if self.root_of(absorbed) == root)})


@lru_cache(maxsize=1024)
def _note_circle(players: frozenset[int]) -> int:
    """The root of the circle. It is logged once for each circle and process: pages ask for roots again and again."""
    _log.error("Merges run in a circle: players %s", ", ".join(map(str, sorted(players))))
    return min(players)
