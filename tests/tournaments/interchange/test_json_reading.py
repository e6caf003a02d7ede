"""Rookery JSON that can be read, and what is warned of."""

import json
from datetime import date

import pytest

from tests.tournaments.interchange.json_builder import changed, event
from tournaments.domain.record import EntryRecord, EventFormat, EventRecord, PairingRecord, Reading, RoundRecord
from tournaments.domain.results import ResultKind
from tournaments.interchange import read_event
from tournaments.interchange.json_words import RESULT_WORDS


def read(text: str) -> Reading:
    return read_event(text.encode())


def warned(text: str) -> list[tuple[str, str]]:
    return [(remark.code, remark.message) for remark in read(text).warnings]


def test_a_whole_event() -> None:
    assert read(json.dumps(event())) == Reading(
        EventRecord(
            name="Autumn Cup",
            starts_on=date(2026, 9, 1),
            ends_on=date(2026, 9, 8),
            entries=(
                EntryRecord(1, "Adler, Noa", 1812, "CM", 1, 3),
                EntryRecord(2, "Brook, Tal"),
                EntryRecord(3, "Cohen, Uri"),
                EntryRecord(4, "Dvir, Maya"),
            ),
            rounds=(
                RoundRecord(
                    1,
                    (PairingRecord(1, 1, 3, ResultKind.WHITE_WIN), PairingRecord(2, 4, 2, ResultKind.BLACK_FORFEIT_WIN)),
                    date(2026, 9, 1),
                ),
                RoundRecord(
                    2,
                    (
                        PairingRecord(1, 2, 1, ResultKind.DRAW),
                        PairingRecord(2, 3, None, ResultKind.PAIRING_ALLOCATED_BYE),
                        PairingRecord(3, 4, None, ResultKind.ZERO_POINT_BYE),
                    ),
                    date(2026, 9, 8),
                ),
            ),
            program="Example Pairings",
            external_id="e-17",
            format=EventFormat.SWISS,
            time_control="15+10",
            planned_rounds=2,
        ),
        (),
        (),
        "rookery-json",
    )


def test_the_least_event() -> None:
    least = '{"format": "rookery-event", "version": 1, "event": {"name": "Cup"}, "players": [], "rounds": []}'
    reading = read(least)
    assert reading.record == EventRecord("Cup", None, None, (), ())
    assert [remark.code for remark in reading.warnings] == ["json_start_missing"]


def test_every_result_has_one_word() -> None:
    assert set(RESULT_WORDS) == set(ResultKind)
    assert len(set(RESULT_WORDS.values())) == len(ResultKind)


@pytest.mark.parametrize("kind", sorted(ResultKind))
def test_words_of_results(kind: ResultKind) -> None:
    document = event()
    del document["event"]["finished"]
    pairing = document["rounds"][0]["pairings"][0]
    pairing["result"] = RESULT_WORDS[kind]
    if kind.is_bye:
        del pairing["black"]
    record = read(json.dumps(document)).record
    assert record.rounds[0].pairings[0].result is kind
    assert record.finished is (kind is not ResultKind.PENDING)


def test_boards_follow_the_list_where_they_are_left_out() -> None:
    document = event()
    for pairing in document["rounds"][1]["pairings"]:
        del pairing["board"]
    assert read(json.dumps(document)).record == read(json.dumps(event())).record


def test_order_in_the_file_does_not_matter() -> None:
    document = event()
    document["players"].reverse()
    document["rounds"][1]["pairings"].reverse()
    assert read(json.dumps(document)).record == read(json.dumps(event())).record


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert read(changed("players/0/rating", 1812.0)).record == read(json.dumps(event())).record
    assert isinstance(read(changed("players/0/rating", 1812.0)).record.entries[0].rating, int)


def test_names_are_cleaned_and_that_is_told() -> None:
    reading = read(changed("players/1/name", "  Brook,\u202e  Tal "))
    assert reading.record.entries[1].name == "Brook, Tal"
    assert [(remark.message, remark.line, remark.column) for remark in reading.warnings] == [
        ("/players/1/name: characters that cannot be seen were taken out (1).", 28, 12)
    ]


def test_points_that_differ_are_told() -> None:
    assert warned(changed("players/0/points", 2)) == [("json_points_differ", "Number 1: the file says 2.0 points, the results give 1.5.")]


def test_a_round_outside_the_event_is_told() -> None:
    assert warned(changed("rounds/1/date", "2026-09-09")) == [
        ("json_round_date_outside", "Round 2 (2026-09-09) lies outside the dates of the event.")
    ]
