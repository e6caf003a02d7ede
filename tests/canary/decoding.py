"""Everything that a sequence of bytes may say: unpacked, decoded and unescaped, one within the other."""

import base64
import binascii
import gzip
import html
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from email.header import decode_header

DEEPEST = 4
_OF_ONE_BYTE = ("windows-1255", "windows-1251", "windows-1252", "iso-8859-8", "koi8-r", "cp866", "cp862")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{10,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){8,}")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_QUOTED = re.compile(r"(?:=[0-9A-F]{2})+")
_ESCAPE = re.compile(r"\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})|\\([0-9a-fA-F]{4,6}) ?|%u([0-9a-fA-F]{4})")
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_ENCODED_WORDS = re.compile(r"=\?[^?\s]+\?[bBqQ]\?[^?]*\?=(?:\s+=\?[^?\s]+\?[bBqQ]\?[^?]*\?=)*")
_PUNYCODE = re.compile(r"xn--([a-z0-9-]+)", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_APART = re.compile(r"<(?=/?(?:li|tr|td|th|dt|dd|p|div|h[1-6]|option|label|button|section|text)\b)", re.IGNORECASE)
"""Where one thing ends and the next begins: no word goes on behind it."""
_MISREAD = re.compile("[\u0080-\u00ff]{2,}")


def texts_of(content: bytes | str, depth: int = DEEPEST) -> Iterator[str]:
    """All texts that this may be; the same one may come twice."""
    for text in [content] if isinstance(content, str) else _read(content):
        plain = _untangled(text)
        yield text
        if plain != text:
            yield plain
        if "<" in text:
            yield _untangled(_TAG.sub("", _APART.sub(" <", text)))
        if depth:
            for inner in {*_hidden_in(text), *(_hidden_in(plain) if plain != text else ())}:
                yield from texts_of(inner, depth - 1)
    if depth and isinstance(content, bytes):
        for inner in _unpacked(content):
            yield from texts_of(inner, depth - 1)


def _read(content: bytes) -> Iterator[str]:
    """UTF-8 where it is that; else each alphabet of one byte; and UTF-16 where every second byte tells of it."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or _is_of_two_bytes(content):
        yield from (content.decode(order, "replace") for order in ("utf-16-le", "utf-16-be"))
    try:
        yield content.decode()
    except UnicodeDecodeError:
        yield from _guessed(content)


def _guessed(content: bytes) -> list[str]:
    return [content.decode(alphabet, "replace") for alphabet in ("utf-8", *_OF_ONE_BYTE)]


def _is_of_two_bytes(content: bytes) -> bool:
    """Latin, Hebrew and Cyrillic letters in UTF-16 have 00, 04 or 05 in every second place."""
    longest = content[:4_000]
    return len(content) >= 8 and any(sum(byte in (0, 4, 5) for byte in longest[start::2]) > 0.45 * len(longest) for start in (0, 1))


def _unpacked(content: bytes) -> Iterator[bytes]:
    """What is in an archive or behind a compression; gzip, zlib, bare deflate."""
    if content[:2] == b"\x1f\x8b":
        yield from _tried(lambda: gzip.decompress(content))
    elif content[:1] == b"\x78":
        yield from _tried(lambda: zlib.decompress(content))
    elif content[:4] == b"PK\x03\x04":
        yield from _members(content)
    elif content and not content[:64].isascii():
        yield from _tried(lambda: zlib.decompress(content, -zlib.MAX_WBITS))


def _members(content: bytes) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member in archive.infolist():
                yield member.filename.encode()
                yield archive.read(member)
    except zipfile.BadZipFile:
        return


def _tried(unpack: Callable[[], bytes]) -> Iterator[bytes]:
    try:
        yield unpack()
    except (OSError, EOFError, zlib.error):
        return


def _untangled(text: str) -> str:
    """The text with every kind of escapes undone where they stand, again and again while there are any."""
    for _ in range(DEEPEST):
        before = text
        if "&" in text:
            text = html.unescape(text)
        if "%" in text:
            text = _PERCENT.sub(lambda run: _said_by(run.group().replace("%", "")), text)
        if "\\" in text or "%u" in text:
            text = _SURROGATES.sub(_join, _ESCAPE.sub(_character, text))
        if "=?" in text:
            text = _ENCODED_WORDS.sub(_decode_words, text)
        if "=" in text:
            text = _QUOTED.sub(lambda run: _said_by(run.group().replace("=", "")), text)
        if "xn--" in text:
            text = _PUNYCODE.sub(_decode_punycode, text)
        if not text.isascii():
            text = _MISREAD.sub(lambda run: _read_again(run.group()), text)
        if text == before:
            break
    return text


def _said_by(digits: str) -> str:
    return "|".join(_read(binascii.unhexlify(digits)))


def _read_again(run: str) -> str:
    """UTF-8 that was taken for Latin-1, as headers are."""
    try:
        return run.encode("latin-1").decode()
    except UnicodeDecodeError:
        return run


def _character(escape: re.Match[str]) -> str:
    code = int(next(filter(None, escape.groups())), 16)
    return chr(code) if code < 0x110000 else ""


def _join(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16", "surrogatepass").decode("utf-16")


def _decode_words(words: re.Match[str]) -> str:
    try:
        parts = decode_header(words.group())
        return "".join(part if isinstance(part, str) else part.decode(charset or "ascii", "replace") for part, charset in parts)
    except (LookupError, ValueError):
        return words.group()


def _decode_punycode(name: re.Match[str]) -> str:
    try:
        return name.group(1).encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return name.group()


def _hidden_in(text: str) -> Iterator[bytes]:
    """What words in base64 and in hexadecimal digits stand for, where that is text or something packed."""
    for found in _BASE64.finditer(text):
        word = found.group().rstrip("=").replace("-", "+").replace("_", "/")
        if len(word) % 4 != 1 and _is_worth_reading(inner := base64.b64decode(word + "=" * (-len(word) % 4))):
            yield inner
    for found in _HEX.finditer(text):
        if _is_worth_reading(inner := binascii.unhexlify(found.group())):
            yield inner


def _is_worth_reading(content: bytes) -> bool:
    """Most words are no base64, and make bytes at random."""
    if content[:2] == b"\x1f\x8b" or content[:1] == b"\x78" or content[:4] == b"PK\x03\x04" or _is_of_two_bytes(content):
        return True
    try:
        content.decode()
    except UnicodeDecodeError:
        return sum(byte >= 0xC0 or byte == 0x20 for byte in content) * 10 > len(content) * 8  # an alphabet of one byte, and little else
    return True
