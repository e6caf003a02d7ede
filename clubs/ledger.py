"""What must stay forgotten when an older copy of the database comes back: a file beside it, one line of JSON each, ids and times alone.

Web and workers may run on many machines, so the database is the ledger's first place (`players.Erasure`); the file is written besides, and
`manage.py backup` completes it. Whoever restores an older copy applies it again (docs/operating.md).
"""

import json
import logging
import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings

_log = logging.getLogger(__name__)


def note_erasure(club: str, players: Sequence[str], at: datetime) -> None:
    """A person was erased: public ids of the club and of every player of the person."""
    _note({"erased": list(players), "club": club, "at": at.isoformat()})


def note_deletion(club: str, at: datetime) -> None:
    """A club was deleted."""
    _note({"deleted": club, "at": at.isoformat()})


def read_ledger() -> Iterator[dict[str, Any]]:
    """Every line, the oldest first; one that was cut off by a crash is passed over."""
    path = Path(settings.ERASURE_LEDGER)
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            _log.warning("A line of the ledger of erasures cannot be read and is passed over")


def _note(line: dict[str, Any]) -> None:
    """Append a line. What cannot be written is logged, ids alone: what it tells of is done already."""
    text = json.dumps(line)
    try:
        path = Path(settings.ERASURE_LEDGER)
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as ledger:
            ledger.write(text + "\n")
            ledger.flush()
            os.fsync(ledger.fileno())
    except OSError:
        _log.exception("The ledger of erasures cannot be written; this line is missing: %s", text)
