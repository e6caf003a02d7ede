"""From bytes to text: UTF-8 or a byte order mark decide; anything else is asked for, never guessed.

The text comes back without a byte order mark. Line ends are left as they are.
"""

import codecs
from collections.abc import Iterable

from tournaments.domain.errors import EncodingPreview, UnknownEncoding, UnreadableFile
from tournaments.interchange.failures import unreadable
from tournaments.interchange.plausibility import plausibility
from tournaments.interchange.remarks import make_remark, quote

ENCODINGS = (
    "utf-8",
    "windows-1255",
    "iso-8859-8",
    "cp862",
    "windows-1251",
    "koi8-r",
    "iso-8859-5",
    "cp866",
    "windows-1252",
    "iso-8859-15",
    "windows-1250",
    "iso-8859-2",
    "windows-1254",
    "windows-1257",
    "windows-1253",
    "cp437",
    "cp850",
    "mac-roman",
    "utf-16-le",
    "utf-16-be",
)
"""What may be chosen, by the names that people know; Python knows them all as aliases."""

PREVIEW_LINES = 3
_PLAYER = "001 "  # how a player's row of a TRF begins
_LEAST_PLAUSIBLE = 0.5
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_ALIASES = {"iso-8859-1": "windows-1252", "latin-1": "windows-1252", "us-ascii": "utf-8", "ascii": "utf-8"}
_BINARY = (
    (b"\x93\xff\x89\x44", "swiss_manager_file"),
    (b"PK\x03\x04", "zip_file"),
    (b"%PDF", "pdf_file"),
    (b"\xd0\xcf\x11\xe0", "office_file"),
    (b"\x1f\x8b", "zip_file"),
    (b"\x89PNG", "image_file"),
    (b"\xff\xd8\xff", "image_file"),
)


def decode(raw: bytes, encoding: str | None = None) -> str:
    """The text of `raw`. A byte order mark wins over `encoding`, and `encoding` over UTF-8.

    Errors: UnknownEncoding with previews when the bytes are not UTF-8 and no encoding was chosen; UnreadableFile for
    an empty or binary file, an encoding outside `ENCODINGS`, or bytes that do not exist in the chosen one.
    """
    if not _unmarked(raw).strip(b"\x00 \t\r\n\x1a"):
        raise unreadable(make_remark("file_empty"))
    for magic, code in _BINARY:
        if raw.startswith(magic):
            raise unreadable(make_remark(code))
    for bom, marked in _BOMS:
        if raw.startswith(bom):
            return _without_nul(_decode_strictly(raw[len(bom) :], marked))
    if encoding is not None:
        return _without_nul(_decode_strictly(raw, _known(encoding)))
    wide = _wide_encodings(raw)
    if b"\x00" in raw and not wide:
        raise _binary(raw)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _ask(raw, wide or ENCODINGS, line=raw.count(b"\n", 0, error.start) + 1) from None
    if wide:
        raise _ask(raw, wide, line=1)
    return text


def _unmarked(raw: bytes) -> bytes:
    return next((raw[len(bom) :] for bom, _ in _BOMS if raw.startswith(bom)), raw)


def preview_encodings(raw: bytes, encodings: Iterable[str] = ENCODINGS) -> tuple[EncodingPreview, ...]:
    """How the first lines with letters outside ASCII look in each plausible encoding, the most plausible first.

    The rows of players come first, by their names alone: by them it is judged. Encodings in which the bytes do not exist are
    left out, and of several with the same look only the first is kept.
    """
    sample = _telling_lines(raw) if b"\x00" not in raw else None
    found: dict[tuple[tuple[int, str], ...], tuple[float, EncodingPreview]] = {}
    for encoding in encodings:
        try:
            lines = _look(raw, encoding) if sample is None else [(n, line.decode(encoding)) for n, line in sample]
        except UnicodeDecodeError:
            continue
        text = "\n".join(line for _, line in lines)
        players_first = sorted(lines, key=lambda numbered: not numbered[1].startswith(_PLAYER))
        shown = tuple((number, _telling_part(line)) for number, line in players_first[:PREVIEW_LINES])
        score = plausibility(text)
        if score >= _LEAST_PLAUSIBLE and shown not in found:
            found[shown] = (score, EncodingPreview(encoding, shown))
    return tuple(preview for _, preview in sorted(found.values(), key=lambda scored: -scored[0]))


def _telling_part(line: str) -> str:
    """The name in a player's row of a TRF (columns 15 to 47), of other lines the beginning."""
    name = line[14:47].strip() if line.startswith(_PLAYER) else ""
    return quote(" ".join((name or line).split()), 100)


def _telling_lines(raw: bytes, enough: int = 200) -> list[tuple[int, bytes]]:
    numbered = enumerate(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"), start=1)
    telling = ((number, line[:400]) for number, line in numbered if not line.isascii())
    return [line for line, _ in zip(telling, range(enough), strict=False)]


def _look(raw: bytes, encoding: str) -> list[tuple[int, str]]:
    lines = raw[: len(raw) // 2 * 2].decode(encoding).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [(number, line[:400]) for number, line in enumerate(lines[:200], start=1) if line.strip()]


def _wide_encodings(raw: bytes) -> tuple[str, ...]:
    """UTF-16 without a mark: text of chess files is mostly ASCII, so nearly every second byte is 0."""
    sample = raw[:4096]
    half = len(sample) // 2
    if half and sample[1::2].count(0) > half * 0.4 and not sample[0::2].count(0) > half * 0.1:
        return ("utf-16-le",)
    if half and sample[0::2].count(0) > half * 0.4 and not sample[1::2].count(0) > half * 0.1:
        return ("utf-16-be",)
    return ()


def _ask(raw: bytes, encodings: Iterable[str], line: int) -> UnknownEncoding:
    previews = preview_encodings(raw, encodings)
    if not previews:
        remark = make_remark("encoding_hopeless", line=line)
        return UnknownEncoding(remark.code, remark.message, (remark,))
    remark = make_remark("encoding_unknown", line=line)
    return UnknownEncoding(remark.code, remark.message, (remark,), previews)


def _known(encoding: str) -> str:
    name = encoding.strip().lower().replace("_", "-").replace("cp125", "windows-125")
    name = _ALIASES.get(name, name)
    if name == "utf8":
        return "utf-8"
    if name not in ENCODINGS:
        raise unreadable(make_remark("encoding_not_offered", encoding=quote(encoding), offered=", ".join(ENCODINGS)))
    return name


def _decode_strictly(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise unreadable(make_remark("encoding_wrong", line=line, encoding=encoding)) from None


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise unreadable(make_remark("file_binary", line=text.count("\n", 0, text.index("\x00")) + 1))
    return text


def _binary(raw: bytes) -> UnreadableFile:
    return unreadable(make_remark("file_binary", line=raw.count(b"\n", 0, raw.index(b"\x00")) + 1))
