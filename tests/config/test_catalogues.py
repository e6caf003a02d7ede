"""A text that a language lacks is found, whatever is wrong with it."""

from pathlib import Path

import pytest
from django.conf import settings

from config.catalogues import catalogue_path, collect, faults, update

CODE = """
from django.utils.translation import gettext as _, ngettext

GREETING = _("Good evening, %(name)s")


def waiting(count: int) -> str:
    return ngettext("%(count)d name", "%(count)d names", count)
"""
TEMPLATE = """{% load i18n %}
  <p class="it's">{% translate "Ladder" context "of ratings" %}</p>
      {% blocktranslate count n=n trimmed %}
        Waiting for {{ n }} name
      {% plural %}
        Waiting for {{ n }} names
      {% endblocktranslate %}
"""
HEBREW = {
    'msgid "Good evening, %(name)s"': ('msgstr ""', 'msgstr "ערב טוב, %(name)s"'),
    'msgid "Ladder"': ('msgstr ""', 'msgstr "סולם"'),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "code.py").write_text(CODE)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    return tmp_path


def edit(project: Path, language: str, after: str, old: str, new: str) -> None:
    path = catalogue_path(project, language)
    head, tail = path.read_text().split(after, 1)
    path.write_text(head + after + tail.replace(old, new, 1))


def translate_all(project: Path) -> None:
    """Every text of both languages, with as many plural forms as the language has."""
    for language, plurals in (("he", 2), ("ru", 3)):
        path = catalogue_path(project, language)
        text = path.read_text()
        for msgid, string in (("Good evening, %(name)s", "– %(name)s"), ("Ladder", "–")):
            text = text.replace(f'msgid "{msgid}"\nmsgstr ""', f'msgid "{msgid}"\nmsgstr "{string}"')
        for variable in ("%(count)d", "%(n)s"):
            text = "\n".join(
                line.replace('""', f'"{variable} –"') if line.startswith("msgstr[") and variable in block else line
                for block in text.split("\n\n")
                for line in [*block.split("\n"), ""]
            )
        path.write_text(text)
        assert text.count("msgstr[") == 2 * plurals


def test_texts_are_collected_from_code_and_templates(project: Path) -> None:
    found = {(message.context, message.id) for message in collect(project) if message.id}
    assert found == {
        (None, "Good evening, %(name)s"),
        (None, ("%(count)d name", "%(count)d names")),
        ("of ratings", "Ladder"),
        (None, ("Waiting for %(n)s name", "Waiting for %(n)s names")),
    }


def test_update_says_how_many_are_open_and_keeps_what_is_done(project: Path) -> None:
    assert update(project) == {"he": 4, "ru": 4}
    translate_all(project)
    assert update(project) == {"he": 0, "ru": 0}
    assert faults(project) == []


def test_a_missing_catalogue_lacks_everything(project: Path) -> None:
    assert len(faults(project)) == 8


@pytest.mark.parametrize(
    ("after", "old", "new", "fault"),
    [
        ('msgid "Ladder"', 'msgstr "–"', 'msgstr ""', "ru: not translated: 'Ladder'"),
        ('msgid "Good evening, %(name)s"', "– %(name)s", "– %(nam)s", "ru: unknown named placeholder 'nam': 'Good evening, %(name)s'"),
    ],
)
def test_a_spoilt_text_is_found(project: Path, after: str, old: str, new: str, fault: str) -> None:
    update(project)
    translate_all(project)
    edit(project, "ru", after, old, new)
    assert fault in faults(project)


def test_a_fuzzy_text_is_found(project: Path) -> None:
    update(project)
    translate_all(project)
    edit(project, "he", "", 'msgctxt "of ratings"', '#, fuzzy\nmsgctxt "of ratings"')
    assert faults(project) == ["he: fuzzy: 'Ladder'"]


def test_a_text_that_is_gone_from_the_code_is_found(project: Path) -> None:
    update(project)
    translate_all(project)
    (project / "templates" / "page.html").write_text("")
    assert "he: no longer used: 'Ladder'" in faults(project)


def test_the_source_language_has_no_catalogue() -> None:
    assert not catalogue_path(settings.BASE_DIR, settings.LANGUAGE_CODE).exists()
