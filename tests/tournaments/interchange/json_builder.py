"""A small Rookery JSON event for tests, changed in one place at a time."""

import json
from typing import Any

from tournaments.domain.errors import TournamentError
from tournaments.interchange import read_event


def event() -> dict[str, Any]:
    """Four players, two rounds."""
    return {
        "format": "rookery-event",
        "version": 1,
        "event": {
            "id": "e-17",
            "program": "Example Pairings",
            "name": "Autumn Cup",
            "starts_on": "2026-09-01",
            "ends_on": "2026-09-08",
            "format": "swiss",
            "variant": "standard",
            "time_control": "15+10",
            "rated": True,
            "finished": True,
            "planned_rounds": 2,
        },
        "players": [
            {"number": 1, "name": "Adler, Noa", "rating": 1812, "title": "CM", "rank": 1, "points": 1.5},
            {"number": 2, "name": "Brook, Tal"},
            {"number": 3, "name": "Cohen, Uri"},
            {"number": 4, "name": "Dvir, Maya"},
        ],
        "rounds": [
            {
                "number": 1,
                "date": "2026-09-01",
                "pairings": [
                    {"board": 1, "white": 1, "black": 3, "result": "1-0"},
                    {"board": 2, "white": 4, "black": 2, "result": "-+"},
                ],
            },
            {
                "number": 2,
                "date": "2026-09-08",
                "pairings": [
                    {"board": 1, "white": 2, "black": 1, "result": "1/2-1/2"},
                    {"board": 2, "white": 3, "result": "pairing-allocated-bye"},
                    {"board": 3, "white": 4, "result": "zero-point-bye"},
                ],
            },
        ],
    }


def changed(path: str, value: Any) -> str:
    """The event as indented text with `value` at a path like `rounds/0/number`; `...` deletes."""
    document = event()
    *parents, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    held: Any = document
    for step in parents:
        held = held[step]
    if value is ...:
        del held[last]
    else:
        held[last] = value
    return json.dumps(document, indent=1)


def faults(text: str) -> list[tuple[str, object, str]]:
    """(code, pointer, the line of the text at the place), for every remark of the refusal."""
    try:
        read_event(text.encode())
    except TournamentError as error:
        lines = text.splitlines()
        return [(found.code, found.params.get("pointer"), lines[(found.line or 1) - 1].strip()) for found in error.remarks]
    return []
