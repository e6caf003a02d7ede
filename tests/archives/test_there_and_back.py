"""A club that was taken along is the same club on the other side."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from archives.interchange.reading import Limits
from archives.interchange.tables import TABLES
from archives.services.exporting import export_club
from archives.services.importing import import_club
from clubs.models import Club
from ratings.services import audit_ladder, replay_ladder
from tests.access.world import OWNER, World
from tests.archives.looking import read_everything
from tests.archives.scene import make_full_world
from tests.factories import make_user
from tests.once import made_once

pytestmark = pytest.mark.django_db

LIMITS = Limits(file=20, unpacked=100)


@pytest.fixture(scope="module")
def _world_of_the_module(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    ledger = tmp_path_factory.mktemp("ledger") / "erasures.jsonl"
    with override_settings(ERASURE_LEDGER=ledger), made_once(django_db_blocker, make_full_world) as made:
        yield made


@pytest.fixture
def world(_world_of_the_module: World, db: None) -> World:
    return _world_of_the_module


def bring(content: bytes) -> Club:
    club = import_club(content=content, by=make_user(), limits=LIMITS)
    replay_ladder(club=club)
    return club


def document_of(content: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        document: dict[str, Any] = json.loads(archive.read("club.json"))
    return document


def test_every_page_of_a_club_with_a_long_history_is_the_same(world: World) -> None:
    original = world.ours.club
    brought = bring(export_club(club=original, by=world.ours.people[OWNER]))
    assert read_everything(brought) == read_everything(original)
    assert audit_ladder(club=brought).passed


def test_the_file_of_the_brought_club_is_the_file_it_was_made_from(world: World) -> None:
    """But for what stays behind: who did it, the links of families, the id of the club; and for what bringing it adds to the journal."""
    first = export_club(club=world.ours.club, by=None)
    before, after = document_of(first), document_of(export_club(club=bring(first), by=None))
    assert [row["action"] for row in after["journal"][len(before["journal"]) :]] == ["club.imported", "duplicates.asked"]
    after["journal"] = after["journal"][: len(before["journal"])]
    assert all("revoked_at" in row for row in after["family_links"])
    for table in TABLES:
        assert _without_people(after[table.key]) == _without_people(before[table.key]), table.key
    assert [table.key for table in TABLES if not before[table.key]] == [], "every table has a row"


def _without_people(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    people = {"by", "undone_by", "revoked_by", "withdrawn_by", "answered_by", "published_by", "revoked_at"}
    return [{name: value for name, value in row.items() if name not in people} for row in rows]
