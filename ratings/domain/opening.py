"""Ratings that a club brings from elsewhere: what a file says of each person, and what there is to say about the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ratings.domain.errors import N_, RatingError


class Column(StrEnum):
    """What a column of the file holds."""

    NAME = "name"
    RATING = "rating"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say about a file: its `code` in the catalogue of `ratings.interchange.opening_messages`, and where it is.

    `row` is the row as a spreadsheet counts it, from 1; None: the file as a whole. `cell` is what stands there, short and printable.
    """

    code: str
    row: int | None = None
    column: Column | None = None
    cell: str = ""
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BroughtRating:
    """One row of the file: a name as it is stored, a rating in tenths, and how many rated games stand behind it."""

    row: int
    name: str
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class OpeningFile:
    """A file that could be read whole; `remarks` are oddities that a person should have seen, `dropped` kinds of personal data
    in columns that were left out (`players.domain.personal_data`)."""

    rows: tuple[BroughtRating, ...]
    remarks: tuple[Note, ...] = ()
    dropped: tuple[str, ...] = ()


class OpeningUnreadable(RatingError):
    """A table of opening ratings with faults; nothing of it is kept. `notes` are all that is to be said, in the order of the rows."""

    code = "opening_unreadable"

    def __init__(self, notes: Sequence[Note]) -> None:
        super().__init__(", ".join(f"row {note.row}: {note.code}" if note.row else note.code for note in notes))
        self.notes = tuple(notes)


class OpeningRefused(RatingError):
    """Opening ratings that cannot be set as they are. `template` is the message, for translation at the edge."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.template = REFUSALS[code]
        super().__init__(self.template)


REFUSALS: dict[str, str] = {
    "person_twice": N_("Two rows are the same person. Choose somebody else for one of them."),
    "person_gone": N_("Somebody who was chosen is not here any more, or became one person with somebody else. Look again."),
}
