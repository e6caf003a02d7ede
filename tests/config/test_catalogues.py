"""A text that a language lacks is found, whatever is wrong with it."""

from pathlib import Path

import pytest
from babel.messages.pofile import write_po
from django.conf import settings

from config.catalogues import catalogue_path, collect, faults, read_catalogue, update

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
    """Every text of both languages is a dash and its placeholders."""
    for language in ("he", "ru"):
        path = catalogue_path(project, language)
        catalogue = read_catalogue(path, language)
        for message in catalogue:
            if isinstance(message.id, str) and message.id:
                message.string = message.id.replace("Ladder", "–").replace("Good evening,", "–")
            elif message.id:
                message.string = (message.id[1],) * catalogue.num_plurals
        with path.open("wb") as stream:
            write_po(stream, catalogue)


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
    edit(project, "he", "\n\n", 'msgctxt "of ratings"', '#, fuzzy\nmsgctxt "of ratings"')
    assert faults(project) == ["he: fuzzy: 'Ladder'"]


def test_a_text_that_is_gone_from_the_code_is_found(project: Path) -> None:
    update(project)
    translate_all(project)
    (project / "templates" / "page.html").write_text("")
    assert "he: no longer used: 'Ladder'" in faults(project)


def test_the_source_language_has_no_catalogue() -> None:
    assert not catalogue_path(settings.BASE_DIR, settings.LANGUAGE_CODE).exists()
