"""Lists of members out of tables: columns, names, age groups, and every fault with its row."""

import pytest

from players.domain.disclosure import AgeGroup
from players.domain.members import Columns, MemberColumn, MemberFile, MemberNote, MemberRow, MembersUnreadable
from players.interchange.member_columns import recognise
from players.interchange.member_messages import MESSAGES, render_member_note
from players.interchange.members import MAX_ERRORS, read_members
from players.interchange.tables import MAX_COLUMNS, MAX_ROWS, Row, TableUnreadable, read_text_table

C = MemberColumn


def read(text: str) -> MemberFile:
    table = read_text_table(text)
    columns = recognise(table.rows[0], table.width)
    assert columns is not None
    return read_members(table, columns, has_heading=True)


def faults(text: str, columns: Columns | None = None) -> list[tuple[str, int | None, MemberColumn | None, str]]:
    table = read_text_table(text)
    with pytest.raises(MembersUnreadable) as caught:
        read_members(table, columns or recognise(table.rows[0], table.width) or (), has_heading=True)
    return [(note.code, note.row, note.column, note.cell) for note in caught.value.notes]


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("Name", (C.NAME,)),
        ("No.,Full name,Phone", (None, C.NAME, None)),
        ("Surname,Name", (C.SURNAME, C.GIVEN)),
        ("First name;Last name;Birth date", (C.GIVEN, C.SURNAME, None)),
        ("שם משפחה,שם פרטי,ת.ז.", (C.SURNAME, C.GIVEN, None)),
        ("שם,טלפון", (C.NAME, None)),
        ("שם,משפחה", (C.GIVEN, C.SURNAME)),
        ("Фамилия;Имя;Отчество;Дата рождения", (C.SURNAME, C.GIVEN, C.MIDDLE, None)),
        ("ФИО;Возрастная группа", (C.NAME, C.AGE_GROUP)),
        ("rookery_id,name,rating,age_group,age_group_until", (C.PERSON, C.NAME, None, C.AGE_GROUP, C.AGE_GROUP_UNTIL)),
        ("name,player", (C.NAME, None)),
        ("full name,surname", (C.NAME, None)),
    ],
)
def test_columns_are_known_by_their_headings(heading: str, columns: Columns) -> None:
    table = read_text_table(f"{heading}\nx\n")
    assert recognise(table.rows[0], len(columns)) == columns


@pytest.mark.parametrize("heading", ["Nadia Brook", "Phone,Rating", "First,Phone,123".replace("First", "Middle name")])
def test_a_row_that_names_no_name_is_no_heading(heading: str) -> None:
    assert recognise(read_text_table(heading).rows[0], 3) is None


def test_a_whole_list() -> None:
    heading = "Фамилия;Имя;Отчество;Возрастная группа;Телефон;Дата рождения"
    text = f"sep=;\n{heading}\nЛугов;Пётр;Ильич;взрослый;+7 000;1.2.1990\n\nЛесная;Нина;;до 18;;\n"
    assert read(text) == MemberFile(
        rows=(
            MemberRow(3, "Пётр Ильич Лугов", "", AgeGroup.ADULT),
            MemberRow(5, "Нина Лесная", "", AgeGroup.UNDER_18),
        ),
        left_out=("Телефон", "Дата рождения"),
        dropped=("birth_date", "phone"),
        says_age_group=True,
    )


@pytest.mark.parametrize(
    ("cell", "group"),
    [
        ("Adult", AgeGroup.ADULT),
        ("under18", AgeGroup.UNDER_18),
        ("U-18", None),
        ("מבוגר", AgeGroup.ADULT),
        ("קטין", AgeGroup.UNDER_18),
        ("ребёнок", AgeGroup.UNDER_18),
    ],
)
def test_age_groups_in_three_languages(cell: str, group: AgeGroup | None) -> None:
    text = f"name,age group\nNadia Brook,{cell}\n"
    if group is None:
        assert faults(text) == [("age_group_unreadable", 2, C.AGE_GROUP, cell)]
    else:
        assert read(text).rows == (MemberRow(2, "Nadia Brook", "", group),)


def test_names_are_composed_and_tidied() -> None:
    assert read("name\n  Jose\u0301   Brook \n").rows == (MemberRow(2, "José Brook"),)


@pytest.mark.parametrize(
    ("cell", "code", "message"),
    [
        ("Nadia\u202eBrook", "name_direction_override", "Character 6 of the name (U+202E) changes the direction of the text."),
        ("Nadia\u200bBrook", "name_invisible_character", "Character 6 of the name (U+200B) cannot be seen."),
        ("Nadia\u0007", "name_control_character", "Character 6 of the name (U+0007) is a control character."),
    ],
)
def test_characters_that_nobody_sees_are_refused_with_their_place(cell: str, code: str, message: str) -> None:
    table = read_text_table(f"name\n{cell}\n")
    with pytest.raises(MembersUnreadable) as caught:
        read_members(table, (C.NAME,), has_heading=True)
    [note] = caught.value.notes
    assert (note.code, note.row, note.column) == (code, 2, C.NAME)
    assert render_member_note(note, str).startswith(message)


def test_marks_that_a_spreadsheet_puts_around_hebrew_are_left_out_and_told() -> None:
    file = read("שם\n\u200fדנה אדלר\u200f\n")
    assert file.rows == (MemberRow(2, "דנה אדלר"),)
    assert file.remarks == (MemberNote("marks_left_out", 2, C.NAME, "דנה אדלר", {"count": 2}),)


def test_a_name_like_a_formula_is_kept_and_told() -> None:
    file = read("name\n=Brook\n'=Birch\n")
    assert [row.name for row in file.rows] == ["=Brook", "=Birch"]
    assert [(note.code, note.row) for note in file.remarks] == [
        ("looks_like_formula", 2),
        ("apostrophe_left_out", 3),
        ("looks_like_formula", 3),
    ]


def test_every_fault_is_named_with_its_row() -> None:
    text = (
        f"name,age group,age_group_until,rookery_id\n,,,\n,adult,,\n12,,,\n{'N' * 121},,,\nNadia,,99,\nOren,,,AAAAAAAA\nLena,,,AAAAAAAA\n"
    )
    assert faults(text) == [
        ("name_missing", 3, C.NAME, ""),
        ("name_no_letter", 4, C.NAME, "12"),
        ("name_too_long", 5, C.NAME, "N" * 39 + "…"),
        ("until_unreadable", 6, C.AGE_GROUP_UNTIL, "99"),
        ("person_twice", 8, C.PERSON, "AAAAAAAA"),
    ]


def test_more_faults_than_anybody_reads_are_counted() -> None:
    table = read_text_table("name\n" + "1\n" * (MAX_ERRORS + 3))
    with pytest.raises(MembersUnreadable) as caught:
        read_members(table, (C.NAME,), has_heading=True)
    assert len(caught.value.notes) == MAX_ERRORS + 1
    assert caught.value.notes[-1] == MemberNote("more_errors", params={"count": 3})


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ((None, None), "no_name_column"),
        ((C.NAME, C.NAME), "column_twice"),
        ((C.NAME, C.SURNAME), "name_and_parts"),
        ((C.MIDDLE, None), "no_name_column"),
    ],
)
def test_columns_that_cannot_be_are_refused(columns: Columns, code: str) -> None:
    assert [fault[0] for fault in faults("a,b\nc,d\n", columns)] == [code]


def test_a_heading_and_nobody_below() -> None:
    assert faults("name\n") == [("no_rows", None, None, "")]


class TestTables:
    def test_a_cell_may_run_over_lines_and_rows_count_as_in_a_spreadsheet(self) -> None:
        table = read_text_table('\ufeffname,note\r\n"Nadia\r\nBrook",x\r\n,\r\nOren,\r\n')
        assert table.rows == (Row(1, ("name", "note")), Row(2, ("Nadia\nBrook", "x")), Row(4, ("Oren",)))

    @pytest.mark.parametrize(
        ("text", "cells"), [("a;b\nc;d", ("c", "d")), ("a\tb\nc\td", ("c", "d")), ("a,b\nc,d", ("c", "d")), ("a\nc, d", ("c, d",))]
    )
    def test_the_separator_is_the_one_that_makes_a_table(self, text: str, cells: tuple[str, ...]) -> None:
        assert read_text_table(text).rows[1].cells == cells

    @pytest.mark.parametrize(
        ("text", "code", "row"),
        [
            ("", "file_empty", None),
            ("\n \t\n", "file_empty", None),
            ('name\n"Nadia\n', "quotes_broken", 2),
            ("," * MAX_COLUMNS + "x", "too_many_columns", 1),
            ("n\n" * (MAX_ROWS + 2), "too_many_rows", MAX_ROWS + 2),
        ],
    )
    def test_what_is_no_table(self, text: str, code: str, row: int | None) -> None:
        with pytest.raises(TableUnreadable) as caught:
            read_text_table(text)
        assert (caught.value.code, caught.value.row) == (code, row)
        assert code in MESSAGES
