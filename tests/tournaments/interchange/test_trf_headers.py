"""Header records of TRF16, TRF26, JaVaFo and bbpPairings. Header records begin in line 1."""

from datetime import date

import pytest

from tests.tournaments.interchange.trf_builder import read, row, told
from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, RoundRecord
from tournaments.interchange.trf import read_trf

TRF26 = (
    "### DDD a comment",
    "012 Autumn Cup",
    "022 Somewhere",
    "032 FID",
    "042 2026/09/01",
    "052 2026/09/22",
    "062 2",
    "072 0",
    "092 Individual: Swiss-System",
    "102 Arbiter, Chief",
    "122 90+30",
    "132" + " " * 88 + "26/09/01  26/09/08",
    "142 3",
    "152 B",
    "172 FID FIDE",
    "182 Pairing Program 3",
    "192 FIDE_DUTCH_2026",
    "202 BH/C1,DE",
    "212 PTS,BH/C1",
    "222 5400+30",
    "250 00.0 01.0 001 002 0001 0001",
    "260 001 002    1    2",
)


def test_a_whole_trf26_header() -> None:
    reading = read(row(1, "2w1"), row(2, "1b0"), headers=TRF26)
    assert reading.record == EventRecord(
        name="Autumn Cup",
        starts_on=date(2026, 9, 1),
        ends_on=date(2026, 9, 22),
        entries=(EntryRecord(1, "Adler, Noa"), EntryRecord(2, "Brook, Tal")),
        rounds=(RoundRecord(1, reading.record.rounds[0].pairings, date(2026, 9, 1)),),
        program="Pairing Program 3",
        format=EventFormat.SWISS,
        time_control="90+30",
        planned_rounds=3,
    )
    assert reading.dropped == ("arbiters",)
    assert [remark.code for remark in reading.warnings] == ["rounds_missing"]


def test_nothing_but_players() -> None:
    reading = read(row(1), headers=())
    assert reading.record == EventRecord("Event", None, None, (EntryRecord(1, "Adler, Noa"),), ())
    assert told(reading) == [("start_date_missing", None, None), ("event_name_missing", None, None)]


def test_a_nameless_event_takes_the_name_of_its_file() -> None:
    assert read_trf(row(1), file_name="C:/club/Spring Open.trf").record.name == "Spring Open"


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("092 Individual: Swiss-System (Dutch)", EventFormat.SWISS),
        ("092 Individual: Round-Robin", EventFormat.ROUND_ROBIN),
        ("092 Double Round Robin", EventFormat.DOUBLE_ROUND_ROBIN),
        ("092 Knock-Out", EventFormat.KNOCKOUT),
        ("092 Something new", EventFormat.OTHER),
        ("192 FIDE_DUTCH", EventFormat.SWISS),
        ("192 FIDE_DUTCH_BAKU", EventFormat.SWISS),
        ("192 FIDE_ROUNDROBIN", EventFormat.ROUND_ROBIN),
        ("192 BERGER_ROUNDROBIN", EventFormat.ROUND_ROBIN),
        ("192 FIDE_DOUBLEROUNDROBIN", EventFormat.DOUBLE_ROUND_ROBIN),
        ("192 FIDE_SCHEVENINGEN", EventFormat.SCHEVENINGEN),
        ("192 CUSTOM_KNOCKOUT", EventFormat.KNOCKOUT),
    ],
)
def test_formats(header: str, found: EventFormat) -> None:
    assert read(row(1), headers=(header,)).record.format == found


def test_the_code_of_the_format_counts_before_its_text() -> None:
    headers = ("092 Individual: Swiss-System", "192 FIDE_ROUNDROBIN")
    assert read(row(1), headers=headers).record.format == EventFormat.ROUND_ROBIN


def test_the_time_control_in_words_counts_before_its_code() -> None:
    assert read(row(1), headers=("122 90 minutes", "222 5400")).record.time_control == "90 minutes"
    assert read(row(1), headers=("122", "222 5400+30")).record.time_control == "5400+30"


@pytest.mark.parametrize("header", ["142 7", "XXR 7", "142   7 "])
def test_planned_rounds(header: str) -> None:
    assert read(row(1), headers=(header,)).record.planned_rounds == 7


@pytest.mark.parametrize("header", ["142 seven", "XXR 101", "142 12345"])
def test_planned_rounds_that_are_no_number(header: str) -> None:
    reading = read(row(1), headers=("042 2026/09/01", "012 Cup", header))
    assert reading.record.planned_rounds is None
    assert told(reading) == [("count_unreadable", 3, 5)]


def test_more_rounds_than_planned() -> None:
    reading = read(row(1, "2w1", "2b1"), row(2, "1b0", "1w0"), headers=("012 Cup", "042 2026/09/01", "XXR 1"))
    assert told(reading) == [("rounds_beyond_plan", None, None)]


def test_a_wrong_number_of_players_is_told() -> None:
    reading = read(row(1), headers=("012 Cup", "042 2026/09/01", "062 5"))
    assert [remark.message for remark in reading.warnings] == ["Players announced in record 062: 5, in the file: 1."]


def test_dates_that_need_a_guess_are_left_out() -> None:
    reading = read(row(1), headers=("012 Cup", "042 03/04/2026", "052 soon"))
    assert (reading.record.starts_on, reading.record.ends_on) == (None, None)
    assert told(reading) == [("date_unreadable", 2, 5), ("date_unreadable", 3, 5), ("start_date_missing", None, None)]


def test_an_end_before_the_start_is_left_out() -> None:
    reading = read(row(1), headers=("012 Cup", "042 2026/09/02", "052 2026/09/01"))
    assert (reading.record.starts_on, reading.record.ends_on) == (date(2026, 9, 2), None)
    assert told(reading) == [("end_before_start", 3, 5)]


def test_the_first_round_gives_the_start_where_there_is_none() -> None:
    reading = read(row(1, "2w1"), row(2, "1b0"), headers=("012 Cup", "132" + " " * 86 + "2026/09/03xx/09/10"))
    assert reading.record.starts_on == date(2026, 9, 3)
    assert reading.record.rounds[0].played_on == date(2026, 9, 3)
    assert told(reading) == [("round_date_unreadable", 2, 102)]


def test_a_long_text_is_cut() -> None:
    reading = read(row(1), headers=("012 " + "x" * 250, "042 2026/09/01"))
    assert reading.record.name == "x" * 200
    assert told(reading) == [("text_cut", 1, 205)]


def test_what_is_not_read_is_told_once_a_code() -> None:
    headers = ("012 Cup", "042 2026/09/01", "013 Team A", "013 Team B", "ISR    1      Adler, Noa", "DAT 0001 X", "777 what")
    reading = read(row(1), headers=headers)
    assert [(remark.code, remark.line, remark.params["count"]) for remark in reading.warnings] == [
        ("team_record", 3, 2),
        ("national_rating", 5, 1),
        ("record_unknown", 6, 1),
        ("record_unknown", 7, 1),
    ]


def test_hundreds_of_unknown_records_are_a_few_remarks() -> None:
    headers = ("012 Cup", "042 2026/09/01", *(f"{code} x" for code in range(400, 700)))
    warnings = read(row(1), headers=headers).warnings
    assert len(warnings) == 21
    assert warnings[-1].message == "Further unknown kinds of records, left out: 280."


def test_pairing_instructions_need_no_warning() -> None:
    headers = ("012 Cup", "042 2026/09/01", "XXC white1", "XXZ 1 2", "XXP 1 2", "XXA    1  1.0  0.5", "152 W")
    assert told(read(row(1), headers=headers)) == []
