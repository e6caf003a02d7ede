"""An event as its page shows it: table, crosstable and rounds, with names from the door and never from an entry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext

from clubs.templatetags.rookery import points
from players.selectors import NameBook
from tournaments.domain.crosstable import CrosstableCell, CrosstableRow
from tournaments.domain.record import EventFormat, PairingRecord, RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.selectors.pages import EventSheet
from tournaments.views.parts import Part, address, part_of, part_tabs
from tournaments.views.words import TIE_BREAK_ORDER, dates_of, format_word, result_note, state_kind, state_sentence, tie_break_words

_QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}
_EVERYBODY_MEETS = frozenset({EventFormat.ROUND_ROBIN, EventFormat.DOUBLE_ROUND_ROBIN})
UNRATED_MARK = "†"  # behind the result of a game that was played and is never rated
WIDEST_MATRIX = 20  # players against players; beyond it the rounds are the columns

Row = dict[str, Any]


@dataclass(frozen=True)
class EventPage:
    """One event before one viewer. `url_of` gives a person's page by the player's primary key, or None.

    `changes` are tenths by the primary key of the person, None where the event shows no changes; `explained_at` gives the page that
    explains the one of a player.
    """

    sheet: EventSheet
    book: NameBook
    url_of: Callable[[int], str | None]
    changes: Mapping[int, int] | None = None
    explained_at: Callable[[int], str] | None = None

    def context(self, round_number: int | None, rows: str = "") -> Row:
        """What the template takes. `round_number` is the round to show; None or one that is not there shows the last.

        `rows` is the part of a long event that was asked for, as in `tournaments.views.parts`.
        """
        sheet, version, part = self.sheet, self.sheet.version, part_of(len(self.sheet.table.rows), rows)
        shown = next((each for each in sheet.rounds if each.number == round_number), sheet.rounds[-1] if sheet.rounds else None)
        chosen = None if shown is None or shown.number != round_number else round_number
        codes = [value.code for value in sheet.table.rows[0].tie_breaks] if sheet.table.rows else []
        return {
            "title": version.name,
            "facts": self._facts(),
            "notice": state_sentence(version, sheet.counting),
            "notice_kind": state_kind(sheet.counting) or "info",
            "standings": [self._standing(row.place, row.number, row.points, row.tie_breaks) for row in sheet.table.rows[part.rows]],
            "tie_break_names": codes,
            "tie_break_words": [{"code": code, "words": tie_break_words(code)} for code in TIE_BREAK_ORDER if code in codes],
            "as_published": sheet.table.as_published,
            "with_change": self.changes is not None,
            "crosstable": self._crosstable(part),
            "part": None if part.is_whole else part,
            "standings_tabs": part_tabs(part, chosen, "standings"),
            "crosstable_tabs": part_tabs(part, chosen, "crosstable"),
            "rounds": [self._round_tab(each, each is shown, part) for each in sheet.rounds] if len(sheet.rounds) > 1 else [],
            "round": None if shown is None else self._round(shown),
        }

    def _facts(self) -> list[str]:
        version, count = self.sheet.version, len(self.sheet.entries)
        played, planned = len(self.sheet.rounds), version.planned_rounds or 0
        facts = [dates_of(version), format_word(version)]
        if version.time_control:
            facts.append(format_html('<bdi dir="ltr">{}</bdi>', version.time_control))
        facts.append(ngettext("%(players)s player", "%(players)s players", count) % {"players": count})
        if planned > played:
            facts.append(gettext("%(played)s of %(planned)s rounds") % {"played": played, "planned": planned})
        else:
            facts.append(ngettext("%(rounds)s round", "%(rounds)s rounds", played) % {"rounds": played})
        return [fact for fact in facts if fact]

    @cached_property
    def _who(self) -> dict[int, tuple[str, str | None]]:
        """The name by which each entry is shown, and the address of its player, by pairing number; each stands on the page many times."""
        return {number: self._shown(number) for number in self.sheet.entries}

    def _shown(self, number: int) -> tuple[str, str | None]:
        player = self.sheet.players.get(number)
        if player is None:
            return self.book.display_name(self.sheet.entries[number]), None
        return self.book.name_of(player), self.url_of(player)

    def _standing(self, place: int, number: int, half_points: int, tie_breaks: tuple[Any, ...]) -> Row:
        name, url = self._who[number]
        player = self.sheet.players.get(number)
        change = None if self.changes is None or player is None else self.changes.get(self.book.root_of(player))
        explained = None if change is None or player is None or self.explained_at is None else self.explained_at(player)
        texts = [quarters(value.value) for value in tie_breaks]
        shown = {"rank": place, "name": name, "url": url, "points": half_points, "tie_breaks": texts}
        return {**shown, "change": change, "change_url": explained}

    def _crosstable(self, part: Part) -> Row:
        """Players against players where everybody meets, else players against rounds.

        Rows are numbered from 1 without gaps: who shares a place would else share what the cells refer to.
        """
        table = self.sheet.crosstable
        order = {row.number: number for number, row in enumerate(table, 1)}
        matrix = _is_matrix(self.sheet)
        columns = list(order.values()) if matrix else [each.number for each in self.sheet.rounds]
        marked = any(_mark(cell) for row in table[part.rows] for cells in row.rounds for cell in cells)
        rows = [self._crosstable_row(row, order, matrix) for row in table[part.rows]]
        return {"columns": columns, "rows": rows, "matrix": matrix, "mark": UNRATED_MARK if marked else ""}

    def _crosstable_row(self, row: CrosstableRow, order: Mapping[int, int], matrix: bool) -> Row:
        name, url = self._who[row.number]
        cells = self._by_opponent(row, order) if matrix else self._by_round(row, order)
        return {"rank": order[row.number], "name": name, "url": url, "points": row.points, "cells": cells}

    def _by_opponent(self, row: CrosstableRow, order: Mapping[int, int]) -> list[Row]:
        met: list[list[CrosstableCell]] = [[] for _ in order]
        for cell in (cell for cells in row.rounds for cell in cells):
            if cell.opponent is not None:
                met[order[cell.opponent] - 1].append(cell)
        return [
            {"self": column == order[row.number], **_cell(cells, " ".join(cell.text + _mark(cell) for cell in cells), self._cell_words)}
            for column, cells in enumerate(met, 1)
        ]

    def _by_round(self, row: CrosstableRow, order: Mapping[int, int]) -> list[Row]:
        return [_cell(cells, " ".join(_against(cell, order) for cell in cells), _remark) for cells in row.rounds]

    def _cell_words(self, cell: CrosstableCell) -> str:
        if cell.opponent is None:
            return result_note(cell.result)
        name, note = self._who[cell.opponent][0], result_note(cell.result)
        words = gettext("White against %(name)s") if cell.is_white else gettext("Black against %(name)s")
        return words % {"name": name} + (f" ({note})" if note else "")

    def _round_tab(self, each: RoundRecord, current: bool, part: Part) -> Row:
        return {"label": str(each.number), "url": address(part, each.number, "round"), "current": current}

    def _round(self, record: RoundRecord) -> Row:
        return {
            "number": record.number,
            "played_on": record.played_on,
            "pairings": [self._pairing(pairing) for pairing in record.pairings],
        }

    def _pairing(self, pairing: PairingRecord) -> Row:
        white, white_url = self._who[pairing.white]
        black, black_url = (None, None) if pairing.black is None else self._who[pairing.black]
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


def quarters(value: Decimal) -> str:
    """A tie-break as it is printed: 9.25 → 9¼."""
    whole, part = divmod(int(value * 4), 4)
    return f"{whole if whole or not part else ''}{_QUARTERS[part]}"


def _is_matrix(sheet: EventSheet) -> bool:
    """True if every player meets every other: as many rounds as that takes, and few enough to fit."""
    players = len(sheet.entries)
    rounds = max(len(sheet.rounds), sheet.version.planned_rounds or 0)
    return sheet.version.format in _EVERYBODY_MEETS and 2 < players <= WIDEST_MATRIX and rounds >= players - 1


def _against(cell: CrosstableCell, order: Mapping[int, int]) -> str:
    """A game in the column of its round: the number of the opponent's row, the colour, the result."""
    if cell.opponent is None:
        return gettext("bye %(points)s") % {"points": points(cell.points, "plain")}
    colour = pgettext("White in a crosstable, one letter", "w") if cell.is_white else pgettext("Black in a crosstable, one letter", "b")
    return f"{order[cell.opponent]}{colour}{cell.text}{_mark(cell)}"


def _mark(cell: CrosstableCell) -> str:
    return UNRATED_MARK if cell.result.is_played and not cell.result.is_rated else ""
