"""Which format a file is, and the one door to reading it."""

import json

import pytest

from tests.tournaments.interchange.json_builder import event
from tests.tournaments.interchange.trf_builder import row, text
from tournaments.domain.errors import TooLarge, TournamentError, UnknownEncoding, UnknownFormat
from tournaments.interchange import FORMATS, detect_format, read_event
from tournaments.interchange.limits import MAX_BYTES

TRF = text(row(1, "2w1"), row(2, "1b0"))
JSON = json.dumps(event())


@pytest.mark.parametrize("content_type", [None, "application/json", "text/plain", "application/octet-stream"])
@pytest.mark.parametrize("file_name", [None, "event.json", "event.trf", "event.bin"])
def test_the_content_decides(content_type: str | None, file_name: str | None) -> None:
    trf = read_event(TRF.encode(), content_type=content_type, file_name=file_name)
    rookery = read_event(JSON.encode(), content_type=content_type, file_name=file_name)
    assert (trf.source_format, rookery.source_format) == ("trf", "rookery-json")


@pytest.mark.parametrize("begin", ["012 Cup\r", "###\r001    1      X", "XXR 7\n", "\n\n012 Cup", "BBW  1.0"])
def test_trf_is_known_by_its_records(begin: str) -> None:
    assert detect_format(begin).key == "trf"


@pytest.mark.parametrize(
    ("content_type", "file_name", "key"),
    [
        ("application/json; charset=utf-8", None, "rookery-json"),
        ("application/vnd.rookery.event+json", None, "rookery-json"),
        ("application/vnd.fide.trf", None, "trf"),
        (None, "Cup.TRF", "trf"),
        (None, "cup.trfx", "trf"),
        (None, "cup.json", "rookery-json"),
    ],
)
def test_media_type_and_name_decide_where_the_content_does_not(content_type: str | None, file_name: str | None, key: str) -> None:
    assert detect_format("hello", content_type=content_type, file_name=file_name).key == key


@pytest.mark.parametrize(
    ("content", "code"), [("hello", "format_unknown"), ("<!DOCTYPE html><p>", "web_page"), ("a;b;c\n1;2;3", "format_unknown")]
)
def test_unknown_formats(content: str, code: str) -> None:
    with pytest.raises(UnknownFormat) as refused:
        read_event(content.encode(), content_type="text/plain", file_name="x.txt")
    assert refused.value.code == code


def test_a_charset_in_the_content_type_is_a_choice() -> None:
    raw = text(row(1, name="לוי, צבי")).encode("windows-1255")
    reading = read_event(raw, content_type='text/plain; charset="windows-1255"')
    assert reading.record.entries[0].name == "לוי, צבי"
    assert read_event(raw, content_type="text/plain; charset=koi8-r", encoding="windows-1255") == reading
    with pytest.raises(UnknownEncoding):
        read_event(raw, content_type="text/plain")


def test_the_limit_on_size() -> None:
    padding = b" " * (MAX_BYTES - len(JSON))
    assert read_event(JSON.encode() + padding).record.name == "Autumn Cup"
    with pytest.raises(TooLarge) as refused:
        read_event(JSON.encode() + padding + b" ")
    assert refused.value.message == "The file has 2097153 bytes; at most 2097152 are read. Publish one event a file."


def test_the_registry() -> None:
    assert {key: (found.name, found.has_event_id, found.extensions) for key, found in FORMATS.items()} == {
        "rookery-json": ("Rookery JSON", True, (".json",)),
        "trf": ("TRF16 / TRF26", False, (".trf", ".trfx", ".txt")),
    }


def test_one_tree_of_errors() -> None:
    for raw in (b"", b"hello", b"{}", b"\xff\xfe1", b"001 x", b" " * (MAX_BYTES + 1), b"012 \xe0"):
        with pytest.raises(TournamentError) as refused:
            read_event(raw)
        assert refused.value.remarks[0].code == refused.value.code
        assert str(refused.value) == refused.value.message == refused.value.remarks[0].message
