"""Why a player's rating changed at one event, game by game, in numbers that add up on paper.

A page prints a few decimals, the ladder sums nine. `explain` finds the fewest decimals (from two) at which the printed
expected scores, added up as printed and multiplied by K, round to the very change that the ladder made; at nine
decimals they always do, because there the print is the number itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ratings.domain.elo import HALF, change_in_tenths, expected_score
from ratings.domain.errors import NotInEvent
from ratings.domain.rules import Rules
from ratings.domain.timeline import EventChanges, EventId, PlayerId
from tournaments.domain.results import ResultKind

_FEWEST, _MOST = 2, 9  # decimals


class NotCounted(StrEnum):
    """Why a line of the player's event does not count for their rating (RULES section 1)."""

    BYE = "bye"
    FORFEIT = "forfeit"
    UNRATED = "unrated"  # Armageddon, less than one move each, decided against both
    PENDING = "pending"
    UNKNOWN_OPPONENT = "unknown_opponent"
    PROVISIONAL_OPPONENT = "provisional_opponent"


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """One line of the player's event. `opponent` is None for a bye, and for an entry not linked to a person."""

    round: int
    is_white: bool
    opponent: PlayerId | None
    result: ResultKind


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """One line of the explanation.

    `score` is in half-points as the event counts it, `opponent_rating` in tenths from before the event (None without
    an opponent), `expected` in 10⁻⁹ and `expected_text` the same as printed. Where the line does not count,
    `not_counted` says why and the expected score is None and "".
    """

    round: int
    is_white: bool
    opponent: PlayerId | None
    opponent_rating: int | None
    score: int
    expected: int | None
    expected_text: str
    not_counted: NotCounted | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """One player's event. Ratings and changes in tenths, `score` in half-points of the counted games.

    The texts have a dot and, when negative, a hyphen-minus: `expected_text` is the sum of the printed expected scores,
    `surplus_text` score less that sum, `product_text` K times it, which rounds to `change`. `agrees` is False while
    the ladder has not yet caught up with a corrected result: then `change` follows from the games shown, and
    `stored_change` is what the ladder still says.
    """

    event_id: EventId
    player: PlayerId
    before: int
    games_before: int
    is_provisional: bool
    k: int
    games: tuple[ExplainedGame, ...]
    score: int
    expected_text: str
    surplus_text: str
    product_text: str
    change: int
    stored_change: int

    @property
    def agrees(self) -> bool:
        """True if the stored ladder made the change that the games explain."""
        return self.change == self.stored_change


def explain(changes: EventChanges, player: PlayerId, games: Sequence[PlayerGame], rules: Rules) -> Explanation:
    """Explain the change of `player` at the event of `changes`.

    `games` are all lines of the player in the event, counted or not, in the order in which they are to be shown;
    `rules` those of the day on which the event started. Raises NotInEvent if the event has no row for the player.
    """
    if player not in changes.players:
        raise NotInEvent(f"Player {player} has no row in event {changes.event_id}.", player=player)
    row = changes.players.index(player)
    before, games_before = changes.before[row], changes.games_before[row]
    k = rules.k_for(games_before)
    lines = [_explained(game, before, games_before, changes, rules) for game in games]
    score = sum(line.score for line in lines if line.expected is not None)
    expected = [line.expected for line in lines if line.expected is not None]
    change = change_in_tenths(k, score * HALF - sum(expected))
    decimals = _decimals(expected, score, k, change)
    total = sum(_printed(value, decimals) for value in expected)
    surplus = score * 10**decimals // 2 - total
    return Explanation(
        event_id=changes.event_id,
        player=player,
        before=before,
        games_before=games_before,
        is_provisional=rules.is_provisional(games_before),
        k=k,
        games=tuple(_with_text(line, decimals) for line in lines),
        score=score,
        expected_text=_text(total, decimals),
        surplus_text=_text(surplus, decimals),
        product_text=_text(k * surplus, decimals),
        change=change,
        stored_change=changes.change[row],
    )


def _explained(game: PlayerGame, before: int, games_before: int, changes: EventChanges, rules: Rules) -> ExplainedGame:
    """One line, its expected score not printed yet."""
    opponent_rating, opponent_games = None, 0
    if game.opponent is not None and game.opponent in changes.players:
        row = changes.players.index(game.opponent)
        opponent_rating, opponent_games = changes.before[row], changes.games_before[row]
    reason = _kind_not_counted(game.result)
    if reason is None and opponent_rating is None:
        reason = NotCounted.UNKNOWN_OPPONENT
    elif reason is None and rules.is_provisional(opponent_games) and not rules.is_provisional(games_before):
        reason = NotCounted.PROVISIONAL_OPPONENT
    return ExplainedGame(
        round=game.round,
        is_white=game.is_white,
        opponent=game.opponent,
        opponent_rating=opponent_rating,
        score=game.result.white_points if game.is_white else game.result.black_points,
        expected=expected_score(before - opponent_rating) if reason is None and opponent_rating is not None else None,
        expected_text="",
        not_counted=reason,
    )


def _kind_not_counted(result: ResultKind) -> NotCounted | None:
    """Why no game of this kind counts for anybody; None if it may."""
    if result.is_rated:
        return None
    if result.is_bye:
        return NotCounted.BYE
    if result.is_forfeit:
        return NotCounted.FORFEIT
    return NotCounted.UNRATED if result.is_played else NotCounted.PENDING


def _with_text(line: ExplainedGame, decimals: int) -> ExplainedGame:
    """The line with its expected score as printed."""
    return line if line.expected is None else replace(line, expected_text=_text(_printed(line.expected, decimals), decimals))


def _decimals(expected: Sequence[int], score: int, k: int, change: int) -> int:
    """The fewest decimals at which the printed numbers give `change`."""
    for decimals in range(_FEWEST, _MOST):
        total = sum(_printed(value, decimals) for value in expected)
        if change_in_tenths(k, score * HALF - total * 10 ** (_MOST - decimals)) == change:
            return decimals
    return _MOST


def _printed(expected: int, decimals: int) -> int:
    """An expected score in units of the last printed decimal, half up (it is never negative)."""
    unit: int = 10 ** (_MOST - decimals)
    return (2 * expected + unit) // (2 * unit)


def _text(value: int, decimals: int) -> str:
    """`value` units of the last decimal, written out: -69 at two decimals is "-0.69"."""
    whole, part = divmod(abs(value), 10**decimals)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{decimals}d}"
