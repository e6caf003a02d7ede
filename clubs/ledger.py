"""What must stay forgotten when an older copy of the database comes back: a file beside it, one line of JSON each, no name.

Web and workers may run on many machines, so the database is the ledger's first place (`players.Erasure`); the file is written besides, and
`manage.py backup` completes it. Whoever restores an older copy applies it again (docs/operating.md).
"""

import json
import logging
import os
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from clubs.domain.erased import Erased

_log = logging.getLogger(__name__)
_ID = re.compile("[A-Za-z0-9_-]{1,22}")
_DIGEST = re.compile("[0-9a-f]{64}")


def note_erasure(erased: Erased) -> None:
    """A person was erased."""
    _note(erased.as_line())


def note_deletion(club: str, at: datetime) -> None:
    """A club was deleted."""
    _note({"deleted": club, "at": at.isoformat()})


def read_ledger() -> Iterator[dict[str, Any]]:
    """Every line that says who was erased or which club was deleted, the oldest first, of the shapes that are written above.

    A line that says neither is passed over: cut off by a crash, or changed by hand. The log tells its number, never what stands in it.
    """
    for number, line in _lines():
        if line is None:
            _log.warning("Line %d of the ledger of erasures cannot be read and is passed over", number)
        else:
            yield line


def count_unreadable() -> int:
    """How many lines `read_ledger` passes over."""
    return sum(line is None for _, line in _lines())


def _lines() -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Each line with its number, from 1; None for what cannot be read."""
    path = Path(settings.ERASURE_LEDGER)
    for number, raw in enumerate(path.read_bytes().split(b"\n") if path.exists() else (), 1):
        if raw.strip():
            yield number, _line_of(raw)


def _line_of(raw: bytes) -> dict[str, Any] | None:
    try:
        line = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) and _is_moment(line.get("at")) and (_tells_erasure(line) or _tells_deletion(line)) else None


def _tells_erasure(line: Mapping[str, Any]) -> bool:
    players = line.get("erased")
    ids = isinstance(players, list) and bool(players) and all(map(_is_id, players)) and _is_id(line.get("club"))
    return ids and "deleted" not in line and _is_id(line.get("person", "x")) and _knows_names(line)


def _knows_names(line: Mapping[str, Any]) -> bool:
    """True if what a line says of names can be kept: hashes, and until when they hold; older lines say nothing."""
    digests = line.get("digests", [])
    return (
        isinstance(digests, list)
        and all(isinstance(one, str) and _DIGEST.fullmatch(one) for one in digests)
        and _is_day(line.get("before"))
    )


def _is_day(value: object) -> bool:
    try:
        return value is None or (isinstance(value, str) and 2000 <= date.fromisoformat(value).year < 2200)
    except ValueError:
        return False


def _tells_deletion(line: Mapping[str, Any]) -> bool:
    return _is_id(line.get("deleted")) and "erased" not in line


def _is_id(value: object) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def _is_moment(value: object) -> bool:
    """True for a time that says of which zone it is, and that can be reckoned with."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return False
    return moment is not None and moment.tzinfo is not None and 2000 <= moment.year < 2200


def _note(line: dict[str, Any]) -> None:
    """Append a line. What cannot be written is logged, ids alone: what it tells of is done already."""
    text = json.dumps(line)
    try:
        path = Path(settings.ERASURE_LEDGER)
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as ledger:
            ledger.write(("" if _ends_well(path) else "\n") + text + "\n")
            ledger.flush()
            os.fsync(ledger.fileno())
    except OSError:
        _log.exception("The ledger of erasures cannot be written; this line is missing: %s", text)


def _ends_well(path: Path) -> bool:
    """False if a crash has cut off the last line: what is appended to it could not be read either."""
    with path.open("rb") as ledger:
        return not ledger.seek(0, os.SEEK_END) or (ledger.seek(-1, os.SEEK_END) >= 0 and ledger.read(1) == b"\n")
