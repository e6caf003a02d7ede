"""What a version says otherwise than an earlier one with the same people: all corrections between them as one patch."""

from collections import Counter

from tournaments.domain.corrections import FIELDS, EventPatch, GamePatch, Pairings
from tournaments.domain.record import EventRecord
from tournaments.domain.refitting import say_same


def difference(before: EventRecord, after: EventRecord) -> EventPatch:
    """The patch that leads from `before` to `after`, one part for each group of players; a mere change of board is none.

    Both have the same numbers for the same people and the same rounds, as corrections leave them. Names, ratings and the dates of
    rounds are not looked at.
    """
    ours = {played.number: played.pairings for played in before.rounds}
    games = [game for played in after.rounds for game in _games(played.number, ours[played.number], played.pairings)]
    values = {name: (getattr(before, name), getattr(after, name)) for name in FIELDS}
    return EventPatch(tuple(games), {name: pair for name, pair in values.items() if pair[0] != pair[1]})


def _games(number: int, before: Pairings, after: Pairings) -> list[GamePatch]:
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    parts: list[GamePatch] = []
    for part in [*(GamePatch(number, (pairing,), ()) for pairing in gone), *(GamePatch(number, (), (pairing,)) for pairing in come)]:
        touching = [other for other in parts if other.players & part.players]
        parts = [other for other in parts if other not in touching] + [_joined([*touching, part])]
    changed = [part for part in parts if not say_same(part.before, part.after)]
    return sorted(changed, key=lambda part: min(pairing.board for pairing in (*part.before, *part.after)))


def _joined(parts: list[GamePatch]) -> GamePatch:
    before = sorted((pairing for part in parts for pairing in part.before), key=lambda pairing: pairing.board)
    after = sorted((pairing for part in parts for pairing in part.after), key=lambda pairing: pairing.board)
    return GamePatch(parts[0].round, tuple(before), tuple(after))
