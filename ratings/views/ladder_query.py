"""What the address of a ladder asks for: whom, as of when, in which order, and which names."""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from ratings.domain.ladder import SORTS

LONGEST_SEARCH = 60
EARLIEST = date(1000, 1, 1)
"""Earlier days are nonsense, and the calendar ends a year before the first of them."""
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class LadderQuery:
    """`everybody`: also who has not played for a year. `on`: after all events that ended by this day; None: now.

    `sort` is a key of `SORTS`, the lowest first if `rising`. `search` is looked for in the names as the visitor sees them.
    `not_understood` are the parts of the address that were passed over.
    """

    everybody: bool = False
    on: date | None = None
    sort: str = "rating"
    rising: bool = False
    search: str = ""
    not_understood: tuple[str, ...] = ()

    @property
    def is_kept(self) -> bool:
        """What somebody searches for is asked once, and stands in the page."""
        return not self.search

    @property
    def address(self) -> str:
        """The query that asks for this, "" for the ladder as it is."""
        given = {
            "who": "all" if self.everybody else "",
            "on": self.on.isoformat() if self.on else "",
            "sort": f"{'-' if self.rising else ''}{self.sort}" if self.rising or self.sort != "rating" else "",
            "q": self.search,
        }
        found = urlencode({name: value for name, value in given.items() if value})
        return f"?{found}" if found else ""

    def but(self, **changes: Any) -> "LadderQuery":
        """The same, apart from this."""
        return replace(self, **changes)

    @property
    def without_search(self) -> "LadderQuery":
        """The same ladder, whole."""
        return replace(self, search="")

    def sorted_by(self, column: str) -> "LadderQuery":
        """By this column; the other way round if it is sorted by it already."""
        return replace(self, sort=column, rising=self.sort == column and not self.rising)


def read_ladder_query(sent: QueryDict) -> LadderQuery:
    """What is not understood is passed over, and said on the page: the ladder as it is, is the answer to nonsense."""
    who, on, order = (sent.get(name, "") for name in ("who", "on", "sort"))
    day, column = _read_date(on), order.removeprefix("-")
    known = column in SORTS
    understood = {"who": who in ("", "all"), "on": day is not None or not on, "sort": known or not order}
    return LadderQuery(
        everybody=who == "all",
        on=day,
        sort=column if known else "rating",
        rising=known and order != column,
        search=" ".join(sent.get("q", "").split())[:LONGEST_SEARCH],
        not_understood=tuple(name for name, is_clear in understood.items() if not is_clear),
    )


def _read_date(text: str) -> date | None:
    try:
        day = date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:
        return None
    return day if day is not None and day >= EARLIEST else None


@dataclass(frozen=True, slots=True)
class Nothing:
    """A page that takes nothing from its query."""

    is_kept: bool = True
    address: str = ""


def read_nothing(_sent: QueryDict) -> Nothing:
    return Nothing()


@dataclass(frozen=True, slots=True)
class PageNumber:
    """A page of a long list."""

    number: int = 1
    is_kept: bool = True

    @property
    def address(self) -> str:
        return "" if self.number == 1 else f"?page={self.number}"


def read_page_number(sent: QueryDict) -> PageNumber:
    """The first page for what is no number of one."""
    text = sent.get("page", "")
    return PageNumber(int(text)) if re.fullmatch(r"[1-9][0-9]{0,3}", text) else PageNumber()
