"""`write_configuration_page`: docs/configuration.md from the list of variables."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.variables import VARIABLES, Variable

_HEAD = """# Configuration

Rookery is configured by environment variables alone. Nothing needs to be set to try it: `make run` brings its own database.

This page is written by `manage.py write_configuration_page` from `config/variables.py`; change that file, not this one.
A variable marked *secret* may be given as `<NAME>_FILE` instead: the path of a file that holds the value.
A value that cannot be understood stops the start with a message that names the variable.
"""


class Command(BaseCommand):
    help = "Write docs/configuration.md from the list of environment variables."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is out of step")

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / "docs" / "configuration.md"
        page = configuration_page()
        if options["check"]:
            if not path.exists() or path.read_text(encoding="utf-8") != page:
                raise CommandError("docs/configuration.md is out of step: run `manage.py write_configuration_page`.")
            return
        path.write_text(page, encoding="utf-8")


def configuration_page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(_entry(variable) for variable in VARIABLES)])


def _entry(variable: Variable) -> str:
    lines = [f"## `{variable.name}`", "", variable.description]
    if variable.default:
        lines += ["", f"Default: `{variable.default}`"]
    if variable.without:
        lines += ["", f"Without it: {variable.without}"]
    if variable.secret:
        lines += ["", f"*Secret*; may be given as `{variable.name}_FILE`."]
    return "\n".join([*lines, ""])
