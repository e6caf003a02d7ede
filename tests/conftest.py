"""Real servers for every test: PostgreSQL and Valkey of their own under `var/test`, started once a run and shared by its workers.

`DATABASE_URL`, `DATABASE_OWNER_URL` and `REDIS_URL` from outside are used instead where they are set. Each run makes its own test database,
so that several may run in one tree at the same time.
"""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg import sql

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django import Settings

    from tests.browser.screen import Screen

os.environ.setdefault("VAR_DIR", "var/test")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("ROOKERY_TEST_RUN", str(os.getpid()))  # workers inherit it

from config.startup import hold_embedded_servers

hold_embedded_servers(durable=False)

from django.conf import settings  # noqa: E402
from django.db.backends.base.base import BaseDatabaseWrapper  # noqa: E402
from django.db.backends.signals import connection_created  # noqa: E402
from django.utils import translation  # noqa: E402

from config.cache import ForgivingCache  # noqa: E402
from config.processes import is_running  # noqa: E402
from config.translations import compile_catalogues  # noqa: E402
from tests import chromium  # noqa: E402
from tests.config.processes import open_folder  # noqa: E402
from tests.flushing import flush_by_deleting  # noqa: E402
from tests.live import LiveStack, running_stack  # noqa: E402
from tests.spreading import TOGETHER, Spreading  # noqa: E402

_CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

settings.DATABASES["owner"].setdefault("TEST", {}).update(NAME=f"test_rookery_{os.environ['ROOKERY_TEST_RUN']}", DEPENDENCIES=[])
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns of a missing one, and warnings are errors


def _drop_what_killed_runs_left() -> None:
    """Test databases carry the process id of their run; those of runs that are no more are dropped."""
    owner = settings.DATABASES["owner"]
    address = {"host": owner["HOST"], "port": owner["PORT"], "user": owner["USER"], "password": owner["PASSWORD"]}
    with psycopg.connect(dbname=owner["NAME"], autocommit=True, **address) as connection:
        for (name,) in connection.execute("SELECT datname FROM pg_database WHERE datname ~ '^test_rookery_[0-9]+'").fetchall():
            if not is_running(int(name.split("_")[2])):
                connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


if settings.EMBEDDED and "PYTEST_XDIST_WORKER" not in os.environ:
    _drop_what_killed_runs_left()
    compile_catalogues(Path(settings.BASE_DIR) / "locale")
flush_by_deleting()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[None]:
    """Always the test database: `default` mirrors `owner`, and pytest-django leaves `owner` alone where no chosen test names it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pytest_django.fixtures._get_databases_for_setup", lambda _items: ({"default", "owner"}, set()))
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The test database, through both roles. All its connections are closed first, or it could not be dropped.

    Django forgets those of the application's role, and Playwright's event loop gives tests after it connections of their own.
    """
    opened: list[BaseDatabaseWrapper] = []

    def note(connection: BaseDatabaseWrapper, **_: Any) -> None:
        opened.append(connection)

    connection_created.connect(note)
    yield
    for connection in opened:
        connection.inc_thread_sharing()  # a thread of a test has ended, and its connection may still be open
        connection.close()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Spreading:
    return Spreading(config, log)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """A test that takes `live_stack` or `browser` is marked so by itself.

    Of several workers none is left with a slow test at the end: these come first, in whatever order the others were shuffled.
    """
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "live_stack" in names:
            item.add_marker(pytest.mark.servers)
            assert item.nodeid.partition("::")[0] in TOGETHER, f"{item.nodeid}: one worker has the live site"
        if "browser" in names:
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(900))  # seconds; on an idle machine it takes a tenth of that
    yield
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def live_stack() -> Iterator[LiveStack]:
    """A whole site of real processes, without clubs; see `tests/live.py` for what can be done to it."""
    with open_folder() as folder, running_stack(folder / "var") as stack:
        yield stack


@pytest.fixture
def own_cache(settings: "Settings", monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache for one test. Emptying the one that all share would take away what a test of another worker counts in it.

    It is waited for: a machine that stands still for a third of a second would else be a cache that is down, and nothing counted in it.
    """
    patience = {"socket_timeout": 30, "socket_connect_timeout": 30}
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": secrets.token_hex(8), "OPTIONS": patience}}
    monkeypatch.setattr(ForgivingCache, "_silent_until", 0.0)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A page that an earlier test asked for in Hebrew leaves that language to its thread."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def _whole_again(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test that killed, stopped or froze something the next one finds everything running."""
    yield
    if "live_stack" in request.fixturenames:
        request.getfixturevalue("live_stack").make_whole()


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """A real headless Chromium (Playwright, synchronous). Without one the test is skipped, in CI it fails."""
    path = chromium.find()
    if path is None:
        message = "no Chromium: `make test` installs one where it may, and CHROMIUM=/path names one"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # milliseconds, as long as Playwright waits for anything else
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright keeps an event loop in this thread, which Django would object to
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, headless=True, args=_CHROMIUM_ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def screen(browser: "Browser") -> "Screen":
    """Shows one document after another in one page of the browser."""
    from tests.browser.screen import Screen

    return Screen(browser)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say loudly what was left out."""
    left_out = [report for report in terminalreporter.stats.get("skipped", []) if "no Chromium" in str(report.longrepr)]
    if left_out:
        terminalreporter.section("LEFT OUT")
        terminalreporter.line(f"{len(left_out)} tests in a browser were left out: no Chromium was found.", red=True)
