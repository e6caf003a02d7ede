"""A small file of a club, written by hand as version 1 of the format says it: what was once exported must always be taken in."""

import io
import json
import zipfile
from typing import Any

import pytest

from archives.domain.errors import ArchiveRefused
from archives.interchange.reading import Limits, read_club_file

Document = dict[str, Any]
T = "2026-03-03T18:00:00+00:00"
LIMITS = Limits(file=1, unpacked=2)


def small_document() -> Document:
    """Three players, one merged into another; an event with two versions; a correction, a consent, a line in the journal."""
    return {
        "format": "rookery-club",
        "version": 1,
        "club": {
            "public_id": "AAAAAAAAAAAAAAAAAAAAAA",
            "name": "Nest",
            "language": "en",
            "time_zone": "Europe/Oslo",
            "audience": "mixed",
            "visibility": "public",
            "name_policy": "adults_in_full",
            "founded_at": T,
        },
        "ladder_build": 7,
        "players": [_player(1, "AAAAAAAA", "Ada Ash"), _player(2, "BBBBBBBB", "Bo Birch"), _player(3, "CCCCCCCC", "B. Birch")],
        "merges": [{"id": 1, "absorbed": 3, "into": 2, "by": 1, "at": T, "reason": "the same"}],
        "family_links": [{"id": 1, "public_id": "DDDDDDDDDDDDDDDDDDDDDA", "player": 1, "at": T}],
        "consents": [
            {
                "id": 1,
                "player": 1,
                "club_pages": True,
                "events": False,
                "wording": "I agree.",
                "wording_version": "1",
                "language": "en",
                "child_asked": True,
                "through": 1,
                "at": T,
                "until": "2028-03-03",
            }
        ],
        "events": [{"id": 1, "public_id": "EEEEEEEEEEEEEEEEEEEEEA", "latest": 2, "rated_version": 2, "created_at": T}],
        "versions": [_version(1, 1), {**_version(2, 2), "replaces": 1}],
        "rounds": [{"id": 1, "version": 1, "number": 1}, {"id": 2, "version": 2, "number": 1, "played_on": "2026-03-03"}],
        "entries": [
            {"id": number, "version": version, "number": place, "name": name}
            for number, (version, place, name) in enumerate(
                ((1, 1, "Ada Ash"), (1, 2, "B. Birch"), (2, 1, "Ada Ash"), (2, 2, "B. Birch")), 1
            )
        ],
        "links": [
            {"id": 1, "entry": 1, "player": 1, "by": 1, "at": T},
            {"id": 2, "entry": 2, "player": 3, "at": T},
            {"id": 3, "entry": 3, "player": 1, "at": T, "carried_from": 1},
            {"id": 4, "entry": 4, "player": 3, "at": T, "carried_from": 2},
        ],
        "games": [
            {"id": 1, "version": 1, "round": 1, "board": 1, "white": 1, "black": 2, "result": "½-½"},
            {"id": 2, "version": 2, "round": 1, "board": 1, "white": 3, "black": 4, "result": "1-0"},
        ],
        "rules": [{"id": 1, "since": "2026-01-01", "start": 13000}],
        "corrections": [
            {
                "id": 1,
                "public_id": "FFFFFFFFFFFFFFFFFFFFFA",
                "kind": "publication",
                "event": 1,
                "at": T,
                "build": 6,
                "detail": {
                    "version": [1, 2],
                    "effects": {"members": [[1, 12000, 12100], [9, None, 11900]], "leader": [None, 1], "failed": None},
                    "touches": ["link 3", "round 1 no. 2"],
                },
            }
        ],
        "revisions": [{"build": 6, "at": T, "events": [1], "players": [1, 9], "before": [12000, 12000], "after": [12100, 11900]}],
        "journal": [
            {"id": 1, "action": "names.decided", "at": T, "subject": "EEEEEEEEEEEEEEEEEEEEEA", "detail": {"links": [[1, 1], [2, 3]]}},
            {"id": 2, "action": "something.else", "at": T, "detail": {"said": "so", "number": 5}},
        ],
        "tokens": [],
        "accounts": [{"number": 1, "email": "owner@nest.example", "role": "owner", "since": T}],
    }


def as_json(document: Document) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def as_zip(*parts: tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return file.getvalue()


def _player(number: int, public_id: str, name: str) -> Document:
    return {"id": number, "public_id": public_id, "name": name, "sort_key": name.lower(), "created_at": T}


def _version(number: int, place: int) -> Document:
    return {
        "id": number,
        "event": 1,
        "number": place,
        "digest": "0" * 64,
        "name": "Evening",
        "starts_on": "2026-03-03",
        "ends_on": "2026-03-03",
        "format": "swiss",
        "variant": "standard",
        "rated": True,
        "finished": True,
        "source": "upload",
        "published_at": T,
    }


def refused(content: bytes) -> list[tuple[str, str]]:
    """What a file is refused for: code and place of each fault."""
    with pytest.raises(ArchiveRefused) as error:
        read_club_file(content, LIMITS)
    for fault in error.value.faults:
        assert fault.message % fault.params, "every variable of the message is filled in"
    return [(fault.code, fault.pointer) for fault in error.value.faults]
