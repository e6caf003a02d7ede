"""What Rookery JSON refuses: each fault with its code, its JSON pointer and the line where it stands."""

from typing import Any

import pytest

from tests.tournaments.interchange.json_builder import changed, event, faults
from tournaments.domain.errors import TooLarge, UnreadableFile
from tournaments.interchange import read_event
from tournaments.interchange.limits import MAX_PAIRINGS

SCHEMA_FAULTS: list[tuple[str, Any, tuple[str, str, str]]] = [
    ("version", 2, ("json_other_version", "/version", '"version": 2,')),
    ("version", True, ("json_other_version", "/version", '"version": true,')),
    ("event/name", ..., ("json_key_missing", "/event", '"event": {')),
    ("event/name", "", ("json_text_empty", "/event/name", '"name": "",')),
    ("event/name", None, ("json_wrong_type", "/event/name", '"name": null,')),
    ("event/tempo", 5, ("json_key_unknown", "/event/tempo", '"tempo": 5')),
    ("event/start_on", "2026-09-01", ("json_key_misspelt", "/event/start_on", '"start_on": "2026-09-01"')),
    ("event/format", "dutch", ("json_not_allowed", "/event/format", '"format": "dutch",')),
    ("event/starts_on", "1.9.2026", ("json_date_invalid", "/event/starts_on", '"starts_on": "1.9.2026",')),
    ("event/time_control", "x" * 61, ("json_text_too_long", "/event/time_control", f'"time_control": "{"x" * 61}",')),
    ("event/planned_rounds", 0, ("json_out_of_range", "/event/planned_rounds", '"planned_rounds": 0')),
    ("event/rated", "yes", ("json_wrong_type", "/event/rated", '"rated": "yes",')),
    ("players/0/points", 1.25, ("json_not_half", "/players/0/points", '"points": 1.25')),
    ("players/1/number", "2", ("json_wrong_type", "/players/1/number", '"number": "2",')),
    ("players/1/number", 2.5, ("json_wrong_type", "/players/1/number", '"number": 2.5,')),
    ("players/1/a~b/c".replace("/c", ""), 1, ("json_key_unknown", "/players/1/a~0b", '"a~b": 1')),
    ("players", {}, ("json_wrong_type", "/players", '"players": {},')),
    ("rounds/1/pairings/2/result", "bye", ("json_not_allowed", "/rounds/1/pairings/2/result", '"result": "bye"')),
    ("rounds/1/pairings/0/black", None, ("json_wrong_type", "/rounds/1/pairings/0/black", '"black": null,')),
]

SENSE_FAULTS: list[tuple[str, Any, tuple[str, str, str]]] = [
    ("event/starts_on", "2026-02-30", ("json_date_invalid", "/event/starts_on", '"starts_on": "2026-02-30",')),
    ("event/ends_on", "2026-08-31", ("json_end_before_start", "/event/ends_on", '"ends_on": "2026-08-31",')),
    ("rounds/0/date", "2026-13-01", ("json_date_invalid", "/rounds/0/date", '"date": "2026-13-01",')),
    ("players/1/name", "\u200b ", ("json_text_empty", "/players/1/name", '"name": "\\u200b "')),
    ("event/id", " ", ("json_text_empty", "/event/id", '"id": " ",')),
    ("rounds/0/number", 2, ("json_round_order", "/rounds/0/number", '"number": 2,')),
    ("rounds/0/pairings/1/board", 1, ("json_board_taken", "/rounds/0/pairings/1", "{")),
    ("rounds/0/pairings/0/black", 9, ("json_player_unknown", "/rounds/0/pairings/0/black", '"black": 9,')),
    ("rounds/0/pairings/1/black", 1, ("json_plays_twice", "/rounds/0/pairings/1/black", '"black": 1,')),
    ("rounds/0/pairings/0/black", 1, ("json_plays_itself", "/rounds/0/pairings/0/black", '"black": 1,')),
    ("rounds/0/pairings/0/black", ..., ("json_opponent_missing", "/rounds/0/pairings/0", "{")),
    ("rounds/1/pairings/1/black", 4, ("json_bye_with_opponent", "/rounds/1/pairings/1/black", '"black": 4')),
    ("rounds/0/pairings/0/result", "*", ("json_finished_pending", "/event/finished", '"finished": true,')),
]


@pytest.mark.parametrize(("path", "value", "fault"), SCHEMA_FAULTS)
def test_against_the_schema(path: str, value: Any, fault: tuple[str, str, str]) -> None:
    assert faults(changed(path, value)) == [fault]


@pytest.mark.parametrize(("path", "value", "fault"), SENSE_FAULTS)
def test_against_sense(path: str, value: Any, fault: tuple[str, str, str]) -> None:
    assert faults(changed(path, value))[0] == fault


def test_two_players_with_one_number() -> None:
    assert faults(changed("players/3/number", 1))[0] == ("json_number_taken", "/players/3/number", '"number": 1,')


def test_a_misspelt_key_names_the_nearest() -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_event(changed("event/start_on", "2026-09-01").encode())
    assert refused.value.message == "/event/start_on has the unknown key “start_on”. Did you mean “starts_on”?"


def test_all_faults_are_told_in_the_order_of_the_text() -> None:
    text = changed("rounds/0/pairings", [{"white": 0, "black": 2, "result": "x"}, {"white": 1}])
    assert [(code, pointer) for code, pointer, _ in faults(text)] == [
        ("json_out_of_range", "/rounds/0/pairings/0/white"),
        ("json_not_allowed", "/rounds/0/pairings/0/result"),
        ("json_key_missing", "/rounds/0/pairings/1"),
    ]


def test_of_very_many_faults_the_first_twenty_are_told() -> None:
    assert len(faults(changed("players", [{"number": "x", "name": "N"}] * 500))) == 20


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "other", "version": 1}', '{"format": "rookery-event"}', '{"format": null}'])
def test_other_json(text: str) -> None:
    assert faults(text) == [("json_other_kind", None, text)]


def test_more_players_or_pairings_than_are_read() -> None:
    with pytest.raises(TooLarge) as refused:
        read_event(changed("players", [{"number": 1, "name": "N"}] * 1001).encode())
    assert refused.value.message == "/players has 1001 elements; at most 1000 are read."
    pairing = {"white": 1, "result": "half-point-bye"}
    with pytest.raises(TooLarge) as refused:
        read_event(changed("rounds", [{"number": 1, "pairings": [pairing] * (MAX_PAIRINGS + 1)}]).encode())
    assert refused.value.message == "The event has more than 10000 pairings."


def test_the_example_itself_has_no_fault() -> None:
    assert faults(changed("event/name", event()["event"]["name"])) == []
