"""The style sheets keep their promises: logical properties only, one list of tokens, both dark lists equal, contrast AA."""

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "static" / "css"
SHEETS = sorted(CSS.rglob("*.css"))

_SIDES = "left|right|top|bottom"
_PHYSICAL = re.compile(
    rf"(?<![-\w])(?:"
    rf"(?:margin|padding|scroll-margin|scroll-padding)-(?:{_SIDES})"
    rf"|border-(?:{_SIDES})(?:-(?:width|style|color))?"
    rf"|border-(?:top|bottom)-(?:left|right)-radius"
    rf"|(?:{_SIDES})"
    rf"|(?:min-|max-)?(?:width|height)"
    rf")\s*:"
    rf"|(?:text-align|float|clear)\s*:\s*(?:left|right)"
)
_FOUR_SIDES = re.compile(r"(?<![-\w])(?:margin|padding|inset|border-width)\s*:\s*([^\s;]+) ([^\s;]+) ([^\s;]+) ([^\s;]+);")


def _rules(sheet: str) -> str:
    """A sheet without its comments and without the conditions of its media queries."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return re.sub(r"@media[^{]*", "@media ", bare)


def physical_properties(sheet: str) -> list[str]:
    """What in a sheet would stay on its side when a page is turned from right to left."""
    bare = _rules(sheet)
    uneven = [match.group(0) for match in _FOUR_SIDES.finditer(bare) if match.group(2) != match.group(4)]
    return [match.group(0) for match in _PHYSICAL.finditer(bare)] + uneven


def test_there_are_sheets() -> None:
    assert len(SHEETS) > 10


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(CSS)))
def test_only_logical_properties(path: Path) -> None:
    assert physical_properties(path.read_text()) == []


@pytest.mark.parametrize(
    "planted",
    [
        "a { margin-left: 1px; }",
        "a { padding-right:0 }",
        "a { left: 0; }",
        "a { border-left-color: red; }",
        "a { border-top-left-radius: 2px; }",
        "a { width: 3px; }",
        "a { min-height: 3px; }",
        "a { text-align: right; }",
        "a { float: left; }",
        "a { padding: 0 1px 0 2px; }",
    ],
)
def test_a_planted_physical_property_is_found(planted: str) -> None:
    assert len(physical_properties(planted)) == 1


def test_logical_properties_are_not_mistaken_for_physical_ones() -> None:
    assert (
        physical_properties("a { margin-inline-start: 1px; inset-inline-end: 0; text-align: end; border-inline-start-width: 1px; }") == []
    )
    assert physical_properties("@media (min-width: 40rem) { a { max-inline-size: 1rem; padding: 0 1px; } }") == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(CSS)))
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    assert re.findall(r"url\(\s*[\"']?(?:https?:)?//", path.read_text()) == []


def test_every_sheet_is_linked_by_the_one_that_pages_use() -> None:
    linked = re.findall(r'@import url\("([^"]+)"\);', (CSS / "site.css").read_text())
    assert sorted(linked) == sorted(str(path.relative_to(CSS)) for path in SHEETS if path.name != "site.css")
    assert linked[0] == "tokens.css"
    assert linked[-1] == "print.css"


def test_colours_stand_in_the_list_of_tokens_only() -> None:
    for path in SHEETS:
        if path.name not in {"tokens.css", "print.css"}:
            assert re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(", _rules(path.read_text())) == [], path


def test_every_token_that_is_used_is_defined() -> None:
    text = "".join(path.read_text() for path in SHEETS)
    assert set(re.findall(r"var\((--[\w-]+)\s*\)", text)) - set(re.findall(r"(--[\w-]+)\s*:", text)) == set()


def _blocks() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The light tokens, the dark ones for who asks the system, the dark ones for who asks the page."""
    text = _rules((CSS / "tokens.css").read_text())
    bodies = re.findall(r"\{([^{}]*)\}", text)
    light, by_system, by_page = [dict(re.findall(r"(--[\w-]+):\s*([^;]+);", body)) for body in bodies]
    return light, by_system, by_page


def test_both_ways_into_the_dark_are_the_same() -> None:
    _, by_system, by_page = _blocks()
    assert by_system == by_page


def _luminance(colour: str) -> float:
    """Relative luminance of a #rrggbb colour (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_contrast_formula_is_the_one_of_the_standard() -> None:
    assert (round(contrast("#000000", "#ffffff"), 2), round(contrast("#777777", "#ffffff"), 2)) == (21, 4.48)


_SURFACES = ("--paper", "--sheet", "--shade")
_TEXT = [
    (text, surface)
    for text in ("--ink", "--ink-soft", "--form", "--link", "--gain", "--loss", "--warn", "--danger", "--done")
    for surface in _SURFACES
]
_TEXT += [(f"--{kind}", f"--{kind}-wash") for kind in ("info", "warn", "danger", "done")]
_TEXT += [(text, f"--{kind}-wash") for kind in ("info", "warn", "danger", "done") for text in ("--ink", "--ink-soft", "--link", "--action")]
_TEXT += [("--on-action", "--action"), ("--on-action", "--action-strong"), ("--action", "--paper"), ("--action", "--shade")]
_LINES = [(line, surface) for line in ("--rule-strong", "--form", "--focus", "--action") for surface in _SURFACES[:2]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_a_contrast_of_4_5_and_lines_that_matter_3(theme: str) -> None:
    light, dark, _ = _blocks()
    tokens = light if theme == "light" else light | dark
    faint = {(a, b): round(contrast(tokens[a], tokens[b]), 2) for a, b in _TEXT if contrast(tokens[a], tokens[b]) < 4.5}
    faint |= {(a, b): round(contrast(tokens[a], tokens[b]), 2) for a, b in _LINES if contrast(tokens[a], tokens[b]) < 3}
    assert faint == {}
