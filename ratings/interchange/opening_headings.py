"""The first row of a table of opening ratings: what separates its cells, and which column is which, in three languages."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass

from players.domain.personal_data import kind_of_heading, plain_heading
from ratings.domain.opening import Column

SEPARATORS = (",", ";", "\t")

_HEADINGS = {
    Column.NAME: (
        *("name", "names", "player", "players", "player name", "full name", "member", "participant"),
        *("שם", "שמות", "שם מלא", "שם השחקן", "שם שחקן", "שחקן", "שחקנים", "שם ומשפחה", "שם פרטי ומשפחה", "חבר"),
        *("имя", "фио", "игрок", "участник", "шахматист", "фамилия имя", "фамилия и имя", "имя и фамилия", "имя фамилия"),
    ),
    Column.RATING: (
        *("rating", "ratings", "elo", "rtg", "elo rating", "club rating", "current rating", "points"),
        *("דירוג", "דרוג", "מד כושר", "מדכושר", "מד כשר", "דירוג נוכחי", "דירוג מועדון", "אלו", "ניקוד"),
        *("рейтинг", "эло", "рейтинг эло", "текущий рейтинг", "рейтинг клуба", "клубный рейтинг"),
    ),
    Column.GAMES: (
        *("games", "game", "games played", "rated games", "number of games", "no of games"),
        *("משחקים", "מספר משחקים", "מס משחקים", "משחקים מדורגים", "כמות משחקים", "מספר המשחקים"),
        *(
            "партии",
            "партий",
            "игры",
            "игр",
            "число партий",
            "количество партий",
            "кол-во партий",
            "сыграно партий",
            "число игр",
            "количество игр",
        ),
    ),
}


_KNOWN = {plain_heading(heading): column for column, headings in _HEADINGS.items() for heading in headings}


@dataclass(frozen=True, slots=True)
class Heading:
    """Where each column is, by its place from 0; `left_out` are the headings of the others, as written."""

    separator: str
    width: int
    places: dict[Column, int]
    doubles: tuple[tuple[Column, str, str], ...]
    left_out: tuple[str, ...]

    @property
    def dropped(self) -> tuple[str, ...]:
        """Kinds of personal data in the columns that are left out."""
        return tuple(sorted({kind for heading in self.left_out if (kind := kind_of_heading(heading))}))


def read_heading(line: str) -> Heading | None:
    """The first row read with the separator that makes most sense of it; None if no one makes a name and a rating of it."""
    read = [_with_separator(line, separator) for separator in SEPARATORS]
    fitting = [heading for heading in read if heading is not None and {Column.NAME, Column.RATING} <= heading.places.keys()]
    return max(fitting, key=lambda heading: (len(heading.places), heading.width), default=None)


def _with_separator(line: str, separator: str) -> Heading | None:
    try:
        cells: Sequence[str] = next(csv.reader([line], delimiter=separator, strict=True), [])
    except csv.Error:
        return None
    places: dict[Column, int] = {}
    doubles: list[tuple[Column, str, str]] = []
    left_out: list[str] = []
    for place, cell in enumerate(cells):
        column = _KNOWN.get(plain_heading(cell))
        if column is None:
            left_out += [cell.strip()] if cell.strip() else []
        elif column in places:
            doubles.append((column, cells[places[column]].strip(), cell.strip()))
        else:
            places[column] = place
    return Heading(separator, len(cells), places, tuple(doubles), tuple(left_out))
