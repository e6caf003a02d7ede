"""Copies of the whole database: everything is in them, they come back whole or not at all, and what was forgotten stays so."""

import io
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import ProgrammingError, connections
from django.utils import timezone
from psycopg import sql

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from config.backup import BackupError
from config.backup.programs import complaint_of, find_programs
from config.processes import wait_until
from players.models import Player
from tests.access.rows import Digests, digest_tables
from tests.factories import event_record, make_club, make_event
from tests.searching import tables_holding
from tournaments.domain.results import ResultKind

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

OLD_FORT = ("Ulrika Vanderhoef", "תמר אוקון", "Бертиль Ясенев")
FAR_ROOK = ("Quillfeather Zephyrine", "Noa Adler")


@pytest.fixture
def clubs() -> tuple[Club, Club]:
    """Two clubs with people and an event each."""
    made = make_club("Old Fort"), make_club("Far Rook")
    for club, names in zip(made, (OLD_FORT, FAR_ROOK), strict=True):
        make_event(club, event_record(names, [[(1, 2, ResultKind.WHITE_WIN)]]))
    return made


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, settings: Any) -> Path:
    path: Path = tmp_path / "ledger" / "erasures.jsonl"
    settings.ERASURE_LEDGER = path
    return path


@pytest.fixture
def other() -> Iterator[str]:
    """The name of an empty database beside the test's own."""
    owner = connections["owner"].settings_dict
    name = sql.Identifier(f"{owner['NAME']}_restored")
    made = sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C' TEMPLATE template0")
    address = {"host": owner["HOST"], "port": owner["PORT"], "user": owner["USER"], "password": owner["PASSWORD"]}
    with psycopg.connect(dbname="postgres", autocommit=True, **address) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(name))
        connection.execute(made.format(name))
        yield f"{owner['NAME']}_restored"
        connection.execute(sql.SQL("DROP DATABASE {}").format(name))  # waits for connections that are being closed


@contextmanager
def working_in(database: str) -> Iterator[None]:
    """Both roles in another database."""
    with pytest.MonkeyPatch.context() as patch:
        for alias in ("default", "owner"):
            connections[alias].close()
            patch.setitem(connections[alias].settings_dict, "NAME", database)
        try:
            yield
        finally:
            for alias in ("default", "owner"):
                connections[alias].close()


def run(command: str, *arguments: object) -> str:
    said = io.StringIO()
    call_command(command, *map(str, arguments), stdout=said)
    return said.getvalue()


def refused(command: str, *arguments: object) -> str:
    with pytest.raises(CommandError) as error:
        run(command, *arguments)
    return str(error.value)


def digests() -> Digests:
    with connections["owner"].cursor() as cursor:
        return digest_tables(cursor)


def owner_runs(statement: str) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement)


def people_of(club: Club) -> int:
    with club_scope(club):
        return Player.objects.count()  # whoever the policies show


def test_everything_comes_back_and_clubs_stay_apart(clubs: tuple[Club, Club], other: str, tmp_path: Path) -> None:
    file, before = tmp_path / "rookery.dump", digests()
    assert run("backup", file) == f"{file}: {file.stat().st_size:,} bytes.\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob("**/*.partial")) == []
    with working_in(other):
        assert "By the ledger, erased again: 0 people; deleted again: 0 clubs." in run("restore", file)
        assert digests() == before
        assert [people_of(club) for club in clubs] == [3, 2]
        assert Player.objects.count() == 0, "without a club nobody is seen"

        owner_runs("UPDATE players_player SET name = 'Somebody Else'")
        owner_runs("CREATE TABLE later_release (id int)")
        owner_runs("CREATE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1'")
        changed = digests()
        assert refused("restore", file) == "The database is not empty. Give an empty one, or --replace: then everything in it goes."
        assert digests() == changed
        run("restore", file, "--replace")
        assert digests() == before


def test_who_was_forgotten_since_stays_so(clubs: tuple[Club, Club], other: str, tmp_path: Path, ledger: Path) -> None:
    """An erasure and a deletion that the copy knows nothing of, and sessions that have ended since."""
    fort, rook = clubs
    run("backup", tmp_path / "rookery.dump")
    with club_scope(fort):
        erased = Player.objects.get(name=OLD_FORT[0]).public_id
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    ledger.parent.mkdir()
    lines = [
        {"erased": [erased], "club": fort.public_id, "at": later},
        {"deleted": rook.public_id, "at": later},
        {"deleted": "x", "at": later},
    ]
    ledger.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with working_in(other):
        assert "erased again: 1 people; deleted again: 1 clubs." in run("restore", tmp_path / "rookery.dump")
        assert [club.public_id for club in Club.objects.all()] == [fort.public_id]
        assert people_of(fort) == 3
        with connections["owner"].cursor() as cursor:
            assert tables_holding(cursor, [OLD_FORT[0], *OLD_FORT[0].split(), *FAR_ROOK]) == {}
            assert tables_holding(cursor, [OLD_FORT[1]]) != {}


def test_a_damaged_copy_changes_nothing(clubs: tuple[Club, Club], other: str, tmp_path: Path) -> None:
    whole, cut, text = tmp_path / "rookery.dump", tmp_path / "cut.dump", tmp_path / "notes.txt"
    run("backup", whole)
    cut.write_bytes(whole.read_bytes()[:-40])
    text.write_text("no copy at all")
    with working_in(other):
        run("restore", whole)
        before = digests()
        assert refused("restore", cut, "--replace").startswith("Nothing has changed. pg_restore: ")
        assert refused("restore", text, "--replace").startswith(f"{text} is no copy made by `manage.py backup`.")
        assert refused("restore", tmp_path / "absent", "--replace") == f"There is no file {tmp_path / 'absent'}."
        assert digests() == before
        assert [people_of(club) for club in clubs] == [3, 2]


def test_a_copy_of_a_newer_release_is_refused(clubs: tuple[Club, Club], other: str, tmp_path: Path) -> None:
    owner_runs("INSERT INTO django_migrations (app, name, applied) VALUES ('clubs', '9999_later', now())")
    try:
        run("backup", tmp_path / "newer.dump")
    finally:
        owner_runs("DELETE FROM django_migrations WHERE name = '9999_later'")
    with working_in(other):
        told = "The copy was made by a newer release (it has clubs.9999_later). Update Rookery first."
        assert refused("restore", tmp_path / "newer.dump") == told


def test_a_site_that_runs_is_not_replaced(clubs: tuple[Club, Club], other: str, tmp_path: Path) -> None:
    run("backup", tmp_path / "rookery.dump")
    app = connections["default"].settings_dict
    address = {"host": app["HOST"], "port": app["PORT"], "user": app["USER"], "password": app["PASSWORD"]}
    with working_in(other), psycopg.connect(dbname=other, **address):
        told = "The application is connected to the database. Stop web, worker, beat and sweeper first."
        assert refused("restore", tmp_path / "rookery.dump") == told


def test_without_row_level_security_the_application_stays_shut_out(clubs: tuple[Club, Club], other: str, tmp_path: Path) -> None:
    first, open_one = tmp_path / "first.dump", tmp_path / "open.dump"
    run("backup", first)
    with working_in(other):
        run("restore", first)
        owner_runs("ALTER TABLE players_player DISABLE ROW LEVEL SECURITY")
        run("backup", open_one)
        told = "The copy is back, but the application is shut out of it: players_player: row-level security is off."
        assert refused("restore", open_one, "--replace") == told
        with pytest.raises(ProgrammingError, match="permission denied for table"):
            people_of(clubs[0])


def test_a_backup_that_fails_leaves_nothing(clubs: tuple[Club, Club], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = tmp_path / "taken.dump"
    taken.write_text("the backup of yesterday")
    assert refused("backup", taken) == f"{taken} exists already. Give another name; a copy never replaces another one."
    assert refused("backup", tmp_path / "no folder" / "x").endswith("cannot be written: No such file or directory.")
    connections["owner"].ensure_connection()
    monkeypatch.setitem(connections["owner"].settings_dict, "PASSWORD", "not-the-password")
    told = refused("backup", tmp_path / "rookery.dump")
    assert told.startswith("pg_dump: ")
    assert "password authentication failed" in told
    assert "not-the-password" not in told
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["taken.dump"]
    assert taken.read_text() == "the backup of yesterday"


def test_a_backup_that_is_stopped_leaves_nothing(clubs: tuple[Club, Club], tmp_path: Path) -> None:
    """By SIGTERM, while pg_dump waits for a table."""
    owner = connections["owner"].settings_dict
    address = {"host": owner["HOST"], "port": owner["PORT"], "user": owner["USER"], "password": owner["PASSWORD"], "dbname": owner["NAME"]}
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pg_dump' AND wait_event_type = 'Lock' AND datname = %s"

    def stop() -> None:
        with psycopg.connect(autocommit=True, **address) as watcher:
            found = wait_until(lambda: watcher.execute(waiting, [owner["NAME"]]).fetchone() == (1,), 60)
        assert found
        os.kill(os.getpid(), signal.SIGTERM)

    with psycopg.connect(**address) as holder:
        holder.execute("LOCK TABLE players_player IN ACCESS EXCLUSIVE MODE")
        thread = Thread(target=stop)
        thread.start()
        with pytest.raises(SystemExit) as ended:
            run("backup", tmp_path / "rookery.dump")
        thread.join()
    assert ended.value.code == 128 + signal.SIGTERM
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []


def test_an_empty_database_is_not_copied(other: str, tmp_path: Path) -> None:
    with working_in(other):
        assert refused("backup", tmp_path / "rookery.dump") == f"The database {other} is empty: there is nothing to copy."


def test_a_table_under_forced_row_level_security_is_not_left_out_in_silence(clubs: tuple[Club, Club], other: str, tmp_path: Path) -> None:
    """The control of the two clubs' rows above: where the owner sees less than everything, there is no copy."""
    run("backup", tmp_path / "rookery.dump")
    with working_in(other):
        run("restore", tmp_path / "rookery.dump")
        owner_runs("ALTER TABLE players_player FORCE ROW LEVEL SECURITY")
        assert 'row-level security policy for table "players_player"' in refused("backup", tmp_path / "less.dump")
        assert not (tmp_path / "less.dump").exists()


def test_programs_that_are_too_old_are_refused() -> None:
    with pytest.raises(BackupError) as error:
        find_programs(99, settings.DATABASES["owner"])
    assert str(error.value).startswith(
        "The server is PostgreSQL 99; pg_dump, pg_restore, psql of this version or a newer one are needed, and"
    )
    assert "PostgreSQL 18" in str(error.value)


def test_the_password_is_in_no_command_line_and_rows_in_no_complaint() -> None:
    database = {**settings.DATABASES["owner"], "OPTIONS": {"sslmode": "require"}}
    programs = find_programs(18, database)
    assert database["PASSWORD"] not in " ".join(programs.command("pg_dump", "--format=custom"))
    assert (programs.environment["PGPASSWORD"], programs.environment["PGSSLMODE"]) == (database["PASSWORD"], "require")
    said = b"psql:<stdin>:7: ERROR:  invalid input\nCONTEXT:  COPY players_player, line 1: Ulrika\n"
    assert complaint_of("psql", said) == "psql: psql:<stdin>:7: ERROR:  invalid input"
