"""The rows of a ladder as one text: hundreds of them on one page, so they are joined here and not looped over by a template.

Everything in a row but the name is a figure of ours. The name is escaped here, and so is the id, though it needs none. A byte in a row
is 300 bytes on a page of 300 people: what HTML lets out (the ends of cells and rows, quotes) is left out, columns are styled by their
place and names isolated by the style sheet (`static/css/components/ladder.css`), and addresses are relative to the page.
"""

from collections.abc import Callable, Iterable
from datetime import date
from html import escape
from typing import Protocol

from django.utils.safestring import SafeString, mark_safe

from clubs.templatetags.rookery import DASH, MINUS, day, decimal_sign, short_day
from ratings.domain.ladder import Line, SeasonLine, a_year_before

UP, DOWN = "\N{BLACK UP-POINTING SMALL TRIANGLE}", "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"


class Names(Protocol):
    """What is asked of the door of names; a NameBook has it."""

    def name_of(self, player_id: int) -> str: ...
    def public_id_of(self, player_id: int) -> str: ...


_UNMOVED = f"<td>{DASH}"


def ladder_rows(lines: Iterable[Line], book: Names, *, today: date) -> SafeString:
    """Rank with the places won or lost, name, rating, change by the last event, games, last played; without its year in the last one."""
    sign, write = decimal_sign(), _date_writer(a_year_before(today))
    rows = [
        f"<tr><td>{_rank(line)}{_who(book, line.place.player, 'players/')}<td>{_rating(line.place.rating, sign)}"
        f"{_change(line.change, sign)}<td>{line.place.games}<td>{write(line.place.last_played)}\n"
        for line in lines
    ]
    return mark_safe("".join(rows))


def season_rows(lines: Iterable[SeasonLine], book: Names) -> SafeString:
    """Rank, name, rating at the end, change, games, won–drawn–lost."""
    sign = decimal_sign()
    rows = [
        f"<tr><td>{line.rank or DASH}{_who(book, line.player, '../../players/')}<td>{_rating(line.rating, sign)}"
        f"{_change(line.change, sign)}<td>{line.games}<td dir=ltr>{line.wins}{DASH}{line.draws}{DASH}{line.losses}\n"
        for line in lines
    ]
    return mark_safe("".join(rows))


def wall_rows(lines: Iterable[Line], book: Names) -> SafeString:
    """Rank, name, rating, change by the last event."""
    sign = decimal_sign()
    rows = [
        f"<tr><td>{_rank(line)}<th><bdi>{escape(book.name_of(line.place.player))}</bdi>"
        f"<td>{_rating(line.place.rating, sign)}{_change(line.change, sign)}\n"
        for line in lines
    ]
    return mark_safe("".join(rows))


def _who(book: Names, player: int, folder: str) -> str:
    return f"<th><a href={folder}{escape(book.public_id_of(player))}/>{escape(book.name_of(player))}</a>"


def _rank(line: Line) -> str:
    """With an arrow and so many places, if the last event moved somebody up or down."""
    if not line.moved:
        return str(line.rank or DASH)
    return f"{line.rank} {UP if line.moved > 0 else DOWN}{abs(line.moved)}"


def _rating(tenths: int, sign: str) -> str:
    """As the filter `rating` writes it."""
    whole, tenth = divmod(abs(tenths), 10)
    return f"{MINUS if tenths < 0 else ''}{whole}{sign}{tenth}"


def _change(tenths: int | None, sign: str) -> str:
    """A cell, as the filters `change` and `change_class` fill it; it runs from left to right, for its sign stands in front."""
    if tenths is None:
        return _UNMOVED
    if tenths == 0:
        return f"<td class=even>0{sign}0"
    return f"<td class={'gain' if tenths > 0 else 'loss'} dir=ltr>{'+' if tenths > 0 else ''}{_rating(tenths, sign)}"


def _date_writer(since: date) -> Callable[[date | None], str]:
    """Dates after `since` without their year. Many people played last on the same day: each date is written once."""
    known: dict[date | None, str] = {None: DASH}

    def write(moment: date | None) -> str:
        if moment not in known:
            assert moment is not None
            known[moment] = escape(short_day(moment) if moment > since else day(moment, "plain"))
        return known[moment]

    return write
