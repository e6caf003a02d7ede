"""How this ladder works: the rules in words, with the club's own figures and an example computed by the ladder itself."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from clubs.templatetags.rookery import decimal
from ratings.domain.elo import expected_score
from ratings.domain.explanation import ExplainedGame, Explanation, PlayerGame, explain
from ratings.domain.rules import RuleBook, Rules
from ratings.domain.timeline import EventChanges
from ratings.selectors import ladder_rules_of
from ratings.selectors.kept import PageState
from ratings.views.arithmetic import game_figures, printed, signed
from ratings.views.frame import HOW, render_club_page
from ratings.views.kept import kept_page
from ratings.views.ladder_query import Nothing, read_nothing
from tournaments.domain.results import ResultKind

EXAMPLE_RATING = 14_000
EXAMPLE_GAMES = 30
EXAMPLE_OPPONENTS = (15_000, 13_000, 16_000, 13_500)
EXAMPLE_RESULTS = (ResultKind.BLACK_WIN, ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.WHITE_WIN)


@kept_page(read_nothing)
def how_page(request: HttpRequest, state: PageState, asked: Nothing) -> HttpResponse:
    """The rules that hold today, those that held before or will hold later, and the example."""
    club = state.club
    book = ladder_rules_of(club)
    return render_club_page(request, club, "ratings/how.html", HOW, _figures(book, club.today), asked.address)


def _figures(book: RuleBook, today: date) -> dict[str, Any]:
    rules = book.on(today)
    periods = [{"since": None, "rules": book.beginning}, *({"since": since, "rules": each} for since, each in book.later.items())]
    return {
        "rules": rules,
        "periods": periods if len(periods) > 1 else [],
        "expected": [{"difference": points, "expected": decimal(Decimal(expected_score(points * 10)) / 10**9)} for points in (0, 200, 400)],
        "example": _example(rules),
    }


@dataclass(frozen=True, slots=True)
class Example:
    """The worked example as `components/rating_games.html` takes it; ratings in tenths."""

    explanation: Explanation
    rows: list[dict[str, Any]]
    total_expected: str
    total_change: str
    after: int


def _example(rules: Rules) -> Example:
    """Anne of the ladder guide (RULES section 1) under the club's rules: she and her opponents are established."""
    games_before = max(EXAMPLE_GAMES, rules.new_games, rules.provisional_games)
    everybody = (EXAMPLE_RATING, *EXAMPLE_OPPONENTS)
    nothing = (0,) * len(everybody)
    changes = EventChanges(
        0, (date.min, 0, 0), (date.min, 0, 0), tuple(range(len(everybody))), everybody, (games_before,) * len(everybody), nothing, nothing
    )
    games = [PlayerGame(number, True, number, result) for number, result in enumerate(EXAMPLE_RESULTS, 1)]
    told = explain(changes, 0, games, rules)
    return Example(
        told,
        [_row(told, game) for game in told.games],
        printed(told.expected_text),
        signed(told.product_text),
        EXAMPLE_RATING + told.change,
    )


def _row(told: Explanation, game: ExplainedGame) -> dict[str, Any]:
    return {"opponent": gettext("Opponent %(number)s") % {"number": game.round}, **game_figures(told, game)}
