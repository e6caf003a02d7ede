"""What every translated text must keep: placeholders, markup, script and the signs of its language."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import ngettext, pgettext

from config.catalogues import TRANSLATED, catalogue_path, collect, faults, read_catalogue
from tests.config.latin import latin_words

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|{\w+}")
MARKUP = re.compile(r"</?[a-z][^>]*>")
FILE_WORDS = {
    "club",
    "json",  # club.json
    "rookery-club",
    "T18",  # in a time
    "format",
    "rookery-event",
    "version",
    "white",
    "black",
    "date",
    "starts",
    "on",
    "starts_on",
    "Office",
    "Idempotency-Key",
    "corrections",  # a parameter of the API and an option of the command
    "surrogate",
    *("rookery", "id"),  # rookery_id, a column of an exported list
    *("TRUE", "FALSE"),  # as a spreadsheet shows them
    "YY",
    "YYYY-MM-DD",
    "Europe",
    "London",
}
LEFT_OUT = {"problem"}  # the parser's own words, which are English


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Source and translation of every text; of a counted one the plural, with each form."""
    for message in read_catalogue(catalogue_path(settings.BASE_DIR, language), language):
        if isinstance(message.id, str) and message.id:
            yield message.id, str(message.string)
        elif message.id:
            yield from ((message.id[1], form) for form in message.string or ())


def test_all_catalogues_are_complete() -> None:
    assert faults(settings.BASE_DIR) == []
    assert {language: sum(1 for _ in texts(language)) > len(collect(settings.BASE_DIR)) / 2 for language in TRANSLATED} == {
        "he": True,
        "ru": True,
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_and_markup_are_kept(language: str) -> None:
    """A number may be written in words (one player), so a form may lack what counts; nothing else may be lost."""
    wrong = []
    for source, text in texts(language):
        lost = {name for name in PLACEHOLDER.findall(source) if name not in text} - {f"%({name})s" for name in LEFT_OUT}
        counted = len(lost) == 1 and any(source == plural for plural in _plurals(language))
        if (lost and not counted) or _markup(source) != _markup(text):
            wrong.append((source, text))
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_latin_words_are_left(language: str) -> None:
    bare = [(source, latin_words(MARKUP.sub(" ", PLACEHOLDER.sub(" ", text)))) for source, text in texts(language)]
    assert [(source, words) for source, words in bare if set(words) - FILE_WORDS] == []


@pytest.mark.parametrize(
    ("language", "forbidden"),
    [
        ("he", r"[“”„«»]|[א-ת]['\"][א-ת]|[א-ת]-|\bאנא\b"),  # quotation marks, gershayim, maqaf; no orders to one man
        ("ru", r"[“”„]|\s-\s|\w — |[א-ת]"),  # «ёлочки», a long dash, and never at the beginning of a line
    ],
)
def test_signs_are_those_of_the_language(language: str, forbidden: str) -> None:
    assert [text for _, text in texts(language) if re.search(forbidden, MARKUP.sub(" ", text))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_marks_of_direction_are_closed(language: str) -> None:
    assert [text for _, text in texts(language) if len(re.findall("[\u2066-\u2068]", text)) != text.count("\u2069")] == []


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1 player", "2 players", "5 players", "21 players"]),
        ("he", ["שחקן אחד", "שני שחקנים", "5 שחקנים", "21 שחקנים"]),
        ("ru", ["1 игрок", "2 игрока", "5 игроков", "21 игрок"]),
    ],
)
def test_plurals_follow_the_language(language: str, written: list[str]) -> None:
    with translation.override(language):
        assert [ngettext("%(players)s player", "%(players)s players", n) % {"players": n} for n in (1, 2, 5, 21)] == written


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_the_letters_of_the_colours_differ(language: str) -> None:
    with translation.override(language):
        letters = [pgettext("White in a crosstable, one letter", "w"), pgettext("Black in a crosstable, one letter", "b")]
    assert len({re.sub(r"\W", "", letter) for letter in letters}) == 2


def _plurals(language: str) -> set[str]:
    return {
        message.id[1] for message in read_catalogue(catalogue_path(settings.BASE_DIR, language), language) if isinstance(message.id, tuple)
    }


def _markup(text: str) -> list[str]:
    return sorted(MARKUP.findall(text))
