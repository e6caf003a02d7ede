"""`make run` as real processes: it starts, answers, recovers and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.embedded.state import usable_port
from config.processes import command_line, wait_until
from tests.config.processes import PROJECT, open_folder, processes_mentioning

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(240)]


class Run:
    """One started site."""

    def __init__(self, folder: Path, port: int, *arguments: str) -> None:
        outer = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "EMAIL_URL")
        environment = {name: value for name, value in os.environ.items() if name not in outer}
        environment |= {"VAR_DIR": str(folder), "PORT": str(port), "WEB_WORKERS": "1", "TASK_WORKERS": "1"}
        self.folder = folder
        self.port = port
        self.log = (folder.parent / f"log-{time.monotonic_ns()}").open("w+b")
        command = [sys.executable, "-m", "config.supervise", *arguments]
        self.process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=self.log, stderr=self.log, start_new_session=True)

    def output(self) -> str:
        """All that was printed so far."""
        return Path(self.log.name).read_text(encoding="utf-8", errors="replace")

    def status(self, path: str) -> int:
        """The status of a page, 0 if nobody answers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except OSError:
            return 0
        finally:
            connection.close()

    def waits_for_answer(self, path: str = "/healthz") -> bool:
        """Whether the page comes in time, while the run goes on."""
        wait_until(lambda: self.status(path) == 200 or self.process.poll() is not None, 90)
        return self.status(path) == 200

    def processes(self) -> set[int]:
        """Every process that belongs to it."""
        return processes_mentioning(str(self.folder)) | ({self.process.pid} if self.process.poll() is None else set())

    def program(self, text: str) -> set[int]:
        """Its processes with the text in their command line."""
        return {pid for pid in self.processes() if text in command_line(pid)}


@contextmanager
def running(folder: Path, *arguments: str, port: int = 0) -> Iterator[Run]:
    """A site that is stopped by force if the test leaves it running."""
    run = Run(folder, port or usable_port(0), *arguments)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            run.process.terminate()
        run.process.wait(60)
        run.log.close()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """What a run leaves behind, kept between the tests of this module; the demo is left out to save time."""
    with open_folder() as place:
        var = place / ("long-path-" + "x" * 100) / "var"
        (var / "embedded").mkdir(parents=True)
        (var / "embedded" / "demo-loaded").touch()
        yield var
        assert processes_mentioning(str(place)) == set()


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty folder."""
    with open_folder() as folder:
        yield folder


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_and_a_signal_stops_all_of_it(folder: Path, number: int) -> None:
    with running(folder) as run:
        assert run.waits_for_answer(), run.output()
        assert wait_until(lambda: bool(run.program("celery") and run.program("sweep") and run.program("postgres")), 60)
        assert wait_until(lambda: "Rookery runs at" in run.output(), 60), run.output()
        run.process.send_signal(number)
        assert run.process.wait(30) == 0
        assert wait_until(lambda: not run.processes(), 60)
        text = run.output()
    assert f"Rookery runs at http://localhost:{run.port}/" in text
    assert "arbiter@demo.example" in text
    assert "/dev/mail/" in text


def test_a_signal_during_the_start_stops_it_too(folder: Path) -> None:
    with running(folder) as run:
        wait_until(lambda: bool(run.program("postgres")), 60)
        run.process.terminate()
        assert run.process.wait(30) == 0
        assert wait_until(lambda: not run.processes(), 60)


def test_kill_9_of_the_supervisor_leaves_nothing(folder: Path) -> None:
    with running(folder) as run:
        assert run.waits_for_answer(), run.output()
        run.process.kill()
        assert wait_until(lambda: not run.processes(), 60), [command_line(pid) for pid in run.processes()]


def test_after_kill_9_of_everything_the_next_start_recovers(folder: Path) -> None:
    with running(folder) as run:
        assert run.waits_for_answer(), run.output()
        for pid in run.processes():
            with suppress(ProcessLookupError):  # it may have followed its parent already
                os.kill(pid, signal.SIGKILL)
        run.process.wait()
    with running(folder, port=run.port) as again:
        assert again.waits_for_answer("/readyz"), again.output()


@pytest.mark.parametrize("name", ["gunicorn", "celery --quiet --app config.celery worker", "config.embedded keep"])
def test_what_is_killed_comes_back(folder: Path, name: str) -> None:
    with running(folder) as run:
        assert run.waits_for_answer("/readyz"), run.output()
        assert wait_until(lambda: bool(run.program(name)), 60)
        killed = run.program(name)
        for pid in killed:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        assert wait_until(lambda: bool(run.program(name) - killed) and run.status("/readyz") == 200, 60), run.output()


def test_a_taken_port_is_said_before_anything_is_started(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = int(server.getsockname()[1])
        with running(tmp_path / "var", port=port) as run:
            assert run.process.wait(20) == 1
            text = run.output()
    assert f"port {port} of 127.0.0.1 cannot be used" in text
    assert f"make run PORT={port + 1}" in text
    assert not (tmp_path / "var" / "embedded").exists()


def test_a_second_run_from_one_folder_is_refused_and_one_from_another_is_not(folder: Path, place: Path) -> None:
    other = place / "var"
    (other / "embedded").mkdir(parents=True)
    (other / "embedded" / "demo-loaded").touch()
    with running(folder) as run:
        assert run.waits_for_answer(), run.output()
        with running(folder) as second:
            assert second.process.wait(20) == 1
            assert "it runs already from this folder" in second.output()
        with running(other) as elsewhere:
            assert elsewhere.waits_for_answer(), elsewhere.output()
            assert run.status("/healthz") == 200


def test_check_starts_everything_asks_every_part_and_stops(place: Path) -> None:
    with running(place / "var", "--check") as run:
        status = run.process.wait(180)
        text = run.output()
    assert status == 0, text
    asked = [line.split(":")[0].removeprefix("ok").strip() for line in text.splitlines() if line.startswith(("ok ", "TROUBLE "))]
    assert asked == [
        "environment",
        "secret key",
        "disk",
        "database, application role",
        "database, owner",
        "role safety",
        "row-level security",
        "migrations",
        "Valkey",
        "mail",
        "worker",
        "beat",
        "sweeper",
        "subscriptions",
        "/healthz",
        "/readyz",
        "club page",
    ]
    assert "subscriptions: 2 prices can be bought" in text  # at the pretend Stripe
    assert processes_mentioning(str(place)) == set()
