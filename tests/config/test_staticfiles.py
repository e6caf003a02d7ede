"""In production a page fetches one style sheet (config/staticfiles.py)."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core.management import call_command
from pytest_django import Settings

SHEETS = Path(project.BASE_DIR) / "static" / "css"


@pytest.fixture
def collected(settings: Settings, tmp_path: Path) -> Path:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.staticfiles.OneSheetStorage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_every_sheet_stands_in_the_one_that_pages_link(collected: Path) -> None:
    manifest = json.loads((collected / "staticfiles.json").read_text())["paths"]
    whole = (collected / manifest["css/site.css"]).read_text()
    assert re.findall(r"@import|url\(", whole) == []
    missing = [path.name for path in SHEETS.rglob("*.css") if path.name != "site.css" and path.read_text() not in whole]
    assert missing == []
    assert whole.index("--paper") < whole.index(".button") < whole.index("@media print")
    assert (collected / (manifest["css/site.css"] + ".gz")).exists()


def test_no_sheet_refers_to_a_file_beside_it() -> None:
    """A relative address would mean another place once the sheets are one file."""
    assert [path.name for path in SHEETS.rglob("*.css") if path.name != "site.css" and "url(" in path.read_text()] == []
