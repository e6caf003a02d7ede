"""How much one name may cost, so that no name, whatever its length, holds up the night it stands in.

Ordinary names stay far below both bounds. Beyond them members are left out, those whose whole name has the same letters last.
"""

from dataclasses import dataclass

from players.domain.matching.spelling import MOST_WORDS, Form

MOST_PAIRS = 3_000
"""Pairs of words compared for one name: 250 members for two words against two, some 70 for six against six."""

PAIRS_EACH = 8
"""What comparing two names costs beside their words, in pairs of words."""

MOST_LOOKS = 6_000
"""Places looked at in the index for one name: words a letter away, and members met beside each of them, again and again."""

LOOKS_AT_ONCE = 8
"""Members whose numbers are joined in the time of one look."""


@dataclass(slots=True)
class Effort:
    """What a name has cost so far."""

    pairs: int = 0
    looks: int = 0

    @property
    def may_look(self) -> bool:
        return self.looks < MOST_LOOKS

    def look(self, places: int) -> None:
        """Note a look at so many places."""
        self.looks += places

    def affords(self, typed: Form, known: Form) -> bool:
        """Whether the two may still be compared; notes the cost if so. Names compared as a whole cost by their length."""
        one, other = len(typed.words), len(known.words)
        cost = PAIRS_EACH + (4 * (one + other) if max(one, other) > MOST_WORDS else one * other)
        if self.pairs + cost > MOST_PAIRS:
            return False
        self.pairs += cost
        return True
