"""Records, streaks, form and the best win of a person, in words and in the rows of `ratings/records.html`."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from clubs.templatetags.rookery import day, rating, score
from ratings.domain.history import (
    DRAW,
    LOSS,
    WIN,
    OpponentRecord,
    PlayedGame,
    Record,
    Streaks,
    best_win,
    record_of,
    records_by_opponent,
    unbeaten_streaks,
    winning_streaks,
)
from ratings.views.person import Person
from ratings.views.sentences import sentence

FORM_GAMES = 10
OPPONENTS_SHOWN = 10

Row = dict[str, Any]

_LETTERS = {
    WIN: pgettext_lazy("a game won, one letter", "W"),
    DRAW: pgettext_lazy("a game drawn, one letter", "D"),
    LOSS: pgettext_lazy("a game lost, one letter", "L"),
}
_CLASSES = {WIN: "won", DRAW: "drawn", LOSS: "lost"}
_AGAINST: dict[int, Promise] = {
    WIN: gettext_lazy("won against %(name)s"),
    DRAW: gettext_lazy("drew with %(name)s"),
    LOSS: gettext_lazy("lost to %(name)s"),
}
_ALONE: dict[int, Promise] = {
    WIN: pgettext_lazy("a game", "won"),
    DRAW: pgettext_lazy("a game", "drawn"),
    LOSS: pgettext_lazy("a game", "lost"),
}


def records(person: Person, games: Sequence[PlayedGame]) -> Row:
    """Everything of the page that is made of games; nothing without any. `games` in the order in which they were played."""
    if not games:
        return {}
    opponents = records_by_opponent(games)
    return {
        "form": [_result(person, game) for game in games[-FORM_GAMES:]],
        "record_tiles": _tiles(person, games),
        "by_colour": by_colour(games),
        "by_opponent": opponent_rows(person, games, opponents[:OPPONENTS_SHOWN]),
        "opponents": len(opponents),
        "more_opponents": len(opponents) > OPPONENTS_SHOWN,
    }


def _result(person: Person, game: PlayedGame) -> Row:
    """A square of the form: a letter to see, a sentence to hear. In an event that is not public nobody is named."""
    words = _AGAINST[game.points] % {"name": person.book.name_of(game.opponent)} if game.is_public else str(_ALONE[game.points])
    return {"letter": str(_LETTERS[game.points]), "kind": _CLASSES[game.points], "words": words, "date": game.day}


def _tiles(person: Person, games: Sequence[PlayedGame]) -> list[Row]:
    last = record_of(games[-FORM_GAMES:])
    tiles = [
        {"label": gettext("Last %(games)s games") % {"games": last.games}, "value": score(last.points, last.games)},
        {"label": gettext("Games in a row unbeaten"), **_streak_tile(unbeaten_streaks(games))},
        {"label": gettext("Games in a row won"), **_streak_tile(winning_streaks(games))},
    ]
    best = best_win(games)
    if best is not None:
        note = format_html("<bdi>{}</bdi>, {}", person.book.name_of(best.opponent), day(best.day))
        tiles.append({"label": gettext("Highest rating beaten"), "value": rating(best.opponent_rating), "note": note})
    return tiles


def _streak_tile(streaks: Streaks) -> Row:
    """The current one large, the longest below it."""
    current, longest = streaks.current, streaks.longest
    if longest is None:
        return {"value": 0}
    if longest == current:
        return {"value": longest.games, "note": sentence(gettext("the longest so far, since %(day)s"), day=day(longest.first))}
    note = sentence(gettext("longest: %(games)s, until %(day)s"), games=longest.games, day=day(longest.last))
    return {"value": current.games if current else 0, "note": note}


def by_colour(games: Sequence[PlayedGame]) -> list[Row]:
    """White, Black, and both together."""
    white, black = (record_of(game for game in games if game.is_white is colour) for colour in (True, False))
    return [
        _row(pgettext("colour of a player", "White"), white),
        _row(pgettext("colour of a player", "Black"), black),
        _row(pgettext("White and Black together", "Both"), record_of(games)),
    ]


def opponent_rows(person: Person, games: Iterable[PlayedGame], shown: Iterable[OpponentRecord]) -> list[Row]:
    """One row an opponent, leading to the games against them; then all games in events that are not public, as one."""
    rows = [
        _row(person.book.name_of(each.opponent), each.record, person.address("head_to_head", each.opponent), each.last) for each in shown
    ]
    hidden = record_of(game for game in games if not game.is_public)
    return [*rows, _row(gettext("In events that are not public"), hidden)] if hidden.games else rows


def _row(name: str, record: Record, url: str | None = None, last: date | None = None) -> Row:
    return {"name": name, "url": url, "record": record, "last": last}
