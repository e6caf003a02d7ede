"""Codes, messages and the published schema stay in step with the code."""

import json
import re
from pathlib import Path

from jsonschema import Draft202012Validator

from tournaments.domain.record import EventFormat, Remark, Variant
from tournaments.interchange import limits, read_event, render_remark
from tournaments.interchange.json_words import RESULTS, load_schema
from tournaments.interchange.messages import MESSAGES, PUBLISHING_MESSAGES
from tournaments.interchange.remarks import Remarks, make_remark, quote

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "tournaments" / "interchange"
SOURCE = "\n".join(path.read_text("utf-8") for path in FOLDER.rglob("*.py") if path.name != "messages.py")


def test_every_message_is_used() -> None:
    own = MESSAGES.keys() - PUBLISHING_MESSAGES.keys()
    assert sorted(code for code in own if f'"{code}"' not in SOURCE) == []


def test_every_code_has_a_message() -> None:
    used = re.findall(r'(?:make_remark|warn)\(\s*(?:remarks, )?"(\w+)"', SOURCE) + re.findall(r'yield "(\w+)"', SOURCE)
    assert len(used) > 50
    assert [code for code in used if code not in MESSAGES] == []


def test_a_remark_can_be_shown_in_another_language() -> None:
    remark = make_remark("player_count_differs", 7, 5, announced=5, found=4)
    assert remark == Remark(
        "player_count_differs",
        "Players announced in record 062: 5, in the file: 4.",
        7,
        5,
        {"announced": 5, "found": 4, "line": 7, "column": 5},
    )
    assert render_remark(remark, lambda template: "%(found)s statt %(announced)s") == "4 statt 5"
    assert render_remark(Remark("foreign", "As it is."), lambda template: "never") == "As it is."


def test_many_remarks_of_a_kind_are_counted() -> None:
    remarks = Remarks()
    for number in range(limits.MAX_REMARKS_OF_A_KIND + 7):
        remarks.warn("plays_itself", number, number=number, round=1)
    collected = remarks.collected()
    assert len(collected) == limits.MAX_REMARKS_OF_A_KIND + 1
    assert collected[-1].message == "Further remarks of the kind “plays_itself”: 7."


def test_quotes_are_short_and_printable() -> None:
    assert quote("  a\x00b  ") == "a�b"
    assert quote("x" * 500) == "x" * 29 + "…"


def test_the_schema_is_a_schema_and_has_the_limits_of_the_reader() -> None:
    schema = load_schema()
    Draft202012Validator.check_schema(schema)
    event = schema["properties"]["event"]["properties"]
    players = schema["properties"]["players"]
    rounds = schema["properties"]["rounds"]
    player = players["items"]["properties"]
    pairing = rounds["items"]["properties"]["pairings"]["items"]["properties"]
    assert [players["maxItems"], rounds["maxItems"], player["name"]["maxLength"], player["title"]["maxLength"]] == [
        limits.MAX_PLAYERS, limits.MAX_ROUNDS, limits.MAX_NAME, limits.MAX_TITLE,
    ]  # fmt: skip
    assert [event[key]["maxLength"] for key in ("id", "program", "name", "time_control")] == [
        limits.MAX_EVENT_ID, limits.MAX_PROGRAM, limits.MAX_EVENT_NAME, limits.MAX_TIME_CONTROL,
    ]  # fmt: skip
    assert (event["format"]["enum"], event["variant"]["enum"]) == (list(EventFormat), list(Variant))
    assert pairing["result"]["enum"] == list(RESULTS)
    assert {held["maximum"] for held in (player["number"], player["rating"], player["rank"], pairing["white"])} == {limits.MAX_NUMBER}


def test_every_part_of_the_schema_is_described() -> None:
    def undescribed(part: object, name: str) -> list[str]:
        if not isinstance(part, dict):
            return []
        own = [] if "description" in part else [name]
        inner = [found for key, held in part.get("properties", {}).items() for found in undescribed(held, key)]
        return own + inner + (undescribed(part["items"], name + "[]") if "items" in part else [])

    assert undescribed(load_schema(), "") == []


def test_the_example_of_the_formats_page_can_be_read() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    example = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert example is not None
    reading = read_event(example[1].encode())
    assert (reading.warnings, json.loads(example[1])["event"]["name"]) == ((), reading.record.name)


def test_the_formats_page_names_every_limit() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    figures = {limits.MAX_PLAYERS: "1,000", limits.MAX_ROUNDS: "100", limits.MAX_PAIRINGS: "10,000", limits.MAX_NAME: "120"}
    assert {limit: f"{limit:,}" for limit in figures} == figures
    assert [shown for shown in (*figures.values(), "2 MiB") if shown not in page] == []
