"""A cache that is down or frozen is empty, quickly, and comes back."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from config.cache import ForgivingCache
from config.embedded import acquire
from config.embedded.lease import wait_for_end
from tests.config.processes import open_folder

pytestmark = [pytest.mark.servers]


@pytest.fixture
def valkey() -> Iterator[tuple[ForgivingCache, int]]:
    """A cache on a Valkey of its own, and the server's process id."""
    with open_folder() as place:
        yield from _running(place / "embedded")


def _running(folder: Path) -> Iterator[tuple[ForgivingCache, int]]:
    lease = acquire(folder, durable=False)
    with redis.Redis.from_url(lease.state.valkey_url) as client:
        pid = int(client.info("server")["process_id"])
    cache = ForgivingCache(lease.state.valkey_url, {})
    ForgivingCache._silent_until = 0.0
    yield cache, pid
    os.kill(pid, signal.SIGCONT)
    cache.close()
    lease.release()
    assert wait_for_end(folder)
    ForgivingCache._silent_until = 0.0


def test_a_frozen_server_costs_one_short_wait_and_then_none(valkey: tuple[ForgivingCache, int]) -> None:
    cache, pid = valkey
    cache.set("a", 1)
    assert cache.get("a") == 1
    os.kill(pid, signal.SIGSTOP)
    started = time.monotonic()
    answers = [cache.get("a", "nothing"), cache.get_many(["a"]), cache.add("a", 2), cache.has_key("a"), cache.set_many({"a": 1})]
    assert answers == ["nothing", {}, True, False, ["a"]]
    assert [cache.get("a") for _ in range(200)] == [None] * 200
    assert time.monotonic() - started < 20  # 60 s if each waited
    os.kill(pid, signal.SIGCONT)
    ForgivingCache._silent_until = 0.0
    assert cache.get("a") == 1


def test_a_server_that_works_is_used(valkey: tuple[ForgivingCache, int]) -> None:
    cache, _ = valkey
    cache.set_many({"a": 1, "b": 2})
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert cache.touch("a")
    assert cache.delete("a")
    assert not cache.add("b", 3)
    assert not cache.has_key("a")
