"""Catalogues are compiled by Babel when they change, and only then."""

import gettext
import os
from pathlib import Path

from config.translations import compile_catalogues

_CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Ladder"
msgstr "Таблица"

#, fuzzy
msgid "Guess"
msgstr "Догадка"
"""


def test_a_catalogue_is_compiled_once_for_each_change(tmp_path: Path) -> None:
    source = tmp_path / "ru" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(_CATALOGUE, encoding="utf-8")
    assert compile_catalogues(tmp_path) == [source.with_suffix(".mo")]
    assert compile_catalogues(tmp_path) == []
    translation = gettext.translation("django", tmp_path, ["ru"])
    assert translation.gettext("Ladder") == "Таблица"
    assert translation.gettext("Guess") == "Guess"
    later = source.with_suffix(".mo").stat().st_mtime_ns + 10**9
    os.utime(source, ns=(later, later))
    assert compile_catalogues(tmp_path) == [source.with_suffix(".mo")]
