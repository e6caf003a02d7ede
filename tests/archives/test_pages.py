"""Taking a club along and bringing one: the pages, the command, and that an untrusted file leaves nothing."""

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connections, transaction
from django.test import Client
from jsonschema import Draft202012Validator

from archives.domain.errors import ClosingRefused
from archives.interchange.rules import club_schema
from archives.selectors.exports import find_export
from archives.services.allowance import MOST_CLUBS, MOST_FILES
from archives.services.closing import close_club
from archives.services.exporting import export_club
from archives.services.importing import IMPORT_LOCK
from archives.views import bring
from clubs.models import Club, JournalEntry, Membership, Role, Visibility
from clubs.services import issue_token
from clubs.tenancy.scope import club_scope
from players.models import Consent, Erasure, FamilyLink, Player, PlayerMerge
from ratings.models import Correction, LadderBuild, LadderRevision
from ratings.selectors import get_ladder_state
from ratings.services import replay_ladder
from tests.archives.small import as_json, as_zip, small_document
from tests.factories import event_record, make_club, make_event, make_player, make_user
from tournaments.domain.results import ResultKind
from tournaments.models import EntryLink, Event

pytestmark = pytest.mark.django_db

ADDRESS = "/clubs/bring/"


def send(client: Client, content: bytes, name: str = "rookery-club.zip") -> Any:
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, content)}, follow=True)


@pytest.fixture
def owner() -> Any:
    return make_user("new-owner@nest.example")


@pytest.fixture
def client(owner: Any) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def test_a_club_is_brought_and_seen_by_its_arbiters_alone(client: Client, owner: Any) -> None:
    answer = send(client, as_zip(("club.json", as_json(small_document()))))
    assert answer.status_code == 200
    assert b"Only its arbiters see its pages" in answer.content
    club = Club.objects.get()
    assert answer.redirect_chain == [(f"/desk/{club.public_id}/", 302)]
    assert (club.name, club.visibility, club.name_policy, club.time_zone) == (
        "Nest",
        Visibility.ARBITERS_ONLY,
        "adults_in_full",
        "Europe/Oslo",
    )
    assert club.founded_at.isoformat() == "2026-03-03T18:00:00+00:00"
    assert club.public_id != "AAAAAAAAAAAAAAAAAAAAAA"
    assert list(Membership.objects.values_list("user", "role")) == [(owner.pk, Role.OWNER)]
    assert Client().get(f"/club/{club.slug}/").status_code == 404


def test_rows_get_new_keys_and_every_mention_follows(client: Client) -> None:
    make_player(make_club("Other"), "Somebody")  # so that keys differ from the numbers of the file
    send(client, as_json(small_document()), "club.json")
    club = Club.objects.get(name="Nest")
    with club_scope(club):
        ada, bo, absorbed = Player.objects.filter(club=club).order_by("pk")
        event = Event.objects.select_related("latest", "rated_version").get(club=club)
        merge = PlayerMerge.objects.get(club=club)
        links = list(EntryLink.objects.filter(club=club).order_by("pk"))
        correction, revision = Correction.objects.get(club=club), LadderRevision.objects.get(club=club)
        journal = list(JournalEntry.objects.filter(club=club).order_by("pk"))
        consent, link = Consent.objects.get(club=club), FamilyLink.objects.get(club=club)
    assert [player.public_id for player in (ada, bo, absorbed)] == ["AAAAAAAA", "BBBBBBBB", "CCCCCCCC"]
    assert ada.pk > 1
    assert (merge.absorbed_id, merge.into_id, merge.by_id) == (absorbed.pk, bo.pk, None)
    assert event.latest is not None
    assert (event.latest.number, event.latest, event.latest.replaces_id) == (2, event.rated_version, event.latest.pk - 1)
    assert [row.carried_from_id for row in links] == [None, None, links[0].pk, links[1].pk]
    gone = revision.players[1]
    assert gone not in {ada.pk, bo.pk, absorbed.pk}
    assert gone > absorbed.pk, "whoever is gone stays gone, in the order of the keys"
    assert (revision.events, revision.players[0], revision.build) == ([event.pk], ada.pk, 6)
    assert correction.detail == {
        "version": [1, 2],
        "effects": {"members": [[ada.pk, 12000, 12100], [gone, None, 11900]], "leader": [None, ada.pk], "failed": None},
        "touches": [f"link {links[2].pk}", "round 1 no. 2"],
    }
    assert journal[0].detail == {"links": [[links[0].entry_id, ada.pk], [links[1].entry_id, absorbed.pk]]}
    assert journal[1].detail == {"said": "so"}, "what a number means that nobody has told is not known"
    assert [(row.action, row.by_id is None) for row in journal[2:]] == [("club.imported", False), ("duplicates.asked", False)]
    assert (consent.through_id, consent.player_id) == (link.pk, ada.pk)
    assert link.revoked_at is not None


def test_builds_go_on_from_the_last_one(client: Client) -> None:
    send(client, as_json(small_document()), "club.json")
    club = Club.objects.get()
    assert not get_ladder_state(club).fresh
    replay_ladder(club=club)
    assert LadderBuild.objects.get(club=club).version == 8


def test_what_is_wrong_is_told_and_nothing_is_kept(client: Client) -> None:
    document = small_document()
    document["links"][0]["player"] = 77
    answer = send(client, as_json(document), "club.json")
    assert answer.status_code == 422
    assert b"/links/0/player" in answer.content
    assert b"There is no row with the id 77" in answer.content
    assert not Club.objects.exists()


@pytest.mark.django_db(databases=["default", "owner"])
def test_one_club_is_brought_at_a_time(client: Client) -> None:
    """A second connection holds the place of one that is under way."""
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [IMPORT_LOCK])
        answer = send(client, as_json(small_document()), "club.json")
        assert (answer.status_code, b"Try again in a minute" in answer.content) == (422, True)
        assert not Club.objects.exists()


def test_an_account_brings_five_clubs_a_day(client: Client, own_cache: None) -> None:
    assert [send(client, as_json(small_document()), "club.json").status_code for _ in range(MOST_CLUBS)] == [200] * MOST_CLUBS
    answer = send(client, as_json(small_document()), "club.json")
    assert (answer.status_code, b"One account brings in 5 clubs a day at the most." in answer.content) == (422, True)
    another = Client()
    another.force_login(make_user("another@nest.example"))
    assert send(another, as_json(small_document()), "club.json").status_code == 200
    assert Club.objects.count() == MOST_CLUBS + 1


def test_of_an_account_twenty_files_a_day_are_read(client: Client, own_cache: None) -> None:
    for _ in range(MOST_FILES):
        assert b"Of one account" not in send(client, b"{}", "club.json").content
    answer = send(client, as_json(small_document()), "club.json")
    assert (answer.status_code, b"Of one account 20 files a day are read at the most." in answer.content) == (422, True)
    assert not Club.objects.exists()


def test_after_a_day_it_goes_on(client: Client, owner: Any, own_cache: None) -> None:
    cache.set(f"brought-clubs-{owner.pk}-{owner.date_joined:%s%f}", [time.time() - 24 * 3600 - 1] * MOST_CLUBS)
    assert send(client, as_json(small_document()), "club.json").status_code == 200


def test_an_export_that_came_with_the_club_opens_no_door(client: Client, owner: Any) -> None:
    """Closing a club asks for an export of the last week: one that was downloaded here."""
    document = small_document()
    document["journal"].append({"id": 3, "action": "club.exported", "at": "2099-03-03T18:00:00+00:00", "detail": {}})
    send(client, as_json(document), "club.json")
    club = Club.objects.get()
    with club_scope(club):
        assert JournalEntry.objects.filter(club=club, action="club.exported").count() == 1
        assert find_export(club) is None
    with pytest.raises(ClosingRefused, match="Download the export first"):
        close_club(club=club, by=owner, name="Nest")


def test_an_erasure_of_nobody_in_the_file_is_left_out(client: Client) -> None:
    document = small_document()
    document["players"][0].update(name="Former player AAAAAAAA", erased_at="2026-03-04T18:00:00+00:00")
    document["erasures"] = [
        {"id": 1, "person": "AAAAAAAA", "players": ["AAAAAAAA", "ZZZZZZZZ"], "at": "2026-03-04T18:00:00+00:00"},
        {"id": 2, "person": "ZZZZZZZZ", "players": ["ZZZZZZZZ"], "at": "2026-03-04T18:00:00+00:00"},
    ]
    send(client, as_json(document), "club.json")
    club = Club.objects.get()
    with club_scope(club):
        assert list(Erasure.objects.filter(club=club).values_list("person", "players")) == [("AAAAAAAA", ["AAAAAAAA"])]


def test_a_form_without_a_file_asks_for_it(client: Client) -> None:
    answer = client.post(ADDRESS)
    assert answer.status_code == 422
    assert b"field-wrong" in answer.content


def test_what_only_the_database_refuses_is_told_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks are switched off, so that the last net is seen to hold."""
    monkeypatch.setattr("archives.interchange.reading.sense_faults", lambda document, rows: iter(()))
    document = small_document()
    document["players"][1]["public_id"] = "AAAAAAAA"
    answer = send(client, as_json(document), "club.json")
    assert (answer.status_code, b"players_player_public_id" in answer.content) == (422, True)
    assert not Club.objects.exists()


def test_a_file_beyond_the_limit_is_refused_unread(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = send(client, b"PK\x03\x04" + b"0" * (bring.LIMITS.file * 2**20 + 100_000))
    assert answer.status_code == 422
    assert b"The file is too large: 8 MB are taken." in answer.content


def test_a_file_larger_than_forms_take_elsewhere_is_read(client: Client) -> None:
    padded = as_json(small_document()) + b" " * (3 * 2**20)
    assert send(client, padded, "club.json").status_code == 200
    assert Club.objects.count() == 1


def test_the_form_asks_for_its_token(owner: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    assert send(client, as_json(small_document()), "club.json").status_code == 403
    assert not Club.objects.exists()


def test_the_command_brings_a_club_for_an_account(owner: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.zip"
    file.write_bytes(as_zip(("club.json", as_json(small_document()))))
    call_command("import_club", str(file), "--owner", "NEW-owner@nest.example")
    club = Club.objects.get()
    assert capsys.readouterr().out == f"The club is here: /desk/{club.public_id}/\n"
    assert get_ladder_state(club).fresh
    EmailAddress.objects.create(user=make_user(), email="unconfirmed@nest.example")
    for nobody in ("nobody@nest.example", "unconfirmed@nest.example", "nobody"):
        with pytest.raises(CommandError, match=f"confirmed address {nobody}\\."):
            call_command("import_club", str(file), "--owner", nobody)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_club", str(tmp_path / "absent"), "--owner", "new-owner@nest.example")
    file.write_bytes(b"{}")
    with pytest.raises(CommandError, match="not the file of a club"):
        call_command("import_club", str(file), "--owner", "new-owner@nest.example")


def small_club() -> Club:
    club = make_club("Nest", owner=make_user("owner@nest.example"))
    record = event_record(("=Ada Ash", "Bo Birch"), [[(1, 2, ResultKind.WHITE_WIN)]], name="Evening")
    make_event(club, record)
    issue_token(club=club, label="Pairing program", scopes=["publish"], by=club.memberships.get().user)
    replay_ladder(club=club)
    return club


def test_the_file_has_what_its_readme_says_and_nothing_secret() -> None:
    club = small_club()
    with club_scope(club):
        event = Event.objects.get(club=club).public_id
    content = export_club(club=club, by=None)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        parts = {name: archive.read(name) for name in names}
        times = {info.date_time for info in archive.infolist()}
    assert names == [
        "README.txt",
        "club.json",
        "members.csv",
        "ladder.csv",
        f"events/{event}.json",
        f"events/{event}.trf",
        "events.csv",
        "games.csv",
    ]
    assert times == {(1980, 1, 1, 0, 0, 0)}
    assert all(parts[name].startswith(b"\xef\xbb\xbf") for name in names if name.endswith(".csv"))
    assert b"'=Ada Ash" in parts["members.csv"]
    assert b"'=Ada Ash" in parts["games.csv"]
    document = json.loads(parts["club.json"])
    assert document["accounts"][0]["email"] == "owner@nest.example"
    assert sorted(document["tokens"][0]) == ["created_at", "created_by", "label", "prefix", "scopes"]
    assert club.slug.encode() not in content + parts["club.json"]
    assert list(Draft202012Validator(club_schema()).iter_errors(document)) == []


def test_the_same_club_gives_the_same_bytes() -> None:
    club = small_club()
    with club_scope(club):
        first, second = (export_club(club=club, by=None) for _ in range(2))
    club_files = []
    for content in (first, second):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            club_files.append({name: archive.read(name) for name in archive.namelist() if name != "club.json"})
            rest = json.loads(archive.read("club.json"))
            rest["journal"] = [row for row in rest["journal"] if row["action"] != "club.exported"]
            club_files[-1]["club.json"] = json.dumps(rest).encode()
    assert club_files[0] == club_files[1]


def test_the_schema_is_published_for_everybody() -> None:
    answer = Client().get("/schemas/rookery-club-1.json")
    assert (answer["Content-Type"], answer["Access-Control-Allow-Origin"]) == ("application/schema+json", "*")
    assert answer.json() == json.loads(json.dumps(club_schema()))


@pytest.mark.parametrize("language", ["en", "he", "ru"])
def test_the_readme_is_in_the_language_of_the_club(language: str) -> None:
    club = make_club("Nest", language=language)
    with zipfile.ZipFile(io.BytesIO(export_club(club=club, by=None))) as archive:
        text = archive.read("README.txt").decode()
    assert "club.json\n" in text
    assert "&" not in text


def test_an_operator_writes_the_same_file_and_never_over_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club, file = make_club("Nest"), tmp_path / "nest.zip"
    call_command("export_club", str(file), "--club", club.slug)
    assert capsys.readouterr().out == f"{file}: {file.stat().st_size} bytes\n"
    assert (file.stat().st_mode & 0o777, zipfile.is_zipfile(file)) == (0o600, True)
    with pytest.raises(CommandError, match="exists already"):
        call_command("export_club", str(file), "--club", club.public_id)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_club", str(tmp_path / "no" / "x.zip"), "--club", club.public_id)
    with pytest.raises(CommandError, match="There is no club"):
        call_command("export_club", str(tmp_path / "x.zip"), "--club", "nobody")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nest.zip"]
    with club_scope(club):
        assert JournalEntry.objects.filter(club=club, action="club.exported").count() == 1
