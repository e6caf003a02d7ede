"""The embedded servers: started where nothing is installed, reached by password alone, recovered after any end."""

import os
import shutil
import signal
import socket
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import redis

from config.embedded import EmbeddedError, acquire, read_state
from config.embedded.lease import keeper_is_running, wait_for_end
from config.embedded.state import write_state
from config.processes import wait_until
from tests.config.processes import PACKAGES, PROJECT, as_ordinary_user, open_folder, processes_mentioning, python_for_everybody

pytestmark = [pytest.mark.servers]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every account may enter."""
    with open_folder() as folder:
        yield folder


@pytest.fixture
def folder(place: Path) -> Iterator[Path]:
    """A folder whose path is longer than a Unix socket's may be."""
    deep = place / ("chess-club-" + "x" * 60) / ("y" * 60) / "embedded"
    yield deep
    assert wait_until(lambda: not processes_mentioning(str(deep)), 60), "something was left running"


def ask(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(statement.encode()).fetchall()


def test_both_servers_run_in_a_folder_with_a_long_path_and_end_with_the_last_share(folder: Path) -> None:
    first = acquire(folder, durable=False)
    second = acquire(folder, durable=False)
    assert first.state == second.state
    assert ask(first.state.superuser_url, "SHOW log_min_error_statement") == [("panic",)]  # full names stay out of the log
    assert ask(first.state.superuser_url, "SHOW log_error_verbosity") == [("terse",)]
    with redis.Redis.from_url(first.state.valkey_url) as client:
        assert client.ping()
    first.release()
    assert ask(second.state.application_url, "SELECT 1") == [(1,)]
    second.release()
    assert wait_for_end(folder)
    assert processes_mentioning(str(folder)) == set()


def test_the_roles_are_what_row_level_security_needs(folder: Path) -> None:
    lease = acquire(folder, durable=False)
    roles = ask(
        lease.state.superuser_url,
        "SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolcanlogin"
        " FROM pg_roles WHERE rolname ~ '^rookery_' ORDER BY 1",
    )
    memberships = ask(lease.state.superuser_url, "SELECT 1 FROM pg_auth_members WHERE member = 'rookery_app'::regrole")
    owner = ask(
        lease.state.superuser_url, "SELECT datdba::regrole::text, datlocprovider, datlocale FROM pg_database WHERE datname = 'rookery'"
    )
    lease.release()
    assert roles == [("rookery_app", False, False, False, False, True), ("rookery_owner", False, True, False, False, True)]
    assert memberships == []
    assert owner == [("rookery_owner", "b", "C.UTF-8")]


def test_nobody_gets_in_without_the_password_and_only_the_owner_can_read_it(folder: Path) -> None:
    lease = acquire(folder, durable=False)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(lease.state.application_url.replace(lease.state.application_password, "guess"))
    with pytest.raises(redis.AuthenticationError), redis.Redis(port=lease.state.valkey_port) as client:
        client.ping()
    state_mode = stat.S_IMODE((folder / "state.json").stat().st_mode)
    shown = "".join(Path(f"/proc/{pid}/cmdline").read_text() for pid in processes_mentioning(str(folder)))
    lease.release()
    assert state_mode == 0o600
    assert not any(secret in shown for secret in (lease.state.superuser_password, lease.state.valkey_password))


def test_the_locale_of_the_environment_does_not_reach_the_cluster(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LANG": "tr_TR.UTF-8", "LC_ALL": "xx_YY", "PGDATA": "/nowhere", "PGPORT": "1", "TZ": "Asia/Jerusalem"}.items():
        monkeypatch.setenv(name, value)
    lease = acquire(folder, durable=False)
    answer = ask(lease.state.application_url, "SELECT upper('i'), current_setting('TimeZone'), current_setting('server_encoding')")
    lease.release()
    assert answer == [("I", "UTC", "UTF8")]


def test_after_kill_9_of_everything_the_next_start_has_the_same_rows(folder: Path) -> None:
    lease = acquire(folder, durable=True)
    with psycopg.connect(lease.state.owner_url) as connection:
        connection.execute("CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)")
    for pid in processes_mentioning(str(folder)):
        with suppress(ProcessLookupError):  # the backend of the connection that has just ended may be gone by itself
            os.kill(pid, signal.SIGKILL)
    lease.release()
    again = acquire(folder, durable=True)
    rows = ask(again.state.owner_url, "SELECT n FROM kept")
    again.release()
    assert rows == [(42,)]
    assert again.state.owner_url == lease.state.owner_url


def test_killing_the_keeper_alone_leaves_no_server(folder: Path) -> None:
    lease = acquire(folder, durable=False)
    os.kill(lease.state.keeper, signal.SIGKILL)
    assert wait_until(lambda: not processes_mentioning(str(folder)), 60)
    again = acquire(folder, durable=False)
    assert ask(again.state.application_url, "SELECT 1") == [(1,)]
    again.release()
    lease.release()


@pytest.mark.parametrize(
    "content",
    ["", "garbage\n", f"{os.getpid()}\n/elsewhere\n1\n5432\n", "1\n/elsewhere\n"],
    ids=["empty", "garbage", "a process that lives", "process 1"],
)
def test_a_stale_pid_file_does_not_hinder_the_start(folder: Path, content: str) -> None:
    acquire(folder, durable=False).release()
    assert wait_for_end(folder)
    (folder / "postgres" / "postmaster.pid").write_text(content)
    lease = acquire(folder, durable=False)
    assert ask(lease.state.application_url, "SELECT 1") == [(1,)]
    lease.release()


def test_a_port_taken_meanwhile_is_replaced(folder: Path) -> None:
    before = acquire(folder, durable=False)
    before.release()
    assert wait_for_end(folder)
    with socket.create_server(("127.0.0.1", before.state.postgres_port)), socket.create_server(("127.0.0.1", before.state.valkey_port)):
        after = acquire(folder, durable=False)
        assert ask(after.state.application_url, "SELECT 1") == [(1,)]
        after.release()
    assert {after.state.postgres_port, after.state.valkey_port}.isdisjoint({before.state.postgres_port, before.state.valkey_port})


@pytest.mark.parametrize("name", ["postgres", "valkey-server"])
def test_a_server_that_dies_comes_back_at_the_same_port(folder: Path, name: str) -> None:
    lease = acquire(folder, durable=False)
    with redis.Redis.from_url(lease.state.valkey_url) as client:
        valkey = int(client.info("server")["process_id"])
    victim = valkey if name == "valkey-server" else int((folder / "postgres" / "postmaster.pid").read_text().splitlines()[0])
    os.kill(victim, signal.SIGKILL)

    def both_answer() -> bool:
        try:
            with redis.Redis.from_url(lease.state.valkey_url) as again:
                return int(again.info("server")["process_id"]) != victim and ask(lease.state.application_url, "SELECT 1") == [(1,)]
        except (psycopg.OperationalError, redis.ConnectionError):
            return False

    assert wait_until(both_answer, 60)
    lease.release()


def test_many_starters_at_once_share_one_pair(folder: Path) -> None:
    leases: list[object] = []
    threads = [threading.Thread(target=lambda: leases.append(acquire(folder, durable=False))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    states = {lease.state for lease in leases}  # type: ignore[attr-defined]
    for lease in leases:
        lease.release()  # type: ignore[attr-defined]
    assert len(leases) == 4
    assert len(states) == 1


def test_a_damaged_state_is_an_error_not_a_fresh_start(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "state.json").write_text("{")
    with pytest.raises(EmbeddedError, match="damaged"):
        acquire(folder)
    assert wait_until(lambda: not keeper_is_running(folder), 60)


def test_a_cluster_folder_with_something_else_in_it_is_left_alone(folder: Path) -> None:
    (folder / "postgres").mkdir(parents=True)
    (folder / "postgres" / "letter.txt").write_text("mine")
    with pytest.raises(EmbeddedError, match=r"holds letter\.txt but no database"):
        acquire(folder)
    assert (folder / "postgres" / "letter.txt").read_text() == "mine"


def test_state_is_replaced_in_one_step(folder: Path) -> None:
    acquire(folder, durable=False).release()
    assert wait_for_end(folder)
    state = read_state(folder)
    assert state is not None
    write_state(folder, state)
    assert sorted(path.name for path in folder.glob("*state*")) == ["state.json"]


_HOLD = """
import sys
from pathlib import Path
from config.embedded import acquire
print(acquire(Path(sys.argv[1])).state.owner_url, flush=True)
sys.stdin.read()
"""


def test_it_runs_under_an_ordinary_account(place: Path) -> None:
    python = python_for_everybody()
    if python is None:
        pytest.skip("no Python of this version that an ordinary account can run")
    place.chmod(0o777)
    with subprocess.Popen(
        as_ordinary_user(["env", f"PYTHONPATH={PACKAGES}", python, "-c", _HOLD, str(place / "embedded")]),
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        url = holder.stdout.readline().strip()
        assert url
        assert ask(url, "SELECT current_user::text") == [("rookery_owner",)]
        holder.communicate()
    assert wait_until(lambda: not processes_mentioning(str(place)), 60)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root meets this")
def test_root_in_a_folder_closed_to_everybody_else(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    lease = acquire(closed / "embedded", durable=False)
    outside = (closed / "embedded" / "postgres").resolve()
    assert outside == Path("/var/lib/rookery") / lease.state.identity / "cluster"
    assert ask(lease.state.application_url, "SELECT 1") == [(1,)]
    lease.release()
    assert wait_for_end(closed / "embedded")
    shutil.rmtree(outside.parent)
