"""The addresses for load balancers, against a real site whose parts are killed one by one."""

import json
from http.client import HTTPConnection

import psycopg
import pytest

from config.processes import wait_until
from tests.live import LiveStack


def get(stack: LiveStack, path: str) -> tuple[int, dict[str, object]]:
    connection = HTTPConnection("127.0.0.1", stack.port, timeout=20)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def ready(stack: LiveStack) -> bool:
    return get(stack, "/readyz") == (200, {"ready": True, "parts": {"database": True, "migrations": True, "valkey": True, "sweeper": True}})


def test_all_is_ready(live_stack: LiveStack) -> None:
    assert wait_until(lambda: ready(live_stack), 60)
    assert get(live_stack, "/healthz") == (200, {"alive": True})


def test_a_frozen_valkey_is_not_ready_but_alive(live_stack: LiveStack) -> None:
    assert wait_until(lambda: ready(live_stack), 60)
    live_stack.freeze("valkey")
    status, answer = get(live_stack, "/readyz")
    assert (status, answer) == (503, {"ready": False, "parts": {"database": True, "migrations": True, "valkey": False, "sweeper": True}})
    assert get(live_stack, "/healthz") == (200, {"alive": True})
    live_stack.thaw("valkey")
    assert wait_until(lambda: ready(live_stack), 60)


def test_a_silent_sweeper_is_not_ready(live_stack: LiveStack) -> None:
    live_stack.kill("sweeper")
    with psycopg.connect(live_stack.owner_url) as connection:
        connection.execute("UPDATE ratings_sweeperheartbeat SET seen_at = now() - interval '31 seconds'")
    status, answer = get(live_stack, "/readyz")
    assert (status, answer) == (503, {"ready": False, "parts": {"database": True, "migrations": True, "valkey": True, "sweeper": False}})
    live_stack.start("sweeper")
    assert wait_until(lambda: ready(live_stack), 60)


def test_a_pending_migration_is_not_ready(live_stack: LiveStack) -> None:
    with psycopg.connect(live_stack.owner_url, autocommit=True) as connection:
        row = connection.execute("DELETE FROM django_migrations WHERE app = 'ratings' RETURNING app, name, applied").fetchall()
        try:
            _, answer = get(live_stack, "/readyz")
        finally:
            with connection.cursor() as cursor:
                cursor.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)", row)
    assert answer["ready"] is False
    assert wait_until(lambda: ready(live_stack), 60)


@pytest.mark.slow
def test_a_killed_database_comes_back_and_the_site_with_it(live_stack: LiveStack) -> None:
    assert wait_until(lambda: ready(live_stack), 60)
    live_stack.kill("postgres")
    assert wait_until(lambda: ready(live_stack), 60)


def test_no_answer_says_where_anything_is(live_stack: LiveStack) -> None:
    live_stack.freeze("valkey")
    text = json.dumps(get(live_stack, "/readyz")[1])
    live_stack.thaw("valkey")
    assert [secret for secret in ("127.0.0.1", "redis", "postgres", live_stack.servers.valkey_password) if secret in text] == []


def test_the_role_of_the_owner_is_refused(live_stack: LiveStack) -> None:
    environment = live_stack.environment
    unsafe = {
        "DATABASE_URL": live_stack.owner_url,
        "REDIS_URL": live_stack.redis_url,
        "SECRET_KEY": "q8Rz-" * 10,
        "SITE_URL": live_stack.url,
    }
    live_stack.environment = environment | unsafe
    try:
        answer = live_stack.manage("shell", "--no-imports", "--command", "import config.wsgi", check=False)
        doctor = live_stack.manage("doctor", check=False)
    finally:
        live_stack.environment = environment
    assert answer.returncode != 0
    assert "is not safe for the application" in answer.stderr
    assert doctor.returncode == 1
    assert "TROUBLE role safety: The database role 'rookery_owner' of DATABASE_URL is not safe" in doctor.stdout
