"""Settings in a process of their own: what stops the start, and what production looks like."""

import json
import os
import subprocess
import sys

import pytest

from tests.config.processes import PROJECT

PRODUCTION = {
    "DATABASE_URL": "postgresql://app:one@db.example/rookery",
    "REDIS_URL": "redis://cache.example:6379/0",
    "SECRET_KEY": "k2J9-" * 10,
    "SITE_URL": "https://chess.example",
}
_SHOW = """
import json, sys
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


def settings_with(environment: dict[str, str], *names: str) -> "subprocess.CompletedProcess[str]":
    clean = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(
        [sys.executable, "-c", _SHOW, *names], cwd=PROJECT, env=clean | environment, capture_output=True, text=True, check=False
    )


def test_production_over_https() -> None:
    names = (
        "EMBEDDED",
        "DEBUG",
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_REFERRER_POLICY",
    )
    answer = settings_with(PRODUCTION | {"ALLOWED_HOSTS": "www.chess.example"}, *names)
    assert json.loads(answer.stdout) == {
        "EMBEDDED": False,
        "DEBUG": False,
        "ALLOWED_HOSTS": ["chess.example", "www.chess.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://chess.example"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_REFERRER_POLICY": "same-origin",
    }


def test_production_knows_the_owner_only_if_told() -> None:
    without = json.loads(settings_with(PRODUCTION, "DATABASES").stdout)["DATABASES"]
    told = json.loads(settings_with(PRODUCTION | {"DATABASE_OWNER_URL": "postgresql://own:two@db.example/rookery"}, "DATABASES").stdout)[
        "DATABASES"
    ]
    assert sorted(without) == ["default"]
    assert (told["default"]["USER"], told["owner"]["USER"]) == ("app", "own")


@pytest.mark.parametrize("name", ["REDIS_URL", "SECRET_KEY", "SITE_URL"])
def test_production_without_one_of_them_does_not_start(name: str) -> None:
    answer = settings_with({key: value for key, value in PRODUCTION.items() if key != name}, "DEBUG")
    assert answer.returncode == 1
    assert f"ImproperlyConfigured: {name}" in answer.stderr


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY is shorter than 40 characters"),
        ({"SITE_URL": "chess.example"}, "SITE_URL must look like"),
        ({"DEBUG": "perhaps"}, "DEBUG is 'perhaps'"),
        ({"PORT": "http"}, "PORT is 'http'"),
        ({"LOG_LEVEL": "chatty"}, "LOG_LEVEL is 'CHATTY'"),
    ],
)
def test_a_value_that_cannot_be_understood_stops_the_start(change: dict[str, str], complaint: str) -> None:
    answer = settings_with(PRODUCTION | change, "DEBUG")
    assert answer.returncode == 1
    assert complaint in answer.stderr


def test_the_content_security_policy_allows_nothing_inline() -> None:
    policy = json.loads(settings_with(PRODUCTION, "CONTENT_SECURITY_POLICY").stdout)["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]


def test_there_are_no_passwords_to_sign_in_with() -> None:
    names = ("ACCOUNT_LOGIN_METHODS", "ACCOUNT_SIGNUP_FIELDS", "ACCOUNT_LOGIN_BY_CODE_ENABLED")
    found = json.loads(settings_with(PRODUCTION, *names).stdout)
    assert found == {"ACCOUNT_LOGIN_METHODS": "{'email'}", "ACCOUNT_SIGNUP_FIELDS": ["email*"], "ACCOUNT_LOGIN_BY_CODE_ENABLED": True}
