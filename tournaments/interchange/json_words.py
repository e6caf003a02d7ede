"""The words of Rookery JSON for results, and the schema that publishes them."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from tournaments.domain.results import ResultKind

FORMAT = "rookery-event"
VERSION = 1

RESULT_WORDS = {
    ResultKind.WHITE_WIN: "1-0",
    ResultKind.DRAW: "1/2-1/2",
    ResultKind.BLACK_WIN: "0-1",
    ResultKind.BOTH_LOSE: "0-0",
    ResultKind.WHITE_WIN_UNRATED: "1-0 unrated",
    ResultKind.DRAW_UNRATED: "1/2-1/2 unrated",
    ResultKind.BLACK_WIN_UNRATED: "0-1 unrated",
    ResultKind.ARMAGEDDON_WHITE_WIN: "1-0 armageddon",
    ResultKind.ARMAGEDDON_BLACK_WIN: "0-1 armageddon",
    ResultKind.WHITE_FORFEIT_WIN: "+-",
    ResultKind.BLACK_FORFEIT_WIN: "-+",
    ResultKind.DOUBLE_FORFEIT: "--",
    ResultKind.PAIRING_ALLOCATED_BYE: "pairing-allocated-bye",
    ResultKind.FULL_POINT_BYE: "full-point-bye",
    ResultKind.HALF_POINT_BYE: "half-point-bye",
    ResultKind.ZERO_POINT_BYE: "zero-point-bye",
    ResultKind.PENDING: "*",
}
RESULTS = {word: kind for kind, word in RESULT_WORDS.items()}


def schema_text() -> str:
    """The published JSON Schema (2020-12) of Rookery JSON, version 1."""
    return (files("tournaments.interchange") / "schema" / "rookery-event-1.json").read_text("utf-8")


@cache
def load_schema() -> dict[str, Any]:
    """The schema as a value; not to be changed."""
    schema: dict[str, Any] = json.loads(schema_text())
    return schema
