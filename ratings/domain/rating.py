"""The arithmetic of one event, the inner loop of the whole ladder: once plain, and once as quick as Python can.

Both take the games, everybody's frozen state and the rules, and give the same six columns, one element a player.

The quick one gathers all that a game does to a player in one integer, so that a game costs two additions: the surplus
(score less expected score, 10⁻⁹) in the upper bits, and below it how many games were won, drawn and lost. It is exact like the plain one,
since integers have no limit. A difference beyond the table and more games than its fields can count are left to the plain one.
"""

from array import array
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from ratings.domain.elo import EXPECTED, HALF, LIMIT, ONE, change_in_tenths
from ratings.domain.rules import Rules
from ratings.domain.timeline import Game, PlayerId

_FIELD = 7  # bits for the number of games won, and as many for those drawn and lost
_SHIFT = 3 * _FIELD
_MASK = (1 << _SHIFT) - 1
_MOST = (1 << _FIELD) - 1
_WON, _DRAWN, _LOST = 1, 1 << _FIELD, 1 << 2 * _FIELD
_TENTH = ONE // 10

# By White's half-points.
_WHITE = (_LOST, _DRAWN, _WON)
_BLACK = (_WON, _DRAWN, _LOST)
_SCORED = tuple((points * HALF << _SHIFT) + _WHITE[points] for points in (0, 1, 2))
_BOTH = tuple(_WHITE[points] + _BLACK[points] for points in (0, 1, 2))  # their surpluses add up to nothing

# What is expected of White, taken away, by the difference: from 0 to LIMIT and, counted from the end, from -1 to -LIMIT.
_EXPECTED = array("q", (-EXPECTED[d + LIMIT] << _SHIFT for d in (*range(LIMIT + 1), *range(-LIMIT, 0))))


class Sums(NamedTuple):
    """What an event gives its players; the units are those of `EventChanges`."""

    change: tuple[int, ...]
    counted_games: tuple[int, ...]
    score: tuple[int, ...]
    wins: tuple[int, ...]
    draws: tuple[int, ...]
    losses: tuple[int, ...]


class _Records(dict[int, tuple[int, int, int, int, int]]):
    """(games, score, won, drawn, lost) by the lower bits of a sum; there are few, and they come again and again."""

    def __missing__(self, packed: int) -> tuple[int, int, int, int, int]:
        won, drawn, lost = packed & _MOST, packed >> _FIELD & _MOST, packed >> 2 * _FIELD
        self[packed] = row = (won + drawn + lost, 2 * won + drawn, won, drawn, lost)
        return row


_RECORDS = _Records()
_NOTHING = Sums((), (), (), (), (), ())


def sums_of(games: Sequence[Game], before: Sequence[int], games_before: Sequence[int], rules: Rules) -> Sums:
    """What the event gives its players, whose frozen ratings and numbers of games these are."""
    if not before:
        return _NOTHING
    if len(games) > _MOST or max(before) - min(before) > LIMIT:
        return plain_sums(games, before, games_before, rules)
    return quick_sums(games, before, games_before, rules)


def quick_sums(games: Sequence[Game], before: Sequence[int], games_before: Sequence[int], rules: Rules) -> Sums:
    """Up to 127 games, and ratings no further apart than the table reaches."""
    sums = [0] * len(before)
    fewest, most = min(games_before), max(games_before)
    uncounted: list[int] | None = None
    if fewest < rules.provisional_games <= most:
        uncounted = _add_mixed(games, before, [played < rules.provisional_games for played in games_before], sums)
    else:
        expected, scored, both = _EXPECTED, _SCORED, _BOTH
        for white, black, points in games:
            gain = scored[points] + expected[before[white] - before[black]]
            sums[white] += gain
            sums[black] += both[points] - gain
    if fewest >= rules.new_games or most < rules.new_games:
        k = 2 * rules.k_for(fewest)
        change = [(k * (packed >> _SHIFT) + _TENTH - (packed < 0)) // (2 * _TENTH) for packed in sums]
    else:
        factors = [2 * rules.k_for(played) for played in games_before]
        change = [(k * (packed >> _SHIFT) + _TENTH - (packed < 0)) // (2 * _TENTH) for k, packed in zip(factors, sums, strict=True)]
    records = _RECORDS
    counted, score, won, drawn, lost = zip(*[records[packed & _MASK] for packed in sums], strict=True)
    if uncounted is not None:
        rows = [records[(packed & _MASK) + more] for packed, more in zip(sums, uncounted, strict=True)]
        _, _, won, drawn, lost = zip(*rows, strict=True)
    return Sums(tuple(change), counted, score, won, drawn, lost)


def _add_mixed(games: Sequence[Game], before: Sequence[int], provisional: list[bool], sums: list[int]) -> list[int]:
    """Where some are provisional and others are not; returns the records of the games that did not count for the latter."""
    uncounted = [0] * len(before)
    for white, black, points in games:
        gain = _SCORED[points] + _EXPECTED[before[white] - before[black]]
        if provisional[white] or not provisional[black]:
            sums[white] += gain
        else:
            uncounted[white] += _WHITE[points]
        if provisional[black] or not provisional[white]:
            sums[black] += _BOTH[points] - gain
        else:
            uncounted[black] += _BLACK[points]
    return uncounted


def plain_sums(games: Sequence[Game], before: Sequence[int], games_before: Sequence[int], rules: Rules) -> Sums:
    """The same, step by step."""
    provisional = [rules.is_provisional(played) for played in games_before]
    counted, score, surplus = ([0] * len(before) for _ in range(3))
    record = ([0] * len(before), [0] * len(before), [0] * len(before))  # by half-points: losses, draws, wins
    for white, black, points in games:
        record[points][white] += 1
        record[2 - points][black] += 1
        difference = max(-LIMIT, min(LIMIT, before[white] - before[black]))
        gain = points * HALF - EXPECTED[difference + LIMIT]
        if provisional[white] or not provisional[black]:
            counted[white] += 1
            score[white] += points
            surplus[white] += gain
        if provisional[black] or not provisional[white]:
            counted[black] += 1
            score[black] += 2 - points
            surplus[black] -= gain  # exact: the expected scores of a pair add up to one point
    change = [change_in_tenths(rules.k_for(played), gain) for played, gain in zip(games_before, surplus, strict=True)]
    losses, draws, wins = record
    return Sums(*map(tuple, (change, counted, score, wins, draws, losses)))


def pick(column: dict[PlayerId, int], players: Sequence[PlayerId]) -> tuple[int, ...]:
    """The values of these players, in their order."""
    if len(players) > 1:
        picked: tuple[int, ...] = itemgetter(*players)(column)
        return picked
    return tuple(column[player] for player in players)
