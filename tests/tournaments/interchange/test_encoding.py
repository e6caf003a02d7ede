"""UTF-8 or a byte order mark decide; anything else is asked for with previews, never guessed."""

import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.errors import EncodingPreview, UnknownEncoding, UnreadableFile
from tournaments.interchange.encoding import ENCODINGS, decode, preview_encodings

HEBREW = "012 אליפות המועדון\n042 2026/03/18\n001    1      לוי, צבי\n001    2      כהן, יוסי\n001    3      דיין, רון\n"
RUSSIAN = "012 Кубок клуба\n001    1      Орлов, Пётр\n001    2      Смирнова, Ольга\n"
GERMAN = "012 Öffentliches Turnier\n001    1      Grüner, Jörg\n"
CZECH = "012 Šachový turnaj\n001    1      Dvořáček, Jiří\n001    2      Žižková, Běla\n"


def first_name(text: str) -> tuple[int, str]:
    """Line and name of the first player of a TRF."""
    return next((number, line[14:]) for number, line in enumerate(text.splitlines(), 1) if line.startswith("001"))


def asked(raw: bytes) -> tuple[EncodingPreview, ...]:
    with pytest.raises(UnknownEncoding) as error:
        decode(raw)
    assert error.value.code == "encoding_unknown"
    return error.value.previews


@pytest.mark.parametrize("text", [HEBREW, RUSSIAN, GERMAN, "012 plain\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unambiguous_encodings_are_read(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_big_endian_with_a_mark() -> None:
    assert decode(codecs.BOM_UTF16_BE + HEBREW.encode("utf-16-be")) == HEBREW


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (HEBREW, "windows-1255"),
        (HEBREW, "cp862"),
        (HEBREW, "utf-16-le"),
        (RUSSIAN, "windows-1251"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp866"),
        (RUSSIAN, "iso-8859-5"),
        (RUSSIAN, "utf-16-be"),
        (GERMAN, "windows-1252"),
        (GERMAN, "mac-roman"),
        (CZECH, "iso-8859-2"),
    ],
)
def test_the_right_encoding_comes_first_and_still_nothing_is_chosen(text: str, encoding: str) -> None:
    first = asked(text.encode(encoding))[0]
    assert first.encoding == encoding
    assert first.lines[0] == first_name(text)


@pytest.mark.parametrize(("text", "encoding"), [(HEBREW, "iso-8859-8"), (GERMAN, "cp850"), (CZECH, "windows-1250")])
def test_encodings_that_look_alike_show_the_right_text_among_the_first(text: str, encoding: str) -> None:
    """The bytes of these letters are the same in another encoding of the list, or nearly so."""
    shown = [preview.lines[0][1] for preview in asked(text.encode(encoding))[:2]]
    assert first_name(text)[1] in shown


def test_previews_show_three_lines_with_letters_outside_ascii_names_first() -> None:
    few = HEBREW.splitlines(keepends=True)
    assert asked("".join(few[:3]).encode("windows-1255"))[0].lines == ((3, "לוי, צבי"), (1, "012 אליפות המועדון"))
    assert asked(HEBREW.encode("windows-1255"))[0] == EncodingPreview(
        "windows-1255",
        ((3, "לוי, צבי"), (4, "כהן, יוסי"), (5, "דיין, רון")),
    )


def test_no_two_previews_look_the_same() -> None:
    looks = [preview.lines for preview in asked(RUSSIAN.encode("windows-1251"))]
    assert len(looks) == len(set(looks)) > 1


def test_the_line_of_the_first_strange_byte_is_told() -> None:
    with pytest.raises(UnknownEncoding) as error:
        decode("012 Cup\n022 Öd\n".encode("windows-1252"))
    assert error.value.remarks[0].line == 2


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_chosen_encoding_is_used(encoding: str) -> None:
    assert decode("012 Cup\n".encode(encoding), encoding) == "012 Cup\n"


@pytest.mark.parametrize("name", ["cp1251", "CP1251", "windows_1251", " Windows-1251 "])
def test_other_names_of_an_encoding(name: str) -> None:
    assert decode(RUSSIAN.encode("windows-1251"), name) == RUSSIAN


@pytest.mark.parametrize("name", ["iso-8859-1", "latin-1"])
def test_latin_1_is_read_as_windows_1252_as_browsers_do(name: str) -> None:
    assert decode(b"\x80 \xe9", name) == "€ é"


def test_a_byte_order_mark_beats_the_choice() -> None:
    assert decode(HEBREW.encode("utf-8-sig"), "windows-1251") == HEBREW


@pytest.mark.parametrize(
    ("raw", "encoding", "code", "line"),
    [
        (b"", None, "file_empty", None),
        (b" \r\n\t", None, "file_empty", None),
        (codecs.BOM_UTF8, None, "file_empty", None),
        (b"\x00" * 50, None, "file_empty", None),
        (b"001\n002 \x00\x01\x00\x00", None, "file_binary", 2),
        (b"012 Cup\x00", "windows-1252", "file_binary", 1),
        (b"\x93\xff\x89\x44rest", None, "swiss_manager_file", None),
        (b"PK\x03\x04rest", None, "zip_file", None),
        (b"%PDF-1.7", None, "pdf_file", None),
        (b"\xd0\xcf\x11\xe0rest", None, "office_file", None),
        (b"\x89PNG\r\n", None, "image_file", None),
        (b"012 Cup", "utf-7", "encoding_not_offered", None),
        (b"012 Cup", "no such thing", "encoding_not_offered", None),
        (b"012 Cup\n\xe9", "utf-8", "encoding_wrong", 2),
        (b"a\n\xff", "windows-1255", "encoding_wrong", 2),
        (codecs.BOM_UTF16_LE + b"abc", None, "encoding_wrong", 1),
    ],
)
def test_refusals(raw: bytes, encoding: str | None, code: str, line: int | None) -> None:
    with pytest.raises(UnreadableFile) as refused:
        decode(raw, encoding)
    assert (refused.value.code, refused.value.remarks[0].line) == (code, line)


@given(st.binary(max_size=300), st.none() | st.sampled_from(ENCODINGS))
def test_any_bytes_are_read_or_refused(raw: bytes, encoding: str | None) -> None:
    text = ""
    with suppress(UnreadableFile):
        text = decode(raw, encoding)
    assert "\x00" not in text


@given(st.binary(min_size=1, max_size=300))
def test_previews_of_any_bytes_are_printable(raw: bytes) -> None:
    for preview in preview_encodings(raw):
        assert all(line.isprintable() for _, line in preview.lines)
        assert len(preview.lines) <= 3
