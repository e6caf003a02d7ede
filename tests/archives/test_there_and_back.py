"""A club that was taken along is the same club on the other side."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from archives.domain.details import JOURNAL, walk, without_numbers
from archives.interchange.reading import Limits
from archives.interchange.tables import TABLES
from archives.services.exporting import export_club
from archives.services.importing import import_club
from clubs.models import Club, JournalEntry
from clubs.tenancy.scope import club_scope
from players.domain.errors import PlayerError
from players.models import Player
from players.selectors.door import pseudonym_shown
from ratings.demo.clubs import DEMO_CLUBS
from ratings.demo.seeding import seed_demo
from ratings.domain.errors import CorrectionRefused
from ratings.models import Correction
from ratings.selectors.corrections import get_correction
from ratings.services import audit_ladder, replay_ladder
from ratings.services.corrections import preview_undo
from tests.access.world import OWNER, World
from tests.archives.looking import read_everything
from tests.archives.scene import make_full_world
from tests.factories import make_user
from tests.once import made_once
from tournaments.domain.errors import TournamentError
from tournaments.models import Event

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


NUMBERS_THAT_STAY = {
    "role.changed": {"account"},
    "role.removed": {"account"},
    "role.left": {"account"},
}
"""What of the journal names an account, which stays behind."""


def test_no_number_of_the_journal_is_lost(world: World) -> None:
    """An action whose detail holds numbers is known to archives/domain/details.py: otherwise they would be left out without a word."""
    club = world.ours.club
    with club_scope(club):
        lines = list(JournalEntry.objects.filter(club=club).values_list("action", "detail"))
    lost = {
        (action, name)
        for action, detail in lines
        for name in detail
        if action not in JOURNAL and without_numbers({name: detail[name]}) != {name: detail[name]}
        if name not in NUMBERS_THAT_STAY.get(action, ())
    }
    assert lost == set()
    for action, detail in lines:
        if action in JOURNAL:
            walk(JOURNAL[action], detail, lambda table, key: key)


def test_the_desk_of_a_brought_club_opens(world: World) -> None:
    owner = make_user()
    brought = import_club(content=export_club(club=world.ours.club, by=None), by=owner, limits=LIMITS)
    replay_ladder(club=brought)
    client, desk = Client(HTTP_HOST="127.0.0.1"), f"/desk/{brought.public_id}/"
    client.force_login(owner)
    with club_scope(brought):
        made = list(Correction.objects.filter(club=brought).values_list("public_id", flat=True))
        people = list(Player.objects.filter(club=brought).values_list("public_id", flat=True))
        events = list(Event.objects.filter(club=brought).values_list("public_id", flat=True))
    pages = [
        *("", "journal/", "people/", "corrections/", "people/lists/", "people/duplicates/?show=different", "roles/"),
        *(f"corrections/{one}/" for one in made),
        *(f"people/{one}/" for one in people),
        *(f"events/{one}/names/" for one in events),
    ]
    assert {page: status for page in pages if (status := client.get(desk + page, follow=True).status_code) != 200} == {}


def test_what_was_corrected_can_be_taken_back_in_both_clubs_alike(world: World) -> None:
    """Undoing reads every key that the detail of a correction names."""
    original = world.ours.club
    brought = bring(export_club(club=original, by=None))
    with club_scope(original):
        made = list(Correction.objects.filter(club=original).order_by("pk").values_list("public_id", flat=True))
    outcomes = [undoing(original, one) for one in made]
    assert [undoing(brought, one) for one in made] == outcomes
    assert sum(isinstance(outcome, list) for outcome in outcomes) >= 5, "not only refusals"


def undoing(club: Club, correction: str) -> list[tuple[str, int | None, int | None]] | str:
    """Whom taking a correction back would move, by public id; or why it cannot be taken back."""
    with club_scope(club):
        found = get_correction(club, correction)
        names = dict(Player.objects.filter(club=club).values_list("pk", "public_id"))
    try:
        effects = preview_undo(club=club, correction=found, by=None)
    except (CorrectionRefused, TournamentError, PlayerError) as refused:
        return f"{refused.code} {getattr(refused, 'later', '')}"
    return sorted((names.get(one.player_id, "gone"), one.before, one.after) for one in effects.members)


@pytest.mark.slow
def test_a_demo_club_is_the_same(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.demo.seeding.DEMO_CLUBS", DEMO_CLUBS[:1])
    (original,) = seed_demo()
    replay_ladder(club=original)
    brought = bring(export_club(club=original, by=None))
    assert read_everything(brought) == read_everything(original)


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


def test_people_read_of_the_erased_in_the_words_of_the_club(world: World) -> None:
    """`club.json` stays exact, so that bringing it back compares; the tables are for people."""
    club = world.ours.club
    document = document_of(export_club(club=club, by=None))
    stored = {row["name"] for row in document["players"] if "erased_at" in row}
    Club.objects.filter(pk=club.pk).update(language="he")
    club.refresh_from_db()
    with zipfile.ZipFile(io.BytesIO(export_club(club=club, by=None))) as archive:
        tables = {name: archive.read(f"{name}.csv").decode() for name in ("games", "members", "ladder")}
    with override("he"):
        shown = {pseudonym_shown(pseudonym) for pseudonym in stored}
    assert [name for name, text in tables.items() if "Former player" in text] == []
    assert {text for text in shown if text in tables["games"]} == {text for text in shown if not text.startswith("Former")} != set()
