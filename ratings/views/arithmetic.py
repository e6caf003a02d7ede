"""The figures of an explanation as `components/rating_games.html` takes them: the printed sum gives the printed change."""

from decimal import Decimal
from typing import Any

from clubs.templatetags.rookery import decimal
from ratings.domain.explanation import ExplainedGame, Explanation


def game_figures(told: Explanation, game: ExplainedGame) -> dict[str, Any]:
    """One game: what it was worth is K times what was scored above the printed expectation. A dash where it does not count."""
    figures = {"rating": game.opponent_rating, "score": game.score}
    if game.not_counted is not None:
        return {**figures, "expected": "–", "change": "–"}
    worth = told.k * (Decimal(game.score) / 2 - Decimal(game.expected_text))
    places = max(0, -int(Decimal(game.expected_text).as_tuple().exponent))
    return {**figures, "expected": printed(game.expected_text), "change": signed(f"{worth:.{places}f}")}


def printed(text: str) -> str:
    """A figure of the explanation with the decimal sign of the language; all its decimals stay."""
    return decimal(Decimal(text), len(text.partition(".")[2]))


def signed(text: str) -> str:
    """The same with a plus in front of a gain."""
    return ("+" if Decimal(text) > 0 else "") + printed(text)
