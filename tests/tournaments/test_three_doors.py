"""One service behind three doors: the same file through each of them gives equal rows in three clubs."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from tests.factories import join_club, make_club
from tests.tournaments.programs import make_program
from tests.tournaments.sources import JSON_TYPE, TRF_TYPE, rookery_json, trf
from tournaments.interchange import read_event
from tournaments.models import Entry, EventVersion, Game, Round

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "trf"
REAL_FILES = sorted(FOLDER.glob("*.trf")) if FOLDER.is_dir() else []
DAY = "2026-03-03"  # given to files without a date

TOLD = (
    *("number", "digest", "name", "starts_on", "ends_on", "format", "variant", "time_control"),
    *("rated", "finished", "planned_rounds", "warnings", "dropped"),
)

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def through_api(club: Club, path: Path, name: str, date: str | None) -> None:
    kind = JSON_TYPE if path.suffix == ".json" else TRF_TYPE
    query = "?" + urlencode({"new": 1, "name": name} | ({"date": date} if date else {}))
    disposition = f'attachment; filename="{path.name}"'
    answer = make_program(club).post(path.read_bytes(), content_type=kind, query=query, Content_Disposition=disposition)
    assert answer.status_code == 201, answer.content


def through_upload(club: Club, path: Path, name: str, date: str | None) -> None:
    client = Client()
    client.force_login(join_club(club))
    sent = client.post(f"/desk/{club.public_id}/publish/", {"file": SimpleUploadedFile(path.name, path.read_bytes()), "text": ""})
    answer = client.post(sent["Location"], {"target": "new", "name": name, **({"starts_on": date} if date else {})})
    assert answer.status_code == 302, answer.content


def through_command(club: Club, path: Path, name: str, date: str | None) -> None:
    options = ["--date", date] if date else []
    call_command("publish", str(path), "--club", club.slug, "--name", name, *options, stdout=StringIO(), stderr=StringIO())


DOORS: tuple[Callable[[Club, Path, str, str | None], None], ...] = (through_api, through_upload, through_command)


def rows(club: Club) -> dict[str, Any]:
    """Everything that was published, without keys, moments and doors."""
    with club_scope(club):
        version = EventVersion.objects.select_related("event").get()
        return {
            "event": (version.event.program, version.event.external_id, version.event.latest_id == version.pk),
            "version": {name: getattr(version, name) for name in TOLD},
            "entries": list(Entry.objects.order_by("number").values_list("number", "name", "rating", "title", "rank")),
            "rounds": list(Round.objects.order_by("number").values_list("number", "played_on")),
            "games": list(
                Game.objects.order_by("round", "board").values_list("round", "board", "white__number", "black__number", "result")
            ),
        }


def check_doors(path: Path) -> None:
    record = read_event(path.read_bytes(), file_name=path.name).record
    found = []
    for door in DOORS:
        club = make_club()
        door(club, path, record.name, None if record.starts_on else DAY)
        found.append(rows(club))

    assert found[0] == found[1] == found[2]
    assert len(found[0]["entries"]) == len(record.entries)
    assert len(found[0]["games"]) == sum(len(played.pairings) for played in record.rounds)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("evening.json", rookery_json()),
        ("no id.json", rookery_json(external_id=None)),
        ("evening.trf", trf().encode()),
        ("with mark.trf", b"\xef\xbb\xbf" + trf(names=("יוסי כהן", "Анна Берг", "José Núñez")).encode()),
        ("carriage returns.trf", trf().replace("\n", "\r").encode()),
        ("undated.trf", trf(starts_on="").encode()),
        ("nameless.trf", trf().partition("\n")[2].encode()),
        ("warned.trf", trf().replace(" 1.5 ", " 2.0 ").encode()),
    ],
)
def test_invented_files(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    check_doors(path)


@pytest.mark.skipif(not REAL_FILES, reason="the shared folder of real events is not here")
@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.name)
def test_real_files(path: Path) -> None:
    check_doors(path)
