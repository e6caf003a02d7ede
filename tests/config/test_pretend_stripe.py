"""The pretend Stripe runs where somebody only looks, and nowhere else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.payments import stripe_settings
from config.supervise import pretend
from config.supervise.pretend import find_pretend_stripe
from tests.config.processes import PROJECT
from tests.stripe.__main__ import main

_OURS = ("STRIPE_SECRET_KEY", "DATABASE_URL", "SITE_URL", "PORT")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _OURS:
        monkeypatch.delenv(name, raising=False)


def test_what_the_others_are_told_is_taken_by_their_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "8765")
    found = find_pretend_stripe(tmp_path)
    assert found is not None
    assert stripe_settings(found.environment).base == f"http://127.0.0.1:{found.program.command[4]}"
    assert found.program.command[1:4] == ("-m", "tests.stripe", str(tmp_path))
    assert found.program.command[5] == "http://127.0.0.1:8765/stripe/webhook/"


@pytest.mark.parametrize("address", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_a_local_site_has_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("SITE_URL", address)
    assert find_pretend_stripe(tmp_path) is not None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SITE_URL", "https://chess.example"),
        ("SITE_URL", "http://192.168.1.5:8000"),
        ("STRIPE_SECRET_KEY", "sk_test_1"),
        ("STRIPE_SECRET_KEY", "sk_live_1"),
        ("DATABASE_URL", "postgresql://app@db.example/rookery"),
    ],
)
def test_others_have_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    assert find_pretend_stripe(tmp_path) is None


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("DATABASE_URL", "postgresql://app@db.example/rookery", "DATABASE_URL is set"),
        ("DATABASE_URL_FILE", "/run/secrets/database", "DATABASE_URL_FILE is set"),
        ("DATABASE_OWNER_URL", "postgresql://owner@db.example/rookery", "DATABASE_OWNER_URL is set"),
        ("SITE_URL", "https://chess.example", "SITE_URL is not of this machine"),
        ("SITE_URL", "http://192.168.1.5:8000", "SITE_URL is not of this machine"),
    ],
)
def test_it_does_not_start_beside_a_real_site(tmp_path: Path, name: str, value: str, complaint: str) -> None:
    environment = {**os.environ, name: value, "STRIPE_WEBHOOK_SECRET": "whsec_x", "DEBUG": "yes"}
    command = [sys.executable, "-m", "tests.stripe", str(tmp_path), "0", "http://127.0.0.1:1/"]
    answer = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (answer.returncode, complaint in answer.stderr) == (1, True)


def test_it_tells_nobody_else_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRIPE_WEBHOOK_SECRET", "whsec_x")
    for name in ("DATABASE_OWNER_URL", "DATABASE_URL_FILE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit, match=r"to 127\.0\.0\.1 alone"):
        main(str(tmp_path), "0", "http://chess.example/stripe/webhook/")


def test_without_the_tests_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_there(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(pretend, "find_spec", not_there)
    assert find_pretend_stripe(tmp_path) is None


def test_it_comes_into_no_image() -> None:
    assert "tests" in (PROJECT / ".dockerignore").read_text(encoding="utf-8").split()
