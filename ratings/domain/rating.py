"""The arithmetic of one event, the inner loop of the whole ladder: once plain, and once as quick as Python can.

Both take the games, everybody's frozen state and the rules, and give the same three columns, one element a player. The quick one leaves
ratings further apart than its table reaches to the plain one.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from operator import itemgetter, sub
from typing import NamedTuple, TypeVar

from ratings.domain.elo import EXPECTED, HALF, LIMIT, ONE, change_in_tenths
from ratings.domain.records import BLACK_RECORD, WHITE_RECORD
from ratings.domain.rules import Rules
from ratings.domain.timeline import PlayerId, RatedEvent

_V = TypeVar("_V")

_TENTH = ONE // 10
_SCORE = (0, HALF, ONE)  # by half-points

# The expected score by the difference: from 0 to LIMIT and, counted from the end, from -1 to -LIMIT. Dense, so that the processor's cache
# holds the part that is used.
_EXPECTED = array("i", (EXPECTED[d + LIMIT] for d in (*range(LIMIT + 1), *range(-LIMIT, 0))))


class Sums(NamedTuple):
    """What an event gives its players; see `EventChanges`."""

    change: tuple[int, ...]
    record: tuple[int, ...]
    uncounted: tuple[int, ...] = ()


def sums_of(event: RatedEvent, before: Sequence[int], games_before: Sequence[int], rules: Rules) -> Sums:
    """What the event gives its players, whose frozen ratings and numbers of games these are."""
    if not before:
        return Sums((), ())
    if max(before) - min(before) > LIMIT:
        return plain_sums(event, before, games_before, rules)
    return quick_sums(event, before, games_before, rules)


def quick_sums(event: RatedEvent, before: Sequence[int], games_before: Sequence[int], rules: Rules) -> Sums:
    """Ratings no further apart than the table reaches, of at least one player."""
    surplus = [0] * len(before)
    fewest = min(games_before)
    if fewest < rules.provisional_games <= max(games_before):
        provisional = [played < rules.provisional_games for played in games_before]
        uncounted = _add_mixed(event, before, provisional, surplus)
        record, rest = (tuple(map(sub, event.played, uncounted)), tuple(uncounted)) if any(uncounted) else (event.played, ())
    else:
        record, rest = event.played, ()
        score, expected = _SCORE, _EXPECTED
        for white, black, points in zip(event.white, event.black, event.points, strict=True):
            gain = score[points] - expected[before[white] - before[black]]
            surplus[white] += gain
            surplus[black] -= gain  # exact: the expected scores of a pair add up to one point
    change = _changes(rules.k_established, surplus)
    if fewest < rules.new_games:
        k_new = _changes(rules.k_new, surplus)
        change = [new if played < rules.new_games else old for played, new, old in zip(games_before, k_new, change, strict=True)]
    return Sums(tuple(change), record, rest)


def _add_mixed(event: RatedEvent, before: Sequence[int], provisional: Sequence[bool], surplus: list[int]) -> list[int]:
    """Where some are provisional and others are not; returns the records of the games that did not count for the latter."""
    uncounted = [0] * len(before)
    for white, black, points in zip(event.white, event.black, event.points, strict=True):
        gain = _SCORE[points] - _EXPECTED[before[white] - before[black]]
        if provisional[white] or not provisional[black]:
            surplus[white] += gain
        else:
            uncounted[white] += WHITE_RECORD[points]
        if provisional[black] or not provisional[white]:
            surplus[black] -= gain
        else:
            uncounted[black] += BLACK_RECORD[points]
    return uncounted


def _changes(k: int, surplus: Iterable[int]) -> list[int]:
    """`change_in_tenths` of each, with the fraction K to a tenth reduced to lowest terms first."""
    shared = gcd(k, _TENTH // 2)
    k, unit = k // shared, _TENTH // shared
    half = unit // 2
    if k == 1:
        return [(gain + half) // unit if gain >= 0 else -((half - gain) // unit) for gain in surplus]
    return [(k * gain + half) // unit if gain >= 0 else -((half - k * gain) // unit) for gain in surplus]


def plain_sums(event: RatedEvent, before: Sequence[int], games_before: Sequence[int], rules: Rules) -> Sums:
    """The same, step by step."""
    provisional = [rules.is_provisional(played) for played in games_before]
    surplus, record, uncounted = [0] * len(before), [0] * len(before), [0] * len(before)
    for white, black, points in event.games:
        difference = max(-LIMIT, min(LIMIT, before[white] - before[black]))
        gain = points * HALF - EXPECTED[difference + LIMIT]
        sides = ((white, black, gain, WHITE_RECORD[points]), (black, white, -gain, BLACK_RECORD[points]))
        for own, opponent, own_gain, own_record in sides:
            if provisional[own] or not provisional[opponent]:
                surplus[own] += own_gain
                record[own] += own_record
            else:
                uncounted[own] += own_record
    change = [change_in_tenths(rules.k_for(played), gain) for played, gain in zip(games_before, surplus, strict=True)]
    return Sums(tuple(change), tuple(record), tuple(uncounted) if any(uncounted) else ())


def pick(column: Mapping[PlayerId, _V] | Sequence[_V], players: Sequence[int]) -> tuple[_V, ...]:
    """The values of these players, in their order; of a sequence, those at these places.

    Raises KeyError or IndexError: somebody is not in it.
    """
    if len(players) > 1:
        picked: tuple[_V, ...] = itemgetter(*players)(column)
        return picked
    return tuple(column[player] for player in players)
