"""From the bytes of a file to a `Reading`: which format it is, in which encoding, and who reads it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.domain.record import Reading
from tournaments.interchange.encoding import decode
from tournaments.interchange.failures import too_large, unknown_format
from tournaments.interchange.limits import MAX_BYTES
from tournaments.interchange.remarks import make_remark
from tournaments.interchange.rookery_json import read_rookery_json
from tournaments.interchange.trf import read_trf


@dataclass(frozen=True, slots=True)
class EventFileFormat:
    """One accepted format. `has_event_id` says whether the format can tell a new version from a new event."""

    key: str
    name: str
    media_types: tuple[str, ...]
    extensions: tuple[str, ...]
    has_event_id: bool
    looks_so: Callable[[str], bool]
    read: Callable[[str, str | None], Reading]

    @property
    def telling_types(self) -> tuple[str, ...]:
        """Media types that no other kind of file has."""
        return tuple(media_type for media_type in self.media_types if media_type != "text/plain")

    @property
    def telling_extensions(self) -> tuple[str, ...]:
        """Endings that no other kind of file has."""
        return tuple(extension for extension in self.extensions if extension != ".txt")


_TRF_LINE = re.compile(r"^(001 [ \d]{4}|012 |XXR \d|BB[WDLZFU] )", re.MULTILINE)
_LINE_ENDS = re.compile(r"\r\n?")


def _looks_like_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "["))


def _looks_like_trf(text: str) -> bool:
    return _TRF_LINE.search(_LINE_ENDS.sub("\n", text)) is not None


FORMATS: Mapping[str, EventFileFormat] = {
    found.key: found
    for found in (
        EventFileFormat(
            key="rookery-json",
            name="Rookery JSON",
            media_types=("application/vnd.rookery.event+json", "application/json"),
            extensions=(".json",),
            has_event_id=True,
            looks_so=_looks_like_json,
            read=lambda text, file_name: read_rookery_json(text),
        ),
        EventFileFormat(
            key="trf",
            name="TRF16 / TRF26",
            media_types=("application/vnd.fide.trf", "text/plain"),
            extensions=(".trf", ".trfx", ".txt"),
            has_event_id=False,
            looks_so=_looks_like_trf,
            read=lambda text, file_name: read_trf(text, file_name=file_name),
        ),
    )
}
"""Accepted formats by key, in the order in which content is tried."""


def read_event(raw: bytes, *, content_type: str | None = None, file_name: str | None = None, encoding: str | None = None) -> Reading:
    """Read an event file of any accepted format.

    The content decides which format it is; only where it does not, the media type and then the file name's ending.
    `encoding` is what a person chose; a charset in the content type counts as chosen. A byte order mark beats both.

    Errors: TooLarge, UnknownEncoding (with previews), UnknownFormat, UnreadableFile; never another exception.
    """
    if len(raw) > MAX_BYTES:
        raise too_large(make_remark("file_too_large", size=len(raw), limit=MAX_BYTES))
    text = decode(raw, encoding or _charset(content_type))
    return detect_format(text, content_type=content_type, file_name=file_name).read(text, file_name)


def detect_format(text: str, *, content_type: str | None = None, file_name: str | None = None) -> EventFileFormat:
    """The format of `text`. Errors: UnknownFormat."""
    for candidate in FORMATS.values():
        if candidate.looks_so(text):
            return candidate
    if text.lstrip()[:200].lower().startswith(("<!doctype html", "<html", "<?xml")):
        raise unknown_format(make_remark("web_page"))
    media_type = (content_type or "").partition(";")[0].strip().lower()
    for candidate in FORMATS.values():
        if media_type in candidate.telling_types or (file_name or "").lower().endswith(candidate.telling_extensions):
            return candidate
    raise unknown_format(make_remark("format_unknown"))


def _charset(content_type: str | None) -> str | None:
    found = re.search(r";\s*charset\s*=\s*\"?([\w.:-]{1,40})", content_type or "", re.IGNORECASE)
    return found[1] if found else None
