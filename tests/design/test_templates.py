"""Rules that every template keeps: nothing inline (CSP), nothing from elsewhere, components that say what they take."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.base import Node
from django.template.loader_tags import IncludeNode

TEMPLATES = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(TEMPLATES.rglob("*.html"))
COMPONENTS = sorted((TEMPLATES / "components").glob("*.html"))

_FORBIDDEN = {
    "an inline style": re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE),
    "an inline script": re.compile(r"<script\b(?![^>]*\bsrc=)[^>]*>|\son[a-z]+\s*=\s*[\"']|javascript:", re.IGNORECASE),
    "something from another host": re.compile(
        r"\s(?:src|srcset|action)\s*=\s*[\"'](?:https?:)?//|<link\b[^>]*href=[\"'](?:https?:)?//", re.IGNORECASE
    ),
    "markup made safe by hand": re.compile(r"\|\s*safe\b"),
}


def faults(source: str) -> list[str]:
    """What a template holds that the content security policy or good sense forbids."""
    return [name for name, pattern in _FORBIDDEN.items() if pattern.search(source)]


def _name(path: Path) -> str:
    return str(path.relative_to(TEMPLATES))


def _nodes(path: Path) -> list[Node]:
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)
    return list(engine.engine.get_template(_name(path)).nodelist.get_nodes_by_type(Node))


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_nothing_inline_and_nothing_from_elsewhere(path: Path) -> None:
    assert faults(path.read_text()) == []


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ('<p style="color: red">', "an inline style"),
        ("<style>p { color: red }</style>", "an inline style"),
        ("<script>alert(1)</script>", "an inline script"),
        ('<a onclick="go()">', "an inline script"),
        ('<a href="javascript:go()">', "an inline script"),
        ('<img src="https://elsewhere.example/a.png">', "something from another host"),
        ('<link rel="stylesheet" href="//elsewhere.example/a.css">', "something from another host"),
        ("{{ name|safe }}", "markup made safe by hand"),
    ],
)
def test_a_planted_fault_is_found(planted: str, found: str) -> None:
    assert faults(planted) == [found]


def test_a_script_of_our_own_is_allowed() -> None:
    assert faults("""<script src="{% static 'js/keys.js' %}" defer></script>""") == []


@pytest.mark.parametrize("path", COMPONENTS, ids=_name)
def test_a_component_lists_its_variables_on_top(path: Path) -> None:
    first = path.read_text().splitlines()[0]
    assert re.fullmatch(r"\{# [A-Z].*\. Variables: .+\. ?.*#\}", first) or re.fullmatch(r"\{# [A-Z].*Variables: none\..*#\}", first), first


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_a_template_says_on_top_what_it_is(path: Path) -> None:
    assert re.match(r"\{# [A-Z]", path.read_text())


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_a_template_compiles_and_includes_components_with_only(path: Path) -> None:
    leaking = [
        str(node.template)
        for node in _nodes(path)
        if isinstance(node, IncludeNode) and "components/" in str(node.template) and not node.isolated_context
    ]
    assert leaking == []


@pytest.mark.parametrize("path", COMPONENTS, ids=_name)
def test_every_component_stands_in_the_style_guide(path: Path) -> None:
    """In the guide itself, in the frame around it, or inside a component that is."""
    sources = [TEMPLATES / "styleguide" / "index.html", TEMPLATES / "base.html", *COMPONENTS]
    shown = {name for source in sources if source != path for name in re.findall(r'include "components/([\w.]+)"', source.read_text())}
    assert path.name in shown
