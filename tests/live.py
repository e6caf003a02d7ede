"""A whole site of real processes for tests that kill, freeze or watch them: its own database, Valkey, web, worker, beat and sweeper.

It stands on the same code as `make run`, with one difference: nothing that dies is started again unless the test says so.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from config.embedded import State, acquire
from config.embedded.lease import wait_for_end
from config.embedded.state import usable_port
from config.processes import is_running, stop_group, wait_until
from config.supervise.programs import Program, beat, sweeper, web, worker
from config.supervise.supervisor import PROJECT, start_program


@dataclass
class LiveStack:
    """A running site. Programs are named web, worker, beat and sweeper."""

    folder: Path
    port: int
    servers: State
    environment: dict[str, str]
    programs: dict[str, Program]
    processes: "dict[str, subprocess.Popen[bytes]]" = field(default_factory=dict)
    frozen: dict[str, int] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Address of the site without a closing slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def application_url(self) -> str:
        """Database address of the application role."""
        return self.servers.application_url

    @property
    def owner_url(self) -> str:
        """Database address of the owner."""
        return self.servers.owner_url

    @property
    def redis_url(self) -> str:
        """Address of Valkey."""
        return self.servers.valkey_url

    def pid(self, name: str) -> int:
        """Process id of a program, or of `postgres` (the postmaster) and `valkey`."""
        if name in self.processes:
            return self.processes[name].pid
        return self._server_pid(name)

    def start(self, name: str) -> None:
        """Start a program that does not run. The web site is waited for."""
        if name in self.processes and self.processes[name].poll() is None:
            return
        self.processes[name] = start_program(self.programs[name], self.environment)
        if name == "web":
            assert wait_until(self.answers, 30), "the web site did not start"

    def kill(self, name: str) -> None:
        """`kill -9` of a program with its children, or of a server (which its keeper starts again at the same port)."""
        if name in self.processes:
            process = self.processes.pop(name)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return
        os.kill(self._server_pid(name), signal.SIGKILL)

    def stop(self, name: str) -> None:
        """End a program politely."""
        stop_group(self.processes.pop(name))

    def freeze(self, name: str) -> None:
        """SIGSTOP: the process exists, its port is open, nothing answers."""
        self.frozen[name] = self.pid(name)
        os.killpg(self.frozen[name], signal.SIGSTOP)

    def thaw(self, name: str) -> None:
        """Undo `freeze`."""
        pid = self.frozen.pop(name, 0)
        if pid and is_running(pid):
            os.killpg(pid, signal.SIGCONT)

    def make_whole(self) -> None:
        """Thaw and start again whatever a test has frozen, killed or stopped."""
        for name in list(self.frozen):
            self.thaw(name)
        for name in self.programs:
            self.start(name)

    def manage(self, *arguments: str, stdin: str | None = None, check: bool = True) -> "subprocess.CompletedProcess[str]":
        """Run a management command in the site's environment."""
        command = [sys.executable, "manage.py", *arguments]
        answer = subprocess.run(command, cwd=PROJECT, env=self.environment, input=stdin, capture_output=True, text=True, check=False)
        assert not check or answer.returncode == 0, answer.stdout + answer.stderr
        return answer

    def answers(self) -> bool:
        """Whether the web site answers at /healthz."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def _server_pid(self, name: str) -> int:
        if name == "postgres":
            pid_file = (self.folder / "embedded" / "postgres").resolve() / "postmaster.pid"
            return int(pid_file.read_text(encoding="utf-8").splitlines()[0])
        import redis

        assert name == "valkey", f"no program is called {name}"
        with redis.Redis.from_url(self.redis_url) as client:
            return int(client.info("server")["process_id"])


@contextmanager
def running_stack(folder: Path, names: tuple[str, ...] = ("web", "worker", "beat", "sweeper")) -> Iterator[LiveStack]:
    """Start a site in an empty folder, migrated and without clubs; stop it at the end."""
    lease = acquire(folder / "embedded", durable=False)
    port = usable_port(0)
    outer = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "EMAIL_URL", "PYTEST_CURRENT_TEST"}
    environment = {name: value for name, value in os.environ.items() if name not in outer}
    environment |= {"VAR_DIR": str(folder), "PORT": str(port), "TASK_WORKERS": "1"}
    programs = {program.name: program for program in (web(), worker(), beat(), sweeper())}
    stack = LiveStack(folder, port, lease.state, environment, programs)
    try:
        (folder / "embedded" / "demo-loaded").touch()
        stack.manage("prepare")
        for name in names:
            stack.start(name)
        yield stack
    finally:
        for name in list(stack.frozen):
            stack.thaw(name)
        for process in stack.processes.values():
            process.terminate()
        for name in list(stack.processes):
            stack.stop(name)
        lease.release()
        wait_for_end(folder / "embedded")
