"""Real servers for every test: PostgreSQL and Valkey of their own under `var/test`, started once a run and shared by its workers.

`DATABASE_URL`, `DATABASE_OWNER_URL` and `REDIS_URL` from outside are used instead where they are set. Each run makes its own test database,
so that several may run in one tree at the same time.
"""

import os

import pytest

os.environ.setdefault("VAR_DIR", "var/test")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("ROOKERY_TEST_RUN", str(os.getpid()))  # workers inherit it

from config.startup import hold_embedded_servers

hold_embedded_servers(durable=False)

from django.conf import settings  # noqa: E402

settings.DATABASES["owner"].setdefault("TEST", {})["NAME"] = f"test_rookery_{os.environ['ROOKERY_TEST_RUN']}"
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that takes `live_stack` or `browser` is marked so by itself."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "live_stack" in names:
            item.add_marker(pytest.mark.servers)
        if "browser" in names:
            item.add_marker(pytest.mark.browser)
