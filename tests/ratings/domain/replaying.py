"""The replay as the tests of its rules ask for it."""

from collections.abc import Iterable, Mapping

from ratings.domain.replay import replay
from ratings.domain.rules import RuleBook
from ratings.domain.tally import brought
from ratings.domain.timeline import EventChanges, PlayerId, RatedEvent


def changes_of(
    timeline: Iterable[RatedEvent | EventChanges],
    states: Mapping[PlayerId, tuple[int, int]],
    start_ratings: Mapping[PlayerId, int],
    rulebook: RuleBook,
) -> list[EventChanges]:
    """The changes of all events; `states` are rating and number of games of those who bring them."""
    before = {player: brought(*state) for player, state in states.items()}
    return replay(timeline, before, start_ratings, rulebook).changes
