"""A long event in parts: standings and crosstable show the same players, so many at a time, or all of them (`?rows=all`)."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.html import format_html
from django.utils.translation import gettext

A_PART = 150
ALL = "all"
_ROWS = re.compile(r"([1-9]\d{0,4})(-\d{1,5})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Part:
    """Rows `first` to `last` of `count`, from 1, in the order of the standings."""

    first: int
    last: int
    count: int

    @property
    def is_whole(self) -> bool:
        return self.last - self.first + 1 >= self.count

    @property
    def rows(self) -> slice:
        return slice(self.first - 1, self.last)

    @property
    def query(self) -> str:
        """What stands behind `rows=`."""
        return ALL if self.is_whole else f"{self.first}-{self.last}"


def part_of(count: int, asked: str) -> Part:
    """The part of `count` rows that holds the first row that was asked for; the first one for what is no row."""
    if count <= A_PART or asked == ALL:
        return Part(1, count, count)
    found = _ROWS.fullmatch(asked)
    row = int(found[1]) if found else 1
    return _part_with(row if row <= count else 1, count)


def part_tabs(shown: Part, round_number: int | None, anchor: str) -> list[dict[str, Any]]:
    """Links to all parts and to the whole, for `components/tabs.html`; none where the event is short.

    `round_number` is the round that is to stay chosen, None for the last one. `anchor` is the id of the section to come to.
    """
    if shown.count <= A_PART:
        return []
    parts = [_part_with(row, shown.count) for row in range(1, shown.count + 1, A_PART)]
    labels: list[tuple[str, Part]] = [(format_html('<bdi dir="ltr">{}–{}</bdi>', part.first, part.last), part) for part in parts]
    labels.append((gettext("Everybody"), Part(1, shown.count, shown.count)))
    return [{"label": label, "url": address(part, round_number, anchor), "current": part == shown} for label, part in labels]


def address(part: Part, round_number: int | None, anchor: str) -> str:
    """Where an event's page shows this part and this round."""
    asked: dict[str, int | str] = {} if round_number is None else {"round": round_number}
    if part.count > A_PART:
        asked["rows"] = part.query
    return f"?{urlencode(asked)}#{anchor}"


def _part_with(row: int, count: int) -> Part:
    first = row - (row - 1) % A_PART
    return Part(first, min(first + A_PART - 1, count), count)
