"""The order of the boards of a round, which a TRF does not keep.

C.04.2 Art. 3.6 (2026): the score of the higher-ranked player of the pair before the round, then the sum of both
scores, both from high to low, then the number of the higher-ranked. Byes follow the games in the same order.
"""

from collections.abc import Mapping, Sequence

from tournaments.domain.record import PairingRecord
from tournaments.interchange.trf.pairing import Pair


def number_boards(pairs: Sequence[Pair], scores: Mapping[int, int]) -> tuple[PairingRecord, ...]:
    """Pairings with boards from 1. `scores` are half-points before the round by number; absent means 0."""

    def order(pair: Pair) -> tuple[bool, int, int, int]:
        players = [pair.white] if pair.black is None else [pair.white, pair.black]
        higher = min(players, key=lambda number: (-scores.get(number, 0), number))
        return pair.black is None, -scores.get(higher, 0), -sum(scores.get(number, 0) for number in players), higher

    ordered = sorted(pairs, key=order)
    return tuple(PairingRecord(board, pair.white, pair.black, pair.result) for board, pair in enumerate(ordered, start=1))
