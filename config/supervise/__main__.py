"""The whole site from one command: servers, migrations, web, worker, beat and sweeper, until Ctrl-C or SIGTERM."""

import argparse
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from clubs.stopping import StopFlag
from config import env
from config.embedded import EmbeddedError, Lease, acquire
from config.embedded.lease import keeper_is_running, wait_for_end
from config.processes import bound_to_parent
from config.supervise.announcing import Announcement
from config.supervise.pretend import find_pretend_stripe
from config.supervise.programs import all_programs
from config.supervise.supervisor import PROJECT, Supervisor

_BEAT_SECONDS = 0.25
_STARTING_BEAT_SECONDS = 0.05


class Refusal(Exception):
    """The site cannot be started; the message says why and what to do."""


class Interrupted(Exception):
    """Ctrl-C or SIGTERM before everything ran."""


def main(arguments: list[str]) -> int:
    """Run the site; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make run ARGS=…", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="start everything, ask every part, stop, and say by the exit status whether all is well"
    )
    options = parser.parse_args(arguments)
    stopping = StopFlag()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda _number, _frame: stopping.set())
    try:
        folder = PROJECT / env.text("VAR_DIR")
        with _only_one(folder), _port_of_its_own(), _servers(folder / "embedded") as servers:
            return _run(servers, stopping, check=options.check)
    except Interrupted:
        return 0 if not options.check else 130
    except (Refusal, EmbeddedError, ImproperlyConfigured) as error:
        print(f"Rookery cannot start: {error}", file=sys.stderr)
        return 1


def _run(servers: "Servers", stopping: StopFlag, *, check: bool) -> int:
    _command("prepare", stopping)
    supervisor = Supervisor()
    pretended = find_pretend_stripe(PROJECT / env.text("VAR_DIR"))
    if pretended is not None:
        supervisor.environment |= pretended.environment
    try:
        supervisor.start([*([pretended.program] if pretended else []), *all_programs()])
        if check:
            return _watch_check(supervisor, servers, stopping)
        announcement = Announcement(time.monotonic(), stripe=pretended.environment["STRIPE_API_BASE"] if pretended else "")
        while not stopping.wait(_BEAT_SECONDS if announcement.made else _STARTING_BEAT_SECONDS):
            servers.mend()
            supervisor.mend()
            announcement.attempt()
        print("Stopping …", flush=True)
        return 0
    finally:
        supervisor.stop()


def _watch_check(supervisor: Supervisor, servers: "Servers", stopping: StopFlag) -> int:
    """Let the doctor examine the running site, as its programs see it."""
    doctor = _start_command("doctor", "--running", environment=supervisor.environment)
    while doctor.poll() is None:
        if stopping.wait(_BEAT_SECONDS):
            doctor.terminate()
        servers.mend()
        supervisor.mend()
    return doctor.returncode


def _command(name: str, stopping: StopFlag) -> None:
    """Run one management command to its end."""
    process = _start_command(name)
    while process.poll() is None:
        if stopping.wait(0.02):
            process.terminate()
            process.wait()
            raise Interrupted
    if process.returncode:
        raise Refusal(f"`manage.py {name}` failed; what it printed stands above.")


def _start_command(*arguments: str, environment: Mapping[str, str] | None = None) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=environment,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=bound_to_parent(signal.SIGKILL),
    )


class Servers:
    """The embedded servers, or nothing to do where outer ones are configured."""

    def __init__(self, directory: Path, lease: Lease | None) -> None:
        self.directory = directory
        self.lease = lease

    def mend(self) -> None:
        """Start the servers again if their keeper was killed."""
        if self.lease is not None and not keeper_is_running(self.directory):
            self.lease.release()
            self.lease = acquire(self.directory)


@contextmanager
def _servers(directory: Path) -> Iterator[Servers]:
    if env.find("DATABASE_URL") is not None:
        yield Servers(directory, None)
        return
    servers = Servers(directory, acquire(directory))
    try:
        yield servers
    finally:
        if servers.lease is not None:
            servers.lease.release()
        if not wait_for_end(directory):
            print("The database goes on running: another command of this folder uses it.", file=sys.stderr)


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Refuse to run twice from one folder."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / "run.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal(f"it runs already from this folder ({PROJECT}). Stop that one first.") from None
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _port_of_its_own() -> Iterator[None]:
    """Refuse a port on which somebody else listens, before anything is started."""
    host, port = env.text("BIND"), env.integer("PORT", least=1, most=65535)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError as error:
            raise Refusal(
                f"port {port} of {host} cannot be used ({error.strerror}): another program has it. "
                f"Choose another one: make run PORT={port + 1}"
            ) from None
    yield


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
