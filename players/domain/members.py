"""A list of members that a club brings: what a file says of each person, and what there is to say about the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from players.domain.disclosure import AgeGroup
from players.domain.errors import PlayerError


class MemberColumn(StrEnum):
    """What a column of the file holds; the name stands in one, or in parts."""

    NAME = "name"
    GIVEN = "given"
    MIDDLE = "middle"
    SURNAME = "surname"
    AGE_GROUP = "age_group"
    AGE_GROUP_UNTIL = "age_group_until"
    PERSON = "rookery_id"


PARTS = (MemberColumn.GIVEN, MemberColumn.MIDDLE, MemberColumn.SURNAME)
"""Parts of a name in the order in which they are put together."""

Columns = tuple[MemberColumn | None, ...]
"""What each column is, from the left; None: not read."""


@dataclass(frozen=True, slots=True)
class MemberNote:
    """Something to say about a file: its `code` in the catalogue of `players.interchange.member_messages`, and where it is.

    `row` is the row as a spreadsheet counts it, from 1; None: the file as a whole. `cell` is what stands there, short and printable.
    """

    code: str
    row: int | None = None
    column: MemberColumn | None = None
    cell: str = ""
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One row: a name as it is stored, and what else it says. None: it says nothing of it.

    `person` is the random id under which the person is known here, as in an exported list; "" for a row without one.
    """

    row: int
    name: str
    person: str = ""
    age_group: AgeGroup | None = None
    age_group_until: int | None = None


@dataclass(frozen=True, slots=True)
class MemberFile:
    """A file that could be read whole. `left_out` are the headings of columns that are not read, `dropped` the kinds of personal data
    in them (`players.domain.personal_data`); `remarks` are oddities to be seen."""

    rows: tuple[MemberRow, ...]
    left_out: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    remarks: tuple[MemberNote, ...] = ()
    says_age_group: bool = False
    says_until: bool = False


class MembersUnreadable(PlayerError):
    """A list with faults; nothing of it is kept. `notes` are all that is to be said, in the order of the rows."""

    def __init__(self, notes: Sequence[MemberNote]) -> None:
        told = ", ".join(f"row {note.row}: {note.code}" if note.row else note.code for note in notes)
        super().__init__("members_unreadable", "%(told)s", {"told": told})
        self.notes = tuple(notes)
