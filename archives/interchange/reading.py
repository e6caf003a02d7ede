"""From the bytes of a file to the rows in it. The file may come from anybody: nothing is unpacked beyond its limit."""

import io
import zipfile
import zlib
from dataclasses import dataclass
from itertools import islice
from typing import Any

from archives.domain.errors import ArchiveRefused, Fault
from archives.interchange.checking import free_faults, shape_faults
from archives.interchange.constraints import Object, Rows
from archives.interchange.sense import complete, sense_faults
from archives.interchange.words import CLUB_FILE
from tournaments.domain.errors import TournamentError
from tournaments.interchange import render_remark
from tournaments.interchange.json_source import parse_json

MEGABYTE = 2**20
FAULTS_TOLD = 20
VALUES_PER_MEGABYTE = 150_000
FREE_PER_MEGABYTE = 40_000
_CHUNK = 256 * 1024
_TOO_MANY_PARTS = 200_000
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of others zipfile unpacks a whole chunk at once, gigabytes out of a few bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """Megabytes of the file as it comes, and of `club.json` as it is unpacked."""

    file: int
    unpacked: int

    @property
    def values(self) -> int:
        """How many values, lists and objects may stand in `club.json`: an export has one for each 12 bytes."""
        return self.unpacked * VALUES_PER_MEGABYTE

    @property
    def free_values(self) -> int:
        """How many of them may stand where JSON is free: each is looked at again and again, for the rows that it may name."""
        return self.unpacked * FREE_PER_MEGABYTE


@dataclass(frozen=True, slots=True)
class ClubFile:
    """A file that may be taken in: the club itself, its rows with all their fields, and the number of its last build (0: none)."""

    club: Object
    rows: Rows
    ladder_build: int


def read_club_file(content: bytes, limits: Limits) -> ClubFile:
    """Read and check everything.

    Raises:
        ArchiveRefused
    """
    if len(content) > limits.file * MEGABYTE:
        raise ArchiveRefused([Fault("too_large", (), {"limit": limits.file})])
    text = _club_text(content, limits)
    if sum(map(text.count, ",[{")) > limits.values:  # before they are made: five million empty objects take half a gigabyte
        raise ArchiveRefused([Fault("too_many_values", (), {"limit": limits.values})])
    document = _parse(text)
    _refuse(islice(shape_faults(document), FAULTS_TOLD))
    _refuse(free_faults(document, limits.free_values))
    rows = complete(document)
    _refuse(islice(sense_faults(document, rows), FAULTS_TOLD))
    return ClubFile(document["club"], rows, document.get("ladder_build", 0))


def _club_text(content: bytes, limits: Limits) -> str:
    """`club.json`, from the ZIP or as it is."""
    raw = _unpack(content, limits.unpacked) if content[:4] == b"PK\x03\x04" else content
    if not raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise ArchiveRefused([Fault("not_an_archive")])
    if len(raw) > limits.unpacked * MEGABYTE:
        raise ArchiveRefused([Fault("too_large_inside", (), {"limit": limits.unpacked})])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ArchiveRefused([Fault("not_utf8")]) from error


def _unpack(content: bytes, limit: int) -> bytes:
    """The one member that counts. What the ZIP says of its size is not believed: reading stops beyond the limit."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            found = [info for info in members if info.filename == CLUB_FILE]
            if len(found) != 1 or len(members) > _TOO_MANY_PARTS:
                raise ArchiveRefused([Fault("club_twice" if found else "club_missing")])
            if found[0].compress_type not in _COMPRESSIONS:
                raise ArchiveRefused([Fault("archive_broken")])
            with archive.open(found[0]) as member:
                raw = bytearray()
                while part := member.read(_CHUNK):
                    raw += part
                    if len(raw) > limit * MEGABYTE:
                        raise ArchiveRefused([Fault("too_large_inside", (), {"limit": limit})])
                return bytes(raw)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise ArchiveRefused([Fault("archive_broken")]) from error


def _parse(text: str) -> Any:
    try:
        return parse_json(text)
    except TournamentError as error:
        problems = [render_remark(remark, str) for remark in getattr(error, "remarks", ())] or [str(error)]
        raise ArchiveRefused([Fault("json", (), {"problem": problems[0]})]) from error


def _refuse(found: Any) -> None:
    if faults := list(found):
        raise ArchiveRefused(faults)
