"""Reading and writing event files: any accepted format becomes one `EventRecord`."""

from tournaments.interchange.digest import content_digest
from tournaments.interchange.json_writing import to_rookery_json
from tournaments.interchange.reading import FORMATS, EventFileFormat, detect_format, read_event
from tournaments.interchange.remarks import render_remark
from tournaments.interchange.trf.writing import write_trf

__all__ = [
    "FORMATS",
    "EventFileFormat",
    "content_digest",
    "detect_format",
    "read_event",
    "render_remark",
    "to_rookery_json",
    "write_trf",
]
