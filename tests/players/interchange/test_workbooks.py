"""Workbooks: what is written comes back, nothing is computed, and files that were made to do harm are refused."""

import contextlib
import io
import random
import zipfile
from collections.abc import Callable
from datetime import date, time
from typing import Any

import openpyxl
import pytest

from players.domain.members import MemberColumn, MembersUnreadable
from players.interchange.member_messages import MESSAGES
from players.interchange.members import read_members
from players.interchange.tables import MAX_COLUMNS, MAX_ROWS, Row, Table, TableUnreadable
from players.interchange.workbooks import LAST_ROW, MAX_UNPACKED, read_workbook, write_workbook

SHEET_XML = "xl/worksheets/sheet1.xml"


def workbook(*rows: tuple[Any, ...], fill: Callable[[openpyxl.Workbook], None] = lambda book: None) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    fill(book)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(raw: bytes, name: str, content: bytes) -> bytes:
    """The archive with one of its parts replaced."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            if part.filename != name:
                new.writestr(part.filename, old.read(part))
        new.writestr(name, content)
    return file.getvalue()


def refusal(raw: bytes) -> str:
    with pytest.raises(TableUnreadable) as caught:
        read_workbook(raw)
    assert caught.value.code in MESSAGES
    return caught.value.code


def sheet_of(rows: str) -> bytes:
    return (
        f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>'.encode()
    )


def test_what_is_written_comes_back() -> None:
    raw = write_workbook(
        "Members", ("name", "rating", "on"), [["=1+1", 1432.5, None], ["דנה אדלר", True, None], ["", None, date(2026, 3, 5)]]
    )
    assert read_workbook(raw) == Table(
        (
            Row(1, ("name", "rating", "on")),
            Row(2, ("=1+1", "1432.5"), {1: "number"}),
            Row(3, ("דנה אדלר", "1"), {1: "number"}),
            Row(4, ("", "", "2026-03-05 00:00:00"), {2: "date"}),
        ),
        3,
        ("Members",),
    )


def test_a_text_that_looks_like_a_formula_is_written_as_text_and_stays_one() -> None:
    book = openpyxl.load_workbook(io.BytesIO(write_workbook("Members", ("name",), [["=HYPERLINK(1)"]])))
    assert book.active is not None
    cell = book.active["A2"]
    assert (cell.value, cell.data_type, cell.quotePrefix) == ("=HYPERLINK(1)", "s", True)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("=A1&B1", "name_is_formula"),
        (date(2026, 3, 5), "name_is_date"),
        (time(10, 30), "name_is_date"),
        (17, "name_is_number"),
        (1.5, "name_is_number"),
        (True, "name_is_truth"),
        ("#N/A", "name_is_fault"),
    ],
)
def test_what_is_no_text_is_refused_with_its_row(value: object, code: str) -> None:
    table = read_workbook(workbook(("name",), ("Nadia Brook",), (value,)))
    with pytest.raises(MembersUnreadable) as caught:
        read_members(table, (MemberColumn.NAME,), has_heading=True)
    assert [(note.code, note.row) for note in caught.value.notes] == [(code, 3)]


def test_what_is_in_columns_that_are_not_read_does_not_matter() -> None:
    table = read_workbook(workbook(("name", "born", "age"), ("Nadia Brook", date(1990, 1, 2), "=TODAY()-B2")))
    file = read_members(table, (MemberColumn.NAME, None, None), has_heading=True)
    assert ([row.name for row in file.rows], file.left_out) == (["Nadia Brook"], ("born", "age"))


def test_sheets_are_offered_and_hidden_ones_are_not() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.create_sheet("Secret").sheet_state = "hidden"
        book.create_sheet("Members").append(["name"])

    raw = workbook(("x",), fill=fill)
    assert (read_workbook(raw).sheets, read_workbook(raw, 1)) == (
        ("Sheet", "Members"),
        Table((Row(1, ("name",)),), 1, ("Sheet", "Members"), 1),
    )
    assert read_workbook(raw, 7).sheet == 0


def test_gaps_keep_the_numbers_of_rows() -> None:
    raw = with_part(workbook(("x",)), SHEET_XML, sheet_of('<row r="4"><c r="B4" t="inlineStr"><is><t>Nadia</t></is></c></row>'))
    assert read_workbook(raw).rows == (Row(4, ("", "Nadia")),)


class TestHostile:
    def test_a_bomb_is_refused_before_it_is_unpacked(self) -> None:
        bomb = with_part(workbook(("x",)), "xl/media/huge.bin", b"\0" * (MAX_UNPACKED + 1))
        assert len(bomb) < 100_000
        assert refusal(bomb) == "workbook_too_large"

    @pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    def test_a_bomb_of_another_compression_is_not_unpacked(self, compression: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """zipfile bounds what it unpacks at once for deflate alone: 594 bytes of bzip2 took 1.2 gigabytes of memory."""
        file = io.BytesIO(workbook(("x",)))
        with zipfile.ZipFile(file, "a", compression) as archive:
            archive.writestr("xl/media/huge.bin", b"\0" * 1_000)
        monkeypatch.setattr(zipfile.ZipFile, "read", lambda *_: pytest.fail("it was opened"))
        assert refusal(file.getvalue()) == "workbook_broken"

    @pytest.mark.parametrize(
        ("part", "xml"),
        [
            ("xl/styles.xml", b"<styleSheet><cellXfs>" + b"<xf/>" * 20_001 + b"</cellXfs></styleSheet>"),
            (SHEET_XML, sheet_of("<row>" + "<c/>" * 500_000 + "</row>")),
            ("xl/sharedStrings.xml", b"<sst>" + b"<si><t>a</t></si>" * 250_000 + b"</sst>"),
        ],
    )
    def test_a_small_file_that_would_fill_the_memory_is_refused(self, part: str, xml: bytes) -> None:
        bomb = with_part(workbook(("x",)), part, xml)
        assert len(bomb) < 100_000
        assert refusal(bomb) == "workbook_too_rich"

    def test_a_list_of_the_largest_size_is_not(self) -> None:
        rows = [tuple(f"{row} {column}" for column in range(MAX_COLUMNS)) for row in range(MAX_ROWS)]
        assert len(read_workbook(workbook(*rows)).rows) == MAX_ROWS

    def test_so_are_too_many_parts(self) -> None:
        file = io.BytesIO(workbook(("x",)))
        with zipfile.ZipFile(file, "a") as archive:
            for number in range(501):
                archive.writestr(f"x{number}", b"")
        assert refusal(file.getvalue()) == "workbook_too_large"

    def test_an_archive_of_something_else(self) -> None:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("content.xml", "<x/>")
        assert refusal(file.getvalue()) == "not_a_workbook"

    def test_entities_are_refused(self) -> None:
        laughs = b'<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + sheet_of(
            '<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>'
        )
        assert refusal(with_part(workbook(("x",)), SHEET_XML, laughs)) == "workbook_broken"

    def test_a_file_of_this_machine_is_not_read(self) -> None:
        outside = b'<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + sheet_of(
            '<row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row>'
        )
        assert refusal(with_part(workbook(("x",)), SHEET_XML, outside)) == "workbook_broken"

    def test_a_sheet_that_claims_a_million_rows_ends_soon(self) -> None:
        claims = sheet_of(
            '<row r="1"><c r="A1" t="inlineStr"><is><t>Nadia</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
        )
        raw = with_part(workbook(("x",)), SHEET_XML, claims.replace(b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>'))
        assert read_workbook(raw).rows == (Row(1, ("Nadia",)),)
        assert LAST_ROW < 1_048_576

    def test_more_rows_than_a_list_has(self) -> None:
        rows = "".join(f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>N</t></is></c></row>' for n in range(1, MAX_ROWS + 10))
        assert refusal(with_part(workbook(("x",)), SHEET_XML, sheet_of(rows))) == "too_many_rows"

    def test_damage_of_any_kind_is_told_and_nothing_else_raised(self) -> None:
        whole, dice = workbook(("name", "age group"), *(("Nadia Brook", "adult"),) * 30), random.Random(7)
        for _ in range(150):
            raw = bytearray(whole)
            for _ in range(dice.randint(1, 20)):
                raw[dice.randrange(4, len(raw))] = dice.randrange(256)
            with contextlib.suppress(TableUnreadable):
                read_workbook(bytes(raw[: dice.choice([len(raw), dice.randrange(4, len(raw))])]))
