"""The embedded Valkey: broker and cache. It keeps nothing on disk: every task it carries is a hint that the sweeper repeats."""

import contextlib
import signal
import subprocess
from pathlib import Path

import redis

from config.embedded.account import Site
from config.embedded.postgres import tail
from config.embedded.state import HOST, EmbeddedError, State
from config.processes import wait_until


def start_valkey(site: Site, state: State, *, log: Path) -> "subprocess.Popen[bytes]":
    """Start the server as a child of this process and wait until it answers. The password goes by standard input, never by command line."""
    settings = f'bind {HOST}\nport {state.valkey_port}\nrequirepass "{state.valkey_password}"\nsave ""\nappendonly no\ndir /tmp\n'
    child = site.account.start([str(site.valkey), "-"], log=log, at_parents_death=signal.SIGTERM)
    assert child.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        child.stdin.write(settings.encode())
        child.stdin.close()
    if not wait_until(lambda: child.poll() is not None or valkey_answers(state.valkey_url), 20) or child.poll() is not None:
        child.kill()
        raise EmbeddedError(f"Valkey did not start; its log {log} ends with:\n{tail(log)}")
    return child


def valkey_answers(url: str) -> bool:
    """Whether the server answers a ping within two seconds."""
    try:
        with contextlib.closing(redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
