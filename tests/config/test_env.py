"""The environment is read once, strictly; every variable is declared and documented."""

import ast
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from config.management.commands.write_configuration_page import configuration_page
from config.probes import Trouble, variables
from config.variables import BY_NAME, VARIABLES
from tests.config.processes import PROJECT

READERS = {"find", "text", "flag", "integer", "words", "choice"}


def test_an_empty_value_counts_as_none() -> None:
    assert env.find("REDIS_URL", {"REDIS_URL": "  "}) is None
    assert env.find("PORT", {"PORT": ""}) == "8000"


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("postgresql://a:b@c/d\n")
    assert env.find("DATABASE_URL", {"DATABASE_URL_FILE": str(secret)}) == "postgresql://a:b@c/d"


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"SECRET_KEY": "a", "SECRET_KEY_FILE": "/b"}, "Both SECRET_KEY and SECRET_KEY_FILE are set"),
        ({"SECRET_KEY_FILE": "/nowhere/at/all"}, "cannot be read"),
        ({"SECRET_KEY_FILE": "/dev/null"}, "is empty"),
    ],
)
def test_a_secret_that_cannot_be_told_stops_the_start(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint):
        env.find("SECRET_KEY", environment)


def test_only_secrets_have_files() -> None:
    with pytest.raises(ImproperlyConfigured, match="PORT is no secret"):
        env.find("PORT", {"PORT_FILE": "/etc/hostname"})


def test_an_undeclared_variable_cannot_be_read() -> None:
    with pytest.raises(KeyError):
        env.find("COLOUR_OF_THE_HOUSE", {})


def test_a_missing_value_names_both_forms() -> None:
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL or REDIS_URL_FILE is not set"):
        env.text("REDIS_URL", {})


@pytest.mark.parametrize(("value", "meant"), [("yes", True), ("TRUE", True), ("1", True), ("no", False), ("Off", False), ("0", False)])
def test_yes_and_no(value: str, meant: bool) -> None:
    assert env.flag("DEBUG", {"DEBUG": value}) is meant


@pytest.mark.parametrize("value", ["maybe", "2", "ja"])
def test_neither_yes_nor_no(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="must be yes or no"):
        env.flag("DEBUG", {"DEBUG": value})


@pytest.mark.parametrize("value", ["0", "65536", "-1", "80a", "8 0", "٨٠"])
def test_a_port_that_is_none(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="whole number from 1 to 65535"):
        env.integer("PORT", {"PORT": value}, least=1, most=65535)


def test_words_and_choices() -> None:
    assert env.words("ALLOWED_HOSTS", {"ALLOWED_HOSTS": " a.example, ,b.example,"}) == ["a.example", "b.example"]
    assert env.choice("LOG_LEVEL", ("DEBUG", "INFO"), {"LOG_LEVEL": "info"}) == "INFO"
    with pytest.raises(ImproperlyConfigured, match="must be one of DEBUG, INFO"):
        env.choice("LOG_LEVEL", ("DEBUG", "INFO"), {"LOG_LEVEL": "loud"})


def test_a_database_address() -> None:
    found = env.database("DATABASE_URL", "postgresql://club%40x:p%2Fw@db.example:6432/rook?sslmode=require")
    assert {name: found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")} == {
        "NAME": "rook",
        "USER": "club@x",
        "PASSWORD": "p/w",
        "HOST": "db.example",
        "PORT": "6432",
        "OPTIONS": {"connect_timeout": 5, "sslmode": "require"},
    }


@pytest.mark.parametrize(
    "url",
    ["mysql://a:hush@b/c", "postgresql://b/c", "postgresql://a:hush@b", "postgresql://a:hush@b:port/c", "postgresql://a:hush@[b/c", "hush"],
)
def test_a_database_address_that_is_none_is_refused_without_showing_the_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as caught:
        env.database("DATABASE_URL", url)
    assert "hush" not in str(caught.value)


def test_a_mail_address() -> None:
    found = env.mail("EMAIL_URL", "smtp://me:p%40ss@mail.example:465?ssl=yes")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_HOST_PASSWORD"]) == ("mail.example", 465, "p@ss")
    assert (found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == (True, False)


@pytest.mark.parametrize("url", ["mail.example", "smtp://", "smtp://a?tls=perhaps", "smtp://a?tsl=yes", "smtp://a:b"])
def test_a_mail_address_that_is_none(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        env.mail("EMAIL_URL", url)


def names_read(path: Path) -> set[str]:
    """The first argument of every call of a reader in a file."""
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
        and call.func.attr in READERS
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def test_every_declared_variable_is_read_and_every_read_one_is_declared() -> None:
    read = set().union(*(names_read(path) for path in (PROJECT / "config").rglob("*.py")))
    assert read == {variable.name for variable in VARIABLES}


def test_nothing_reads_the_environment_past_the_list() -> None:
    allowed = {"config/env.py", "config/wsgi.py", "config/celery.py", "config/supervise/supervisor.py"}
    apps = ("config", "archives", "clubs", "billing", "players", "tournaments", "ratings")
    readers = {
        str(path.relative_to(PROJECT))
        for app in apps
        for path in (PROJECT / app).rglob("*.py")
        if "os.environ" in path.read_text() or "getenv" in path.read_text()
    }
    assert readers <= allowed


def test_the_configuration_page_is_in_step() -> None:
    assert (PROJECT / "docs" / "configuration.md").read_text(encoding="utf-8") == configuration_page()
    assert all(f"## `{variable.name}`\n" in configuration_page() for variable in VARIABLES)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("WEB_WORKERS", "0", "a whole number from 1 to 64"),
        ("TASK_WORKERS", "two", "a whole number from 1 to 64"),
        ("PORT", "65536", "a whole number from 1 to 65535"),
        ("LOG_LEVEL", "loud", "one of DEBUG, INFO, WARNING, ERROR"),
        ("TRUST_PROXY", "perhaps", "yes or no"),
        ("EMAIL_URL", "mail.example.org", "must look like smtp://"),
        ("DATABASE_URL", "mysql://a@b/c", "must begin with postgresql://"),
    ],
)
def test_a_bad_value_is_told_by_the_doctor(name: str, value: str, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(Trouble, match=complaint):
        variables()


def test_numbers_are_read_within_the_bounds_that_are_declared() -> None:
    read = [
        (call.args[0].value, tuple(each.value.value for each in call.keywords if isinstance(each.value, ast.Constant)))
        for path in sorted((PROJECT / "config").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "integer"
        and isinstance(call.args[0], ast.Constant)
    ]

    assert read
    assert [(name, bounds) for name, bounds in read if BY_NAME[str(name)].bounds != bounds] == []
