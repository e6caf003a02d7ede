"""docker-compose.yml and the Dockerfile name only variables and commands that exist."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config.variables import BY_NAME
from tests.config.processes import PROJECT

OWN_IMAGE = {"web", "worker", "beat", "sweeper", "prepare"}
IMAGES = {"postgres", "valkey"}
OF_THE_IMAGES = {"POSTGRES_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    return content


def stage_commands() -> list[list[str]]:
    """The commands of the Dockerfile that run our own code."""
    text = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    started = [list(yaml.safe_load(found)) for found in re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)]
    built = [["python", "-m", module] for module in re.findall(r"python -m (\S+)", text)]
    return started + built


def complaint(command: list[str]) -> str | None:
    """Why a command cannot work, or None."""
    program, *arguments = command
    if program == "gunicorn":
        config = arguments[arguments.index("--config") + 1].removeprefix("python:")
        module, _, name = arguments[-1].partition(":")
        return None if find_spec(config) and find_spec(module) and name == "application" else f"no module {config} or {module}"
    if program == "celery":
        module = arguments[arguments.index("--app") + 1]
        return None if find_spec(module) and {"worker", "beat"} & set(arguments) else f"no module {module}"
    if program == "python" and arguments[0] == "manage.py":
        return None if arguments[1] in get_commands() else f"no command {arguments[1]}"
    if program == "python" and arguments[0] == "-m":
        return None if find_spec(arguments[1]) else f"no module {arguments[1]}"
    return f"{program} is not ours"


def test_every_part_has_a_service(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == OWN_IMAGE | IMAGES


def test_every_variable_is_one_that_rookery_reads(compose: dict[str, Any]) -> None:
    unknown = {
        (name, variable)
        for name in OWN_IMAGE
        for variable in compose["services"][name]["environment"]
        if variable not in BY_NAME and not (variable.endswith("_FILE") and BY_NAME[variable.removesuffix("_FILE")].secret)
    }
    assert unknown == set()
    assert {variable for name in IMAGES for variable in compose["services"][name].get("environment", {})} <= OF_THE_IMAGES


def test_every_command_exists(compose: dict[str, Any]) -> None:
    commands = [compose["services"][name]["command"] for name in sorted(OWN_IMAGE)] + stage_commands()
    assert {" ".join(command): complaint(command) for command in commands if complaint(command)} == {}


def test_the_database_writes_no_row_into_its_log(compose: dict[str, Any]) -> None:
    """Nor a statement: both hold full names."""
    program, *settings = compose["services"]["postgres"]["command"]
    assert (program, set(settings)) == ("postgres", {"-c", "log_min_error_statement=panic", "log_error_verbosity=terse"})


@pytest.mark.parametrize(
    "command", [["python", "manage.py", "swep"], ["gunicorn", "--config", "python:config.gunicorne", "config.wsgi:application"], ["java"]]
)
def test_a_command_that_does_not_exist_would_be_found(command: list[str]) -> None:
    assert complaint(command)


def test_the_variables_of_the_image_exist() -> None:
    text = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"^ENV (\w+)=", text, re.MULTILINE)) <= set(BY_NAME)


def test_only_the_one_that_migrates_knows_the_owner(compose: dict[str, Any]) -> None:
    assert [name for name in sorted(OWN_IMAGE) if "DATABASE_OWNER_URL" in compose["services"][name]["environment"]] == ["prepare"]


def test_the_image_copies_what_exists() -> None:
    text = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    sources = [line.split()[-2] for line in text.splitlines() if line.startswith("COPY")]
    assert [source for source in sources if not Path(PROJECT / source).exists()] == []
