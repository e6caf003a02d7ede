"""Collecting translatable text from code and templates into the catalogues, and checking them; Babel does the work.

English is the source: its texts stand in the code. `locale/<language>/LC_MESSAGES/django.po` holds each other language.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.checkers import checkers
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

METHODS = [
    ("tests/**", "ignore"),
    ("bench/**", "ignore"),
    ("var/**", "ignore"),
    (".venv/**", "ignore"),
    ("**/migrations/**", "ignore"),
    ("templates/styleguide/**", "ignore"),
    ("templates/**", "config.catalogues:extract_template"),
    ("**.py", "python"),
]
KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
TRANSLATED = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
COMMENT = ["Translators:"]


def extract_template(stream: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Babel's extraction method for Django templates: Django turns the template into Python, Babel reads that."""
    source = templatize(stream.read().decode(), origin=getattr(stream, "name", None))
    lines = "\n".join(line.lstrip() for line in source.splitlines())  # indentation of HTML means nothing to Python
    return extract_python(io.BytesIO(lines.encode()), keywords, comment_tags, options)


def collect(root: Path) -> Catalog:
    """Every translatable text below `root`, without places: line numbers would change the files for no reason."""
    found = Catalog(project="Rookery", charset="utf-8")
    for _, _, message, comments, context in extract_from_dir(str(root), METHODS, {}, KEYWORDS, COMMENT, directory_filter=_is_ours):
        found.add(message, auto_comments=comments, context=context)
    return found


def catalogue_path(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def read_catalogue(path: Path, language: str) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet."""
    if not path.exists():
        return Catalog(locale=language, project="Rookery", charset="utf-8")
    with path.open("rb") as stream:
        return read_po(stream, locale=language)


def update(root: Path) -> dict[str, int]:
    """Write the collected texts into every catalogue, what is translated kept; returns how many are open, by language."""
    found, still_open = collect(root), {}
    for language in TRANSLATED:
        path = catalogue_path(root, language)
        catalogue = read_catalogue(path, language)
        catalogue.update(found, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        _write_header(catalogue, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            write_po(stream, catalogue, width=120, sort_output=True, omit_header=False, include_previous=False)
        still_open[language] = sum(not _is_translated(message, catalogue) for message in catalogue if message.id)
    return still_open


def faults(root: Path) -> list[str]:
    """One line for each text that is missing, not translated, fuzzy, no longer used, or whose placeholders differ."""
    found, lines = collect(root), []
    for language in TRANSLATED:
        catalogue = read_catalogue(catalogue_path(root, language), language)
        for message in found:
            if message.id:
                lines += [f"{language}: {fault}: {message.id!r}" for fault in _faults_of(message, catalogue)]
        lines += [f"{language}: no longer used: {m.id!r}" for m in catalogue if m.id and found.get(m.id, m.context) is None]
    return lines


def _faults_of(wanted: Message, catalogue: Catalog) -> Iterator[str]:
    message = catalogue.get(wanted.id, wanted.context)
    if message is None:
        yield "missing (make messages)"
        return
    if message.fuzzy:
        yield "fuzzy"
    if not _is_translated(message, catalogue):
        yield "not translated"
        return
    for check in checkers:
        try:
            check(catalogue, _as_plural(message))
        except Exception as fault:  # Babel's checkers raise TranslationError, and its subclasses are not exported
            yield str(fault)


def _write_header(catalogue: Catalog, language: str) -> None:
    """A header that says what is so, and stays the same however often texts are collected."""
    catalogue.header_comment = f"# Rookery in {Locale.parse(language).english_name}."
    catalogue.version = "1"
    catalogue.fuzzy = False
    catalogue.revision_date = catalogue.creation_date
    catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = "Rookery"


def _as_plural(message: Message) -> Message:
    """What its placeholders are compared with: for counted things those of the plural, in every form (Russian writes 21 with the first)."""
    if isinstance(message.id, str):
        return message
    return Message((message.id[1], message.id[1]), message.string, context=message.context)


def _is_translated(message: Message, catalogue: Catalog) -> bool:
    if not message.string or isinstance(message.string, str):
        return bool(message.string)
    return len(message.string) == catalogue.num_plurals and all(message.string)


def _is_ours(folder: str) -> bool:
    return Path(folder).name not in {".venv", ".git", "var", "tests", "bench", "node_modules", "__pycache__"}
