"""Strict JSON (RFC 8259) with places: no duplicate keys, no NaN, no endless numbers, no lone surrogates.

`parse_json` is quick and only says what is wrong; where it is wrong is found by a second, slower walk over the text.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from json.decoder import JSONDecodeError, JSONDecoder

from tournaments.domain.errors import UnreadableFile
from tournaments.interchange.failures import too_large, unreadable
from tournaments.interchange.limits import MAX_JSON_DEPTH, MAX_JSON_DIGITS
from tournaments.interchange.remarks import make_remark, quote

Path = tuple[str | int, ...]
Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

_TOKEN = re.compile(r"[ \t\r\n]*([{}\[\],:\"]|[^\s{}\[\],:\"]+)")
# An unfinished string runs to the end of the text, so that no input makes this go over the text twice.
# Nothing is tried twice either: two million escapes would be kept in mind in half a gigabyte.
_STRUCTURE = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)|[{}\[\]]|[^"{}\[\]]+', re.DOTALL)
_STRING = JSONDecoder()
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text, both from 1; a line ends with LF, CR or CRLF."""

    line: int
    column: int


class _Refused(ValueError):
    """Something that Python's reader would accept and this one does not."""

    def __init__(self, code: str, found: str) -> None:
        super().__init__(code)
        self.code = code
        self.found = found


def parse_json(text: str) -> Json:
    """The value of `text`. Errors: UnreadableFile with line and column; TooLarge beyond depth or digits."""
    _check_depth(text)
    try:
        value: Json = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_refuse_constant,
        )
    except JSONDecodeError as error:
        place = place_of(text, error.pos)
        raise unreadable(make_remark("json_syntax", place.line, place.column, problem=error.msg)) from None
    except _Refused as refused:
        raise _located(text, refused) from None
    return value


def place_of(text: str, offset: int) -> Place:
    """Line and column of a character."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))


def locate(text: str, paths: Iterable[Path]) -> dict[Path, Place]:
    """Where the values at `paths` begin, in one walk over the text; a path that is not there begins at 1, 1."""
    places = dict.fromkeys(paths, Place(1, 1))
    missing = set(places)
    for path, offset in walk_values(text) if missing else ():
        if path in missing:
            places[path] = place_of(text, offset)
            missing.discard(path)
            if not missing:
                break
    return places


def pointer_of(path: Path) -> str:
    """`path` as a JSON pointer (RFC 6901); the whole document is the empty string."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def walk_values(text: str) -> Iterator[tuple[Path, int]]:
    """Each value's path and offset, in the order of the text, which must be well formed (duplicate keys may be)."""
    path: list[str | int] = []
    closers: list[str] = []
    offset, expects_key = 0, False
    while found := _TOKEN.match(text, offset):
        token, start, offset = found[1], found.start(1), found.end(1)
        if token == ":":
            expects_key = False
        elif token == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else path[-1]
            expects_key = closers[-1] == "}"
        elif token in ("}", "]"):
            closers.pop()
            path.pop()
            expects_key = False
        elif expects_key:
            path[-1], offset = _STRING.raw_decode(text, start)
        else:
            yield tuple(path), start
            if token == '"':
                _, offset = _STRING.raw_decode(text, start)
            elif token in ("{", "["):
                closers.append("}" if token == "{" else "]")
                path.append("" if token == "{" else 0)
                expects_key = token == "{"


def _check_depth(text: str) -> None:
    depth = 0
    for found in _STRUCTURE.finditer(text):
        if found[0] in ("{", "["):
            depth += 1
            if depth > MAX_JSON_DEPTH:
                place = place_of(text, found.start())
                raise too_large(make_remark("json_too_deep", place.line, place.column, limit=MAX_JSON_DEPTH))
        elif found[0] in ("}", "]"):
            depth -= 1


def _unique_keys(pairs: list[tuple[str, Json]]) -> Json:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _Refused("json_duplicate_key", next(key for key, count in counts.items() if count > 1))
    for key, held in pairs:
        for text in (key, held, *(held if isinstance(held, list) else ())):
            if isinstance(text, str) and not text.isascii() and _LONE_SURROGATE.search(text):
                raise _Refused("json_lone_surrogate", key)
    return value


def _parse_int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_JSON_DIGITS:
        raise _Refused("json_long_number", digits)
    return int(digits)


def _parse_float(digits: str) -> float:
    value = float(digits)
    if len(digits) > MAX_JSON_DIGITS + 8 or value in (float("inf"), float("-inf")):
        raise _Refused("json_long_number", digits)
    return value


def _refuse_constant(name: str) -> None:
    raise _Refused("json_not_a_number", name)


def _located(text: str, refused: _Refused) -> UnreadableFile:
    """The error with its place: the first value that the refusal fits."""
    seen: set[Path] = set()
    place = Place(1, 1)
    for path, offset in walk_values(text):
        if _is_refused(text, path, offset, refused, path in seen):
            place = place_of(text, offset)
            break
        seen.add(path)
    remark = make_remark(refused.code, place.line, place.column, found=quote(refused.found))
    return unreadable(remark)


def _is_refused(text: str, path: Path, offset: int, refused: _Refused, is_repeated: bool) -> bool:
    if refused.code == "json_duplicate_key":
        return is_repeated and path[-1] == refused.found
    if refused.code == "json_lone_surrogate":
        return refused.found in path
    return text.startswith(refused.found, offset)
