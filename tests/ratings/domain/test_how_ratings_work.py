"""The page that explains the ladder to members says what the code computes."""

import re
from datetime import date
from pathlib import Path

from ratings.domain.elo import HALF, ONE, change_in_tenths, expected_score
from ratings.domain.explanation import PlayerGame, explain
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import RatedEvent
from tests.ratings.domain.replaying import changes_of
from tournaments.domain.results import ResultKind

PAGE = (Path(__file__).parents[3] / "docs" / "how-ratings-work.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())

OPPONENTS = {2: (15_000, 0), 3: (13_000, 2), 4: (16_000, 1), 5: (13_500, 2)}  # rating, Anne's half-points
KINDS = {0: ResultKind.BLACK_WIN, 1: ResultKind.DRAW, 2: ResultKind.WHITE_WIN}
POINTS = {0: "0", 1: "½", 2: "1"}


def test_annes_table_is_computed() -> None:
    states = {1: (14_000, 30)} | {player: (rating, 30) for player, (rating, _) in OPPONENTS.items()}
    evening = (date(2026, 3, 3), 0, 1)
    games = [(1, player, score) for player, (_, score) in OPPONENTS.items()]
    changes = changes_of([RatedEvent.of(1, evening, evening, games)], states, {}, RuleBook())[0]
    lines = [PlayerGame(player, True, player, KINDS[score]) for _, player, score in games]
    told = explain(changes, 1, lines, Rules())
    rows = [f"| {(game.opponent_rating or 0) // 10} | {game.expected_text} | {POINTS[game.score]} |" for game in told.games]
    assert re.findall(r"^\| \d.*$", PAGE, re.MULTILINE) == rows
    assert f"| **sum** | **{told.expected_text}** | **2½** |" in PAGE
    assert f"2.50 − {told.expected_text} = {told.surplus_text}, and 20 × {told.surplus_text} = 13.8." in PROSE
    assert (told.product_text, told.before + told.change) == ("13.80", 14_138)


def test_annes_games_one_by_one() -> None:
    single = [change_in_tenths(20, score * HALF - expected_score(14_000 - rating)) for rating, score in OPPONENTS.values()]
    assert single == [-72, 72, 52, 86]
    assert (
        "the loss to 1500 cost her 7.2 points, the win over 1300 earned 7.2, the draw with 1600 earned 5.2 and the "
        "win over 1350 earned 8.6" in PROSE
    )


def test_the_other_figures_of_the_page() -> None:
    rules = Rules()
    assert [f"{expected_score(difference) / ONE:.2f}" for difference in (0, 2000, 4000)] == ["0.50", "0.76", "0.91"]
    assert "give 0.50" in PROSE
    assert "expected to score 0.76, one 400 points above 0.91" in PROSE
    assert f"It is {rules.k_new} in the first {rules.new_games} rated games" in PROSE
    assert f"and {rules.k_established} after that" in PROSE
    assert f"everybody starts at {rules.start // 10}" in PROSE
    assert (rules.provisional_games, "Until a player has five rated games" in PROSE) == (5, True)
    assert [change_in_tenths(1, half) for half in (250_000_000, -250_000_000)] == [3, -3]
    assert expected_score(80) == 511_510_891
