"""The tables of an event that say who played whom: the crosstable and the boards of a round. Whoever shows them gives the names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext, pgettext

from clubs.templatetags.rookery import points
from tournaments.domain.crosstable import CrosstableCell, CrosstableRow
from tournaments.domain.record import EventFormat, PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.views.words import result_note

_EVERYBODY_MEETS = frozenset({EventFormat.ROUND_ROBIN, EventFormat.DOUBLE_ROUND_ROBIN})
UNRATED_MARK = "†"  # behind the result of a game that was played and is never rated
WIDEST_MATRIX = 20  # players against players; beyond it the rounds are the columns

Row = dict[str, Any]


@dataclass(frozen=True)
class EventTables:
    """Who played whom. `who` gives the name and the address (or None) of everybody by pairing number, `planned` the rounds to be played.

    `table` is in the order of the standings.
    """

    format: str
    planned: int
    rounds: Sequence[RoundRecord]
    table: Sequence[CrosstableRow]
    who: Mapping[int, tuple[str, str | None]]

    def crosstable(self, shown: slice) -> Row:
        """Players against players where everybody meets, else players against rounds.

        Rows are numbered from 1 without gaps: who shares a place would else share what the cells refer to.
        """
        rows, matrix = self.table[shown], self._is_matrix
        columns = list(self._order.values()) if matrix else [each.number for each in self.rounds]
        marked = any(_mark(cell) for row in rows for cells in row.rounds for cell in cells)
        lines = [self._crosstable_row(row) for row in rows]
        return {"columns": columns, "rows": lines, "matrix": matrix, "mark": UNRATED_MARK if marked else ""}

    @cached_property
    def _order(self) -> dict[int, int]:
        """The number of each row by pairing number."""
        return {row.number: number for number, row in enumerate(self.table, 1)}

    @cached_property
    def _is_matrix(self) -> bool:
        """True if every player meets every other: as many rounds as that takes, and few enough to fit."""
        players, rounds = len(self.table), max(len(self.rounds), self.planned)
        return self.format in _EVERYBODY_MEETS and 2 < players <= WIDEST_MATRIX and rounds >= players - 1

    def _crosstable_row(self, row: CrosstableRow) -> Row:
        name, url = self.who[row.number]
        cells = self._by_opponent(row) if self._is_matrix else self._by_round(row)
        return {"rank": self._order[row.number], "name": name, "url": url, "points": row.points, "cells": cells}

    def _by_opponent(self, row: CrosstableRow) -> list[Row]:
        order = self._order
        met: list[list[CrosstableCell]] = [[] for _ in order]
        for cell in (cell for cells in row.rounds for cell in cells):
            if cell.opponent is not None:
                met[order[cell.opponent] - 1].append(cell)
        return [
            {"self": column == order[row.number], **_cell(cells, " ".join(cell.text + _mark(cell) for cell in cells), self._cell_words)}
            for column, cells in enumerate(met, 1)
        ]

    def _by_round(self, row: CrosstableRow) -> list[Row]:
        return [_cell(cells, " ".join(_against(cell, self._order) for cell in cells), _remark) for cells in row.rounds]

    def _cell_words(self, cell: CrosstableCell) -> str:
        if cell.opponent is None:
            return result_note(cell.result)
        name, note = self.who[cell.opponent][0], result_note(cell.result)
        words = gettext("White against %(name)s") if cell.is_white else gettext("Black against %(name)s")
        return words % {"name": name} + (f" ({note})" if note else "")

    def round(self, record: RoundRecord) -> Row:
        """The boards of a round, for `components/pairings.html`."""
        return {
            "number": record.number,
            "played_on": record.played_on,
            "pairings": [self._pairing(pairing) for pairing in record.pairings],
        }

    def _pairing(self, pairing: PairingRecord) -> Row:
        white, white_url = self.who[pairing.white]
        black, black_url = (None, None) if pairing.black is None else self.who[pairing.black]
        result = pairing.result
        return {
            "board": None if pairing.black is None else pairing.board,
            "white": white,
            "white_url": white_url,
            "white_won": result.white_points > result.black_points,
            "black": black,
            "black_url": black_url,
            "black_won": result.black_points > result.white_points,
            "result": result.value,
            "note": "" if result.is_bye or result is ResultKind.PENDING else result_note(result),
        }


def _cell(cells: Sequence[CrosstableCell], text: str, words: Callable[[CrosstableCell], str]) -> Row:
    """A cell as `components/crosstable.html` takes it."""
    title = "; ".join(filter(None, map(words, cells)))
    return {"text": text, "title": title, "unplayed": bool(cells) and not any(cell.result.is_played for cell in cells)}


def _remark(cell: CrosstableCell) -> str:
    """Said of a game in the column of its round, which already tells opponent and colour."""
    return result_note(cell.result)


def _against(cell: CrosstableCell, order: Mapping[int, int]) -> str:
    """A game in the column of its round: the number of the opponent's row, the colour, the result."""
    if cell.opponent is None:
        return gettext("bye %(points)s") % {"points": points(cell.points, "plain")}
    colour = pgettext("White in a crosstable, one letter", "w") if cell.is_white else pgettext("Black in a crosstable, one letter", "b")
    return f"{order[cell.opponent]}{colour}{cell.text}{_mark(cell)}"


def _mark(cell: CrosstableCell) -> str:
    return UNRATED_MARK if cell.result.is_played and not cell.result.is_rated else ""
