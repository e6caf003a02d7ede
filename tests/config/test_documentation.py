"""What the documentation names exists: pages, commands, targets of make, addresses."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from tests.config.processes import PROJECT

DOCS = PROJECT / "docs"
PAGES = [PROJECT / "README.md", *sorted(DOCS.glob("*.md"))]
IDS = [page.name if page.parent == PROJECT else f"docs/{page.name}" for page in PAGES]
ROUTE = re.compile(r"(?:`|GET |POST )(/(?:api|desk|club|event|schemas|dev|accounts|healthz|readyz)[^`\s?]*)")
PLACEHOLDER = re.compile(r"<[^>]+>|…")


def named(page: Path, pattern: str) -> set[str]:
    return set(re.findall(pattern, page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = named(page, r"\]\((?!https?:)([^)#\s]+)[^)]*\)")

    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_command_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    assert named(page, r"manage\.py ([a-z_]+)") - set(get_commands()) == set()
    assert named(page, r"(?:`|^    )make ([a-z-]+)") - targets == set()


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_address_is_one_of_the_site(page: Path) -> None:
    unknown = []
    for address in named(page, ROUTE.pattern):
        try:
            resolve(PLACEHOLDER.sub("x" * 22, address))
        except Resolver404:
            unknown.append(address)

    assert unknown == []


def test_the_readme_leads_to_the_index_and_to_what_a_newcomer_needs() -> None:
    links = named(PROJECT / "README.md", r"\]\((docs/[^)#\s]+)\)")

    assert links >= {f"docs/{page}.md" for page in ("README", "configuration", "operating", "translating")}


def test_the_index_names_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")

    assert [page.name for page in DOCS.glob("*.md") if page.name != "README.md" and f"]({page.name})" not in index] == []
