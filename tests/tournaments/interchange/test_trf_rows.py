"""The fields of a player's row: what is kept, what is dropped, what is said about what is odd. Rows begin in line 4."""

import pytest

from tests.tournaments.interchange.trf_builder import boards, read, row, told
from tournaments.domain.errors import TooLarge, UnreadableFile
from tournaments.domain.record import EntryRecord
from tournaments.interchange.trf.columns import Cell, parse_cell


def test_all_fields_of_a_row() -> None:
    line = row(
        7, "-U", name="Galil, Rina", points="1.0", rank="3", sex="w", title="FM", rating="2103", federation="ISR",
        fide_id="12345678", birth="1990/05/01",
    )  # fmt: skip
    reading = read(line)
    assert reading.record.entries == (EntryRecord(7, "Galil, Rina", 2103, "FM", 3, 2),)
    assert reading.dropped == ("birth_date", "federation", "fide_id", "sex")
    assert told(reading) == []


def test_an_empty_row_has_only_number_and_name() -> None:
    reading = read(row(1))
    assert reading.record.entries == (EntryRecord(1, "Adler, Noa"),)
    assert reading.dropped == ()


def test_nothing_personal_is_anywhere_in_the_reading() -> None:
    line = row(1, sex="w", federation="ISR", fide_id="12345678", birth="1990/05/01")
    shown = repr(read(line, headers=("012 Cup", "102 Chief, Arbiter", "112 Deputy, Arbiter")))
    assert [word for word in ("12345678", "1990", "ISR", "Chief", "Deputy") if word in shown] == []
    assert "arbiters" in shown


@pytest.mark.parametrize(
    ("columns", "title"),
    [
        ("   g", "GM"), ("   m", "IM"), ("   f", "FM"), ("   c", "CM"), ("  wg", "WGM"), ("  wm", "WIM"), ("  wf", "WFM"),
        ("  wc", "WCM"), ("  GM", "GM"), ("w IM", "IM"), ("wWGM", "WGM"), (" GM ", "GM"), ("GM  ", "GM"), ("f   ", ""), ("m  f", "FM"),
    ],
)  # fmt: skip
def test_titles(columns: str, title: str) -> None:
    line = f"001    1 {columns} Adler, Noa"
    reading = read(line)
    assert reading.record.entries == (EntryRecord(1, "Adler, Noa", title=title),)
    assert told(reading) == []


def test_an_unknown_title_is_left_out() -> None:
    reading = read(row(1, title="XY"))
    assert reading.record.entries == (EntryRecord(1, "Adler, Noa"),)
    assert told(reading) == [("title_unknown", 4, 11)]


@pytest.mark.parametrize("rating", ["", "0", "0000"])
def test_no_rating(rating: str) -> None:
    reading = read(row(1, rating=rating, rank="0"))
    assert reading.record.entries == (EntryRecord(1, "Adler, Noa"),)
    assert told(reading) == []


def test_unreadable_numbers_are_left_out() -> None:
    reading = read(row(1, rating="15x0", rank="1st", points="one"))
    assert reading.record.entries == (EntryRecord(1, "Adler, Noa"),)
    assert told(reading) == [("points_unreadable", 4, 81), ("rating_unreadable", 4, 49), ("rank_unreadable", 4, 86)]


@pytest.mark.parametrize(("points", "halves"), [("1.5", 3), ("1,5", 3), ("12.0", 24), ("7", 14), (".5", 1), ("0.3", None)])
def test_points_are_half_points(points: str, halves: int | None) -> None:
    assert read(row(1, points=points)).record.entries[0].points == halves


def test_a_name_keeps_its_spelling_and_loses_what_is_unseen() -> None:
    reading = read(row(1, name="  O'Brien-\u200fLe\u0301vy,   Noa "))
    assert reading.record.entries[0].name == "O'Brien-Lévy, Noa"
    assert told(reading) == [("unseen_characters", 4, 15)]
    assert reading.warnings[0].params["count"] == 1


@pytest.mark.parametrize("number", ["", "0", "-1", "x", "²"])
def test_a_row_without_a_number_cannot_be_read(number: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(f"001 {number:>4}      Adler, Noa")
    assert (refused.value.code, refused.value.remarks[0].line, refused.value.remarks[0].column) == ("number_unreadable", 4, 5)


def test_a_row_without_a_name_cannot_be_read() -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(row(1), row(2, name="\u200b"))
    assert refused.value.message == "Number 2 has no name (columns 15–47). Correct it and publish again."
    assert (refused.value.remarks[0].line, refused.value.remarks[0].column) == (5, 15)


def test_the_same_row_twice_is_one() -> None:
    reading = read(row(1, "2w1"), row(1, "2w1"), row(2, "1b0"))
    assert [entry.number for entry in reading.record.entries] == [1, 2]
    assert told(reading) == [("row_repeated", 5, 5)]


def test_of_two_rows_with_one_number_the_first_is_kept() -> None:
    reading = read(row(1, "2w1"), row(1, "2w0", name="Falk, Rina"), row(2, "1b0"))
    assert [entry.name for entry in reading.record.entries] == ["Adler, Noa", "Brook, Tal"]
    assert boards(reading.record) == [(1, 2, "1-0")]
    assert told(reading) == [("number_taken", 5, 5)]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("   2 w 1", Cell(2, "w", "1", 92)),
        ("0002 W 1", Cell(2, "w", "1", 92)),
        ("2    b =", Cell(2, "b", "=", 92)),
        ("  12 b ½", Cell(12, "b", "=", 92)),
        ("0000 - h", Cell(None, "", "H", 92)),
        ("       -", Cell(None, "", "-", 92)),
        ("  12 - +", Cell(12, "", "+", 92)),
        ("  12 w", Cell(12, "w", "", 92)),
        ("  12 w ?", None),
        ("  1x w 1", None),
        ("  12 w1 ", None),
        ("  12ww 1", None),
    ],
)
def test_cells(written: str, meant: Cell | None) -> None:
    assert parse_cell(92, written) == meant


def test_an_unreadable_cell_is_left_out_and_its_place_told() -> None:
    reading = read(row(1, "2w1", "  2 ww 1 "), row(2, "1b0", "1w0"))
    assert boards(reading.record, 2) == [(2, 1, "0-1")]
    assert told(reading) == [("cell_unreadable", 4, 102), ("pairing_in_one_row", 5, 102)]


def test_garbage_after_the_last_round_adds_no_round() -> None:
    reading = read(row(1, "2w1", "   end of line"), row(2, "1b0"))
    assert len(reading.record.rounds) == 1
    assert told(reading) == [("cell_unreadable", 4, 102), ("cell_unreadable", 4, 112)]


@pytest.mark.parametrize("shift", [-7, -1, 1, 2, 12])
def test_columns_shifted_after_the_name(shift: int) -> None:
    line = row(1, "2w1", "2b=", points="1.5", rating="1800", rank="1", fide_id="123", birth="1990/05/01")
    moved = line[:30] + line[30 - shift :] if shift < 0 else line[:47] + " " * shift + line[47:]
    reading = read(moved, row(2, "1b0", "1w=", points="0.5"))
    assert reading.record.entries[0] == EntryRecord(1, "Adler, Noa", 1800, "", 1, 3)
    assert boards(reading.record, 2) == [(2, 1, "½-½")]
    assert told(reading) == [("columns_shifted", 4, 48)]
    assert reading.warnings[0].params["shift"] == shift


def test_names_padded_by_their_bytes() -> None:
    """לוי, צבי takes 16 bytes and 9 characters: a program that pads bytes writes 7 blanks too few."""
    line = row(1, "2w1", points="1.0", name="לוי, צבי", rating="1800").replace(" " * 25, " " * 19, 1)
    reading = read(line, row(2, "1b0", points="0.0"))
    assert reading.record.entries[0] == EntryRecord(1, "לוי, צבי", 1800, points=2)
    assert boards(reading.record) == [(1, 2, "1-0")]
    assert reading.warnings[0].params["shift"] == -6


def test_a_whole_row_that_begins_too_early() -> None:
    line = row(1, "2w1", points="1.0", rating="1800", title="FM")
    reading = read(line[:4] + line[5:], row(2, "1b0", points="0.0"))
    assert reading.record.entries[0] == EntryRecord(1, "Adler, Noa", 1800, "FM", points=2)
    assert told(reading) == [("columns_shifted", 4, 48)]


def test_a_row_that_no_shift_mends_is_read_where_it_stands() -> None:
    reading = read(row(1, "2w1", "2w?", points="1.0"), row(2, "1b0", "1b0"))
    assert reading.record.entries[0] == EntryRecord(1, "Adler, Noa", points=2)
    assert told(reading)[0] == ("cell_unreadable", 4, 102)


def test_a_hundred_rounds_are_read_and_one_more_is_too_many() -> None:
    hundred = row(1, *["2w1"] * 100), row(2, *["1b0"] * 100)
    assert len(read(*hundred).record.rounds) == 100
    with pytest.raises(TooLarge) as refused:
        read(row(1, *["2w1"] * 101))
    assert (refused.value.code, refused.value.remarks[0].line, refused.value.remarks[0].column) == ("too_many_rounds", 4, 1092)
