"""An event as its page shows it: table, crosstable and rounds, with names from the door and never from an entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from players.selectors import NameBook
from tournaments.domain.record import RoundRecord
from tournaments.selectors.pages import EventSheet
from tournaments.views.event_tables import EventTables
from tournaments.views.parts import Part, address, part_of, part_tabs
from tournaments.views.words import TIE_BREAK_ORDER, dates_of, format_word, state_kind, state_sentence, tie_break_words

_QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}

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
            "crosstable": self._tables.crosstable(part.rows),
            "part": None if part.is_whole else part,
            "standings_tabs": part_tabs(part, chosen, "standings"),
            "crosstable_tabs": part_tabs(part, chosen, "crosstable"),
            "rounds": [self._round_tab(each, each is shown, part) for each in sheet.rounds] if len(sheet.rounds) > 1 else [],
            "round": None if shown is None else self._tables.round(shown),
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

    @cached_property
    def _tables(self) -> EventTables:
        sheet = self.sheet
        return EventTables(sheet.version.format, sheet.version.planned_rounds or 0, sheet.rounds, sheet.crosstable, self._who)

    def _standing(self, place: int, number: int, half_points: int, tie_breaks: tuple[Any, ...]) -> Row:
        name, url = self._who[number]
        player = self.sheet.players.get(number)
        change = None if self.changes is None or player is None else self.changes.get(self.book.root_of(player))
        explained = None if change is None or player is None or self.explained_at is None else self.explained_at(player)
        texts = [quarters(value.value) for value in tie_breaks]
        shown = {"rank": place, "name": name, "url": url, "points": half_points, "tie_breaks": texts}
        return {**shown, "change": change, "change_url": explained}

    def _round_tab(self, each: RoundRecord, current: bool, part: Part) -> Row:
        return {"label": str(each.number), "url": address(part, each.number, "round"), "current": current}


def quarters(value: Decimal) -> str:
    """A tie-break as it is printed: 9.25 → 9¼."""
    whole, part = divmod(int(value * 4), 4)
    return f"{whole if whole or not part else ''}{_QUARTERS[part]}"
