"""A restore that ends too early, by whatever signal: the copy may be there, people in it whom the ledger names, and nobody may read it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.db import connections
from django.utils import timezone

from clubs.models import Club
from clubs.tenancy.scope import club_scope
from config.processes import wait_until
from players.models import Player
from tests.config.processes import PROJECT
from tests.config.test_backup import OLD_FORT, run, working_in
from tests.config.test_backup import clubs as clubs
from tests.config.test_backup import ledger as ledger
from tests.config.test_backup import other as other
from tests.factories import make_player
from tests.searching import tables_holding

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

PROGRAM = """
import signal, sys
from config.startup import hold_embedded_servers
hold_embedded_servers(durable=False)
import django
from django.conf import settings
for alias in ("default", "owner"):
    settings.DATABASES[alias]["NAME"] = sys.argv[1]
django.setup()
from django.core.management import call_command
from config.backup import restoring

forget = restoring.forget_again

def forget_and_wait():
    print("forgotten", forget(), flush=True)
    signal.pause()

restoring.forget_again = forget_and_wait
call_command("restore", sys.argv[2])
"""


def address_of(alias: str, database: str) -> str:
    known = connections[alias].settings_dict
    return f"postgresql://{quote(known['USER'])}:{quote(known['PASSWORD'])}@{known['HOST']}:{known['PORT']}/{database}"


def reading(database: str) -> psycopg.Connection:
    """The application's role, as another program would connect."""
    return psycopg.connect(address_of("default", database), autocommit=True)


@contextmanager
def forgetting(file: Path, database: str, ledger: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that restores, and waits where the ledger is applied."""
    command = [sys.executable, "-c", PROGRAM, database, str(file)]
    environment = {**os.environ, "ERASURE_LEDGER": str(ledger)}
    with subprocess.Popen(command, cwd=PROJECT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "forgotten (1, 1)\n"
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGKILL])
def test_a_restore_that_is_ended_while_it_forgets_leaves_a_shut_database(
    ended_by: signal.Signals, clubs: tuple[Club, Club], other: str, tmp_path: Path, ledger: Path
) -> None:
    file, (fort, rook) = tmp_path / "rookery.dump", clubs
    with club_scope(fort):
        erased = Player.objects.get(name=OLD_FORT[0]).public_id
    run("backup", file)
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    lines = [{"erased": [erased], "club": fort.public_id, "at": later}, {"deleted": rook.public_id, "at": later}]
    ledger.parent.mkdir()
    ledger.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with forgetting(file, other, ledger) as process:
        assert_shut(other)
        process.send_signal(ended_by)
        _, said = process.communicate(timeout=60)
        assert process.returncode == (128 + ended_by if ended_by == signal.SIGTERM else -ended_by)
        assert ("It was stopped: run it again." in said) is (ended_by == signal.SIGTERM)
    assert_shut(other)
    with psycopg.connect(address_of("owner", other), autocommit=True) as owner:
        count = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        assert wait_until(lambda: owner.execute(count).fetchone() == (0,), 60)
    with working_in(other):
        assert "erased again: 1 people; deleted again: 1 clubs." in run("restore", file, "--replace")
        with connections["owner"].cursor() as cursor:
            assert tables_holding(cursor, [OLD_FORT[0]]) == {}
        with reading(other) as application:
            assert application.execute("SELECT public_id FROM clubs_club").fetchall() == [(fort.public_id,)]


def assert_shut(database: str) -> None:
    """Every table that is there, of clubs or not."""
    with reading(database) as application, psycopg.connect(address_of("owner", database), autocommit=True) as owner:
        tables = owner.execute("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'").fetchall()
        assert ("players_player",) in tables
        for (table,) in tables:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(f'SELECT FROM "{table}"')


def test_a_namesake_in_another_club_keeps_the_name(clubs: tuple[Club, Club], other: str, tmp_path: Path, ledger: Path) -> None:
    """The owner, whom row-level security lets see everything, forgets in the club alone that the ledger names."""
    fort, rook = clubs
    with club_scope(fort):
        erased = Player.objects.get(name=OLD_FORT[0]).public_id
    make_player(rook, OLD_FORT[0])
    with club_scope(rook):
        Player.objects.filter(name=OLD_FORT[0]).update(public_id=erased)
    run("backup", tmp_path / "rookery.dump")
    ledger.parent.mkdir()
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    ledger.write_text(json.dumps({"erased": [erased], "club": fort.public_id, "at": later}) + "\n5\n")
    with working_in(other):
        said = run("restore", tmp_path / "rookery.dump")
        assert "erased again: 1 people; deleted again: 0 clubs." in said
        assert "Lines of the ledger of erasures that cannot be read and were passed over: 1." in said
        for club, names in ((fort, 0), (rook, 1)):
            with club_scope(club):
                assert Player.objects.filter(club=club, name=OLD_FORT[0], erased_at=None).count() == names
