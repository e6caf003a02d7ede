"""Which checkpoints a ladder has. It is a matter of speed alone: what a checkpoint says does not depend on the others.

There is one every 26 events, some six months of a club that meets every week. Further back every second is enough, then every fourth, and
so on: a replay from there reads many events anyway, and a long history needs few checkpoints.
"""

EVERY = 26  # events
_CLOSE = 8  # so many stand as close as that


def places_of(events: int) -> list[int]:
    """The numbers of events before the checkpoints of a ladder of so many events."""
    last = (events - 1) // EVERY
    return [number * EVERY for number in range(1, last + 1) if number % _step(last - number) == 0]


def _step(distance: int) -> int:
    """1 for the last eight, 2 for the eight before, 4 for the sixteen before, and so on."""
    return 1 << (distance // _CLOSE).bit_length()
