"""Which column of a list of members is which, by its heading in three languages. A person may choose otherwise."""

from players.domain.members import Columns, MemberColumn
from players.domain.personal_data import kind_of_heading, plain_heading
from players.interchange.tables import Row

_HEADINGS = {
    MemberColumn.NAME: (
        *("name", "names", "player", "players", "player name", "full name", "member", "member name", "participant"),
        *("שם", "שמות", "שם מלא", "שם השחקן", "שם שחקן", "שחקן", "שחקנים", "שם ומשפחה", "שם פרטי ומשפחה", "חבר", "שם החבר"),
        *("имя", "фио", "ф и о", "игрок", "участник", "шахматист", "фамилия имя", "фамилия и имя", "имя и фамилия", "имя фамилия"),
        *("фамилия имя отчество", "полное имя", "член клуба"),
    ),
    MemberColumn.GIVEN: (
        *("first name", "given name", "firstname", "forename", "first"),
        *("שם פרטי", "פרטי"),
        *("личное имя", "имя игрока"),
    ),
    MemberColumn.MIDDLE: (
        *("middle name", "middle names", "middle", "patronymic", "second name"),
        *("שם אמצעי", "שם האב", "שם אב"),
        *("отчество",),
    ),
    MemberColumn.SURNAME: (
        *("surname", "last name", "lastname", "family name", "family", "last"),
        *("שם משפחה", "משפחה"),
        *("фамилия",),
    ),
    MemberColumn.AGE_GROUP: (
        *("age group", "agegroup", "age category", "adult or under 18"),
        *("קבוצת גיל", "קבוצת גילאים", "קבוצת הגיל"),
        *("возрастная группа", "возрастная категория"),
    ),
    MemberColumn.AGE_GROUP_UNTIL: (
        *("age group until", "holds until the end of"),
        *("קבוצת גיל עד",),
        *("возрастная группа до",),
    ),
    MemberColumn.PERSON: ("rookery id",),
}
_FIRST_NAME_BESIDE_SURNAME = frozenset({"name", "שם", "имя"})
"""Beside a column for the surname, this is the other half of the name."""


_KNOWN = {plain_heading(heading): column for column, headings in _HEADINGS.items() for heading in headings}


def recognise(first: Row, width: int) -> Columns | None:
    """What each column is by the first row, None if it does not name them: then nobody's name is in a known place."""
    headings = [plain_heading(cell) for cell in first.cells]
    known = [_KNOWN.get(heading) for heading in headings]
    if MemberColumn.SURNAME in known:
        known = [
            MemberColumn.GIVEN if heading in _FIRST_NAME_BESIDE_SURNAME else column for heading, column in zip(headings, known, strict=True)
        ]
    columns: list[MemberColumn | None] = []
    for column in known:
        columns.append(None if column in columns else column)
    if MemberColumn.NAME in columns:
        columns = [None if column in {MemberColumn.GIVEN, MemberColumn.MIDDLE, MemberColumn.SURNAME} else column for column in columns]
    if not names_somebody(tuple(columns)):
        return None
    return (*columns, *(None,) * (width - len(columns)))


def personal_kind(heading: str) -> str | None:
    """What a column holds that is never kept, by its heading; None for one that may be read or is not known."""
    return None if plain_heading(heading) in _KNOWN else kind_of_heading(heading)


def names_somebody(columns: Columns) -> bool:
    """True if one of the columns holds a name, whole or half."""
    return bool({MemberColumn.NAME, MemberColumn.GIVEN, MemberColumn.SURNAME} & set(columns))
