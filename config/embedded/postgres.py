"""The embedded PostgreSQL: make the cluster, start it, wait until it answers, stop it."""

import os
import signal
import subprocess
import tempfile
from pathlib import Path

import psycopg

from config.embedded.account import Site
from config.embedded.state import HOST, SUPERUSER, EmbeddedError, State
from config.processes import command_line, is_running, wait_until

START_SECONDS = 60.0


def ensure_cluster(site: Site, state: State) -> None:
    """Make the cluster unless it exists: UTF-8, the builtin C.UTF-8 locale whatever the environment says, passwords always."""
    if (site.cluster / "PG_VERSION").exists():
        return
    for leftover in site.cluster.iterdir():
        raise EmbeddedError(f"{site.cluster} holds {leftover.name} but no database: move the folder away and start again.")
    with tempfile.NamedTemporaryFile("w", prefix="rookery-") as secret:
        secret.write(state.superuser_password)
        secret.flush()
        site.account.give(Path(secret.name))
        command = [
            str(site.postgres / "bin" / "initdb"),
            *("-D", str(site.cluster), "-U", SUPERUSER, f"--pwfile={secret.name}"),
            *("--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
            *("--auth-host=scram-sha-256", "--auth-local=scram-sha-256", "--no-sync"),
        ]
        answer = site.account.run(command)
    if answer.returncode:
        raise EmbeddedError(f"The database could not be made in {site.cluster}:\n{answer.stderr.strip()}")


def start_postgres(site: Site, state: State, *, log: Path, durable: bool) -> "subprocess.Popen[bytes]":
    """Start the server as a child of this process and wait until it answers.

    `durable` False trades safety against power failure for speed; for tests only.
    """
    clear_predecessor(site.cluster)
    settings = {
        "listen_addresses": HOST,
        "port": str(state.postgres_port),
        "unix_socket_directories": "",
        "logging_collector": "off",
        "log_min_messages": "warning",
        "log_min_error_statement": "panic",  # a statement that fails may hold full names
        "log_error_verbosity": "terse",  # and so may the row that breaks a constraint
        "max_connections": "200",
        "timezone": "UTC",
        "fsync": "on" if durable else "off",
        "synchronous_commit": "on",  # a killed server loses nothing, however fast it is meant to be
        "full_page_writes": "on" if durable else "off",
    }
    arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    command = [str(site.postgres / "bin" / "postgres"), "-D", str(site.cluster), *arguments]
    child = site.account.start(command, log=log, at_parents_death=signal.SIGINT)
    if not wait_until(lambda: child.poll() is not None or answers(state.superuser_url), START_SECONDS) or child.poll() is not None:
        child.kill()
        raise EmbeddedError(f"PostgreSQL did not start; its log {log} ends with:\n{tail(log)}")
    return child


def stop_postgres(child: "subprocess.Popen[bytes]") -> None:
    """Fast shutdown: running transactions are rolled back, connections closed."""
    child.send_signal(signal.SIGINT)
    try:
        child.wait(20)
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGQUIT)
        child.wait()


def answers(url: str) -> bool:
    """Whether a connection can be made and used."""
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


def tail(log: Path, lines: int = 12) -> str:
    """The last lines of a log file."""
    try:
        return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])
    except OSError:
        return "(no log)"


def clear_predecessor(cluster: Path) -> None:
    """See a server left over from a killed run end, and drop a pid file whose process is gone or is another program."""
    pid_file = cluster / "postmaster.pid"
    try:
        pid = int(pid_file.read_text(encoding="utf-8").splitlines()[0])
    except (FileNotFoundError, ValueError, IndexError):
        pid_file.unlink(missing_ok=True)
        return
    if str(cluster) in command_line(pid):
        for signal_number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            if wait_until(lambda: not is_running(pid), 3):
                break
            os.kill(pid, signal_number)
        wait_until(lambda: not is_running(pid), 10)
    pid_file.unlink(missing_ok=True)
