"""Invented contents for the style guide, in three languages: the same club evening in Latin, Hebrew and Cyrillic script."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from players.domain.initials import initials
from ratings.domain.ladder import Line, Place
from ratings.views.ladder_query import LadderQuery
from ratings.views.ladder_rows import ladder_rows, wall_rows
from tests.design.words import WORDS, Words


@dataclass(frozen=True, slots=True)
class SampleClub:
    """What the frame of a page needs to know of a club."""

    name: str
    slug: str = "sample"


def page_context(language: str) -> dict[str, Any]:
    """Everything that the style guide shows in one language, as a template context."""
    words = WORDS[language]
    return {
        "club": SampleClub(words.club),
        "club_links": [
            {"label": words.ladder, "url": "#", "current": True},
            {"label": words.events, "url": "#"},
            {"label": words.how, "url": "#"},
            {"label": words.desk, "url": "#", "count": 3},
        ],
        "words": words,
        "established": _ladder_rows(words, range(12)),
        "provisional": _ladder_rows(words, range(12, 15)),
        "columns": _columns(words),
        "asked": LadderQuery(),
        "wall_rows": wall_rows([_ladder_line(index) for index in range(12, 15)], _Names(words)),
        "climbers": [{"url": "#", "name": words.names[index], "change": 300 - 41 * index} for index in range(3)],
        "events": _events(words),
        "standings": _standings(words),
        "changes": _changes(words),
        "games": _games(words),
        "crosstable": _crosstable(words),
        "pairings": _pairings(words),
        "preview": _preview(words),
        "names_that_change": [(initials(name), name) for name in words.names[:3]],
        "letter": _letter(words),
        "keys": [{"key": "A", "label": words.accept_all}, {"key": "N", "label": words.new_player}],
        "crumbs": [{"label": words.club, "url": "#"}, {"label": words.events, "url": "#"}, {"label": words.event_names[0]}],
        "tabs": [
            {"label": words.waiting, "url": "#", "current": True, "count": 3},
            {"label": words.published, "url": "#", "current": False},
            {"label": words.failed, "url": "#", "current": False, "count": 1},
        ],
        "tiles": [
            {"label": words.rating, "value": words.figure("1413.8"), "note": words.place},
            {"label": words.games, "value": "31"},
            {"label": words.best, "value": words.figure("1437.2"), "note": words.event_names[1]},
            {"label": words.players, "value": "58"},
        ],
        "reasons": [[words.reason_exact], [words.reason_initial, words.reason_letter]],
    }


class _Names:
    """The names of the sample club, by the number of a line."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def name_of(self, player_id: int) -> str:
        return self._words.names[player_id]

    def public_id_of(self, player_id: int) -> str:
        return f"sample{player_id:05}"


def _ladder_line(index: int) -> Line:
    provisional = index >= 12
    rating = 16874 - 417 * index - 13 * index * index
    wins, draws, losses = (1, 0, 2) if provisional else (19 - index, 4 + index % 5, 3 + index)
    place = Place(index, rating, wins + draws + losses, wins, draws, losses, provisional, date(2026, 11 - index % 3, 3 + index))
    moved, change = [0, 1, -2][index % 3], [138, -42, 0, 7, -196, 224, None][index % 7]
    return Line(place, None, None, change) if provisional else Line(place, index + 1, moved, change)


def _ladder_rows(words: Words, indices: range) -> str:
    return ladder_rows([_ladder_line(index) for index in indices], _Names(words), today=date(2026, 11, 30))


def _columns(words: Words) -> list[dict[str, str]]:
    labels = (words.rating, "±", words.games, words.published)
    return [{"label": label, "url": "#", "sorted": "" if number else "descending"} for number, label in enumerate(labels)]


def _events(words: Words) -> list[dict[str, Any]]:
    rows = [
        (words.event_names[0], date(2026, 11, 24), words.swiss, 18, 5, words.state_waiting, "warn"),
        (words.event_names[1], date(2026, 11, 17), words.round_robin, 6, 5, "", ""),
        (words.event_names[2], date(2026, 11, 10), words.bughouse, 16, None, words.state_unrated, ""),
        (words.event_names[3], date(2026, 11, 3), words.swiss, 24, 7, words.state_failed, "error"),
    ]
    keys = ("name", "date", "format", "players", "rounds", "state", "state_kind")
    return [dict(zip(keys, row, strict=True)) | {"url": "#", "winner": words.names[i]} for i, row in enumerate(rows)]


def _standings(words: Words) -> list[dict[str, Any]]:
    table = [(9, "14½", "18½"), (8, "15", "16¼"), (8, "13½", "15"), (7, "14", "12¼"), (6, "12", "9"), (4, "11½", "6½"), (1, "12", "1")]
    changes = [224, 138, 0, -7, -42, -196, None]
    return [
        {"rank": i + 1, "name": words.names[i], "url": "#", "points": row[0], "tie_breaks": row[1:], "change": changes[i]}
        for i, row in enumerate(table)
    ]


def _changes(words: Words) -> list[dict[str, Any]]:
    rows = [(5, 4, 14000, 138, 14138, ""), (3, 5, 14042, -42, 14000, ""), (None, None, 14042, None, 14042, words.state_unrated)]
    keys = ("score", "games", "before", "change", "after", "note")
    dates = (date(2026, 11, 24), date(2026, 11, 17), date(2026, 11, 10))
    return [dict(zip(keys, row, strict=True)) | {"name": words.event_names[i], "url": "#", "date": dates[i]} for i, row in enumerate(rows)]


def _games(words: Words) -> list[dict[str, Any]]:
    """The worked example of the ladder guide: 1400 against 1500, 1300, 1600 and 1350, 2½ out of 4."""
    figures = [(15000, 2, "0.36", "+12.80"), (13000, 2, "0.64", "+7.20"), (16000, 1, "0.24", "+5.19"), (13500, 0, "0.57", "−11.43")]
    return [
        {
            "opponent": words.names[i],
            "url": "#",
            "rating": row[0],
            "score": row[1],
            "expected": words.figure(row[2]),
            "change": words.figure(row[3]),
        }
        for i, row in enumerate(figures)
    ]


def _crosstable(words: Words) -> dict[str, Any]:
    grid = ["x½1111", "½x½111", "0½x½11", "00½x½+", "000½x1", "000-0x"]
    totals = [9, 8, 6, 4, 3, 0]
    rows = [
        {
            "rank": i + 1,
            "name": words.names[i],
            "url": "#",
            "points": totals[i],
            "cells": [{"self": c == "x", "text": c.replace("-", "−"), "unplayed": c in "+-"} for c in line],
        }
        for i, line in enumerate(grid)
    ]
    return {"columns": ["1", "2", "3", "4", "5", "6"], "rows": rows}


def _pairings(words: Words) -> list[dict[str, Any]]:
    names = words.names
    return [
        {"board": 1, "white": names[0], "white_url": "#", "black": names[1], "black_url": "#", "result": "1-0", "white_won": True},
        {"board": 2, "white": names[2], "white_url": "#", "black": names[3], "black_url": "#", "result": "½-½"},
        {"board": 3, "white": names[4], "black": names[5], "result": "-+", "black_won": True, "note": words.forfeit},
        {"board": 4, "white": names[6], "black": names[7], "result": "*"},
        {"board": None, "white": names[8], "black": None, "result": "U"},
    ]


def _preview(words: Words) -> dict[str, Any]:
    return {
        "columns": [words.number, words.name, words.rating, words.points],
        "rows": [
            {"number": 14, "cells": ["1", words.names[0], "1687", "4½"]},
            {"number": 15, "cells": ["2", words.names[1], "16x4", "4"], "errors": [words.row_error]},
            {"number": 16, "cells": ["3", words.names[2], "", "3½"], "warnings": [words.row_warning]},
        ],
    }


def _letter(words: Words) -> dict[str, Any]:
    return {
        "subject": words.letter_subject,
        "sender": "rookery@club.example",
        "recipients": "arbiter@club.example",
        "date": datetime(2026, 11, 24, 19, 42, tzinfo=UTC),
        "body": words.letter_body,
    }
