"""The explanation of a change: Anne's evening literally, every reason, and the printed numbers adding up."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given, settings

from ratings.domain.errors import NotInEvent
from ratings.domain.explanation import ExplainedGame, NotCounted, PlayerGame, explain
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventChanges, PlayerId, PlayerState, RatedEvent
from tests.ratings.domain.histories import History, histories
from tests.ratings.domain.replaying import changes_of
from tournaments.domain.results import ResultKind as Kind

EVENING = (date(2026, 3, 3), 0, 1)
ANNE = 1


def one_event(states: dict[PlayerId, tuple[int, int]], games: list[tuple[int, int, int]]) -> EventChanges:
    event = RatedEvent.of(7, EVENING, EVENING, games, tuple(states))
    return changes_of([event], {player: PlayerState(*state) for player, state in states.items()}, {}, RuleBook())[0]


ANNES_STATES = {ANNE: (14_000, 30), 2: (15_000, 40), 3: (13_000, 40), 4: (16_000, 40), 5: (13_500, 40)}


def test_anne() -> None:
    changes = one_event(ANNES_STATES, [(1, 2, 0), (3, 1, 0), (1, 4, 1), (5, 1, 0)])
    games = [
        PlayerGame(1, True, 2, Kind.BLACK_WIN),
        PlayerGame(2, False, 3, Kind.BLACK_WIN),
        PlayerGame(3, True, 4, Kind.DRAW),
        PlayerGame(4, False, 5, Kind.BLACK_WIN),
    ]
    told = explain(changes, ANNE, games, Rules())
    assert told.games == (
        ExplainedGame(1, True, 2, 15_000, 0, 359_935_000, "0.36", None),
        ExplainedGame(2, False, 3, 13_000, 2, 640_065_000, "0.64", None),
        ExplainedGame(3, True, 4, 16_000, 1, 240_253_073, "0.24", None),
        ExplainedGame(4, False, 5, 13_500, 2, 571_463_117, "0.57", None),
    )
    assert (told.before, told.games_before, told.is_provisional, told.k) == (14_000, 30, False, 20)
    assert (told.score, told.expected_text, told.surplus_text, told.product_text) == (5, "1.81", "0.69", "13.80")
    assert (told.change, told.stored_change, told.agrees) == (138, 138, True)


def test_every_reason_not_to_count() -> None:
    states = {ANNE: (14_000, 30), 2: (15_000, 40), 3: (12_000, 0)}
    changes = one_event(states, [(1, 3, 0)])
    games = [
        PlayerGame(1, True, None, Kind.PAIRING_ALLOCATED_BYE),
        PlayerGame(2, True, None, Kind.HALF_POINT_BYE),
        PlayerGame(3, False, 2, Kind.BLACK_FORFEIT_WIN),
        PlayerGame(4, True, 2, Kind.DOUBLE_FORFEIT),
        PlayerGame(5, False, 2, Kind.ARMAGEDDON_BLACK_WIN),
        PlayerGame(6, True, 2, Kind.PENDING),
        PlayerGame(7, True, None, Kind.WHITE_WIN),
        PlayerGame(8, True, 3, Kind.BLACK_WIN),
    ]
    told = explain(changes, ANNE, games, Rules())
    assert [(game.round, game.not_counted, game.score, game.opponent_rating) for game in told.games] == [
        (1, NotCounted.BYE, 2, None),
        (2, NotCounted.BYE, 1, None),
        (3, NotCounted.FORFEIT, 2, 15_000),
        (4, NotCounted.FORFEIT, 0, 15_000),
        (5, NotCounted.UNRATED, 2, 15_000),
        (6, NotCounted.PENDING, 0, 15_000),
        (7, NotCounted.UNKNOWN_OPPONENT, 2, None),
        (8, NotCounted.PROVISIONAL_OPPONENT, 0, 12_000),
    ]
    assert (told.score, told.expected_text, told.product_text, told.change, told.agrees) == (0, "0.00", "0.00", 0, True)


def test_more_decimals_where_two_would_print_another_change() -> None:
    changes = one_event({ANNE: (12_000, 0), 2: (11_920, 0)}, [(1, 2, 2)])
    told = explain(changes, ANNE, [PlayerGame(1, True, 2, Kind.WHITE_WIN)], Rules())
    assert (told.expected_text, told.surplus_text, told.product_text) == ("0.512", "0.488", "19.520")
    assert told.change == 195


def test_says_when_the_ladder_has_not_caught_up() -> None:
    changes = one_event(ANNES_STATES, [(1, 2, 0)])
    told = explain(changes, ANNE, [PlayerGame(1, True, 2, Kind.WHITE_WIN)], Rules())
    assert (told.change, told.stored_change, told.agrees) == (128, -72, False)


def test_a_stranger_to_the_event() -> None:
    with pytest.raises(NotInEvent):
        explain(one_event(ANNES_STATES, []), 99, [], Rules())


RESULTS = {2: Kind.WHITE_WIN, 1: Kind.DRAW, 0: Kind.BLACK_WIN}


@settings(max_examples=100, deadline=None)
@given(histories())
def test_printed_numbers_add_up(history: History) -> None:
    played = {event.event_id: event.games for event in history.events}
    for changes in changes_of([event.rated() for event in history.events], {}, history.start_ratings, history.rulebook):
        rules = history.rulebook.on(changes.starts[0])
        for row, player in enumerate(changes.players):
            games = [
                PlayerGame(n, white == player, black if white == player else white, RESULTS[points])
                for n, (white, black, points) in enumerate(played[changes.event_id])
                if player in (white, black)
            ]
            told = explain(changes, player, games, rules)
            printed = sum((Decimal(g.expected_text) for g in told.games if g.not_counted is None), Decimal(0))
            assert Decimal(told.expected_text) == printed
            assert Decimal(told.surplus_text) == Decimal(told.score) / 2 - printed
            assert Decimal(told.product_text) == told.k * Decimal(told.surplus_text)
            rounded = Decimal(told.product_text).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
            assert rounded == Decimal(changes.change[row]) / 10
            assert (told.agrees, told.score) == (True, changes.score[row])
            assert sum(g.not_counted is None for g in told.games) == changes.counted_games[row]
