"""Files that are none of a club, and ZIPs that are not what they say: refused before anything large is unpacked."""

import io
import json
import zipfile
from typing import Any

import pytest

from archives.interchange.reading import read_club_file
from tests.archives.small import LIMITS, as_json, as_zip, refused, small_document

BIG = b'{"format":"rookery-club","x":"' + b"a" * (3 * 2**20) + b'"}'
FILES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not_an_archive"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "not_an_archive"),
    "a broken zip": (b"PK\x03\x04" + b"\x00" * 50, "archive_broken"),
    "a zip without a club": (as_zip(("members.csv", b"x")), "club_missing"),
    "a zip with another one below": (as_zip(("other/club.json", b"{}")), "club_missing"),
    "a bomb": (as_zip(("club.json", BIG)), "too_large_inside"),
    "too large a file": (BIG, "too_large"),
    "not JSON": (b"{", "json"),
    "a key twice": (b'{"format": "rookery-club", "format": "rookery-club"}', "json"),
    "not UTF-8": (b'{"format": "\xff"}', "not_utf8"),
    "a file of an event": (b'{"format": "rookery-event", "version": 1}', "other_kind"),
    "a list": (b"[1]", "not_an_archive"),
    "depth": (b'{"a":' * 40 + b"1" + b"}" * 40, "json"),
    "no number": (b'{"format": "rookery-club", "version": NaN}', "json"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_file_of_a_club_is_refused(name: str) -> None:
    content, code = FILES[name]
    assert refused(content) == [(code, "")]


def test_a_zip_with_two_clubs_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = as_zip(("club.json", as_json(small_document())), ("club.json", b"{}"))
    assert refused(content) == [("club_twice", "")]


def test_what_a_zip_says_of_its_size_is_not_believed() -> None:
    """The size in the directory is changed to a small one; reading stops by what really comes."""
    content = bytearray(as_zip(("club.json", BIG)))
    directory = content.rfind(b"PK\x01\x02")
    content[directory + 24 : directory + 28] = (10).to_bytes(4, "little")
    assert refused(bytes(content))[0][0] in {"archive_broken", "too_large_inside"}


def test_a_protected_zip_is_refused() -> None:
    content = bytearray(as_zip(("club.json", as_json(small_document()))))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.find(mark) + offset] |= 1
    assert refused(bytes(content)) == [("archive_broken", "")]


def test_a_zip_bomb_in_many_parts_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only club.json is opened."""
    opened: list[Any] = []
    original = zipfile.ZipFile.open

    def note(self: zipfile.ZipFile, member: Any, *rest: Any, **more: Any) -> Any:
        opened.append(getattr(member, "filename", member))
        return original(self, member, *rest, **more)

    content = as_zip(("a", b"0" * 2**21), ("club.json", json.dumps(small_document()).encode()), ("b", b"0" * 2**21))
    monkeypatch.setattr(zipfile.ZipFile, "open", note)
    read_club_file(content, LIMITS)
    assert opened == ["club.json"]


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bomb_of_another_compression_is_not_unpacked(compression: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """zipfile bounds what it unpacks at once for deflate alone: 806 bytes of bzip2 took two gigabytes of memory."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr("club.json", BIG)
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("it was opened"))
    assert refused(file.getvalue()) == [("archive_broken", "")]
