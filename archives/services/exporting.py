"""Everything of a club as one ZIP: `club.json`, from which another installation makes the club again, and files that people can open.

The same club gives the same bytes: no moment of the export stands in them.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from django.utils import translation

from archives.interchange.tables import TABLES
from archives.interchange.words import CLUB_FILE, FORMAT, VERSION
from archives.selectors.evenings import list_evenings
from archives.selectors.exports import EXPORTED
from archives.selectors.numbering import number_rows
from archives.selectors.rows import Accounts, club_of, rows_of, tokens_of
from archives.services.tables import ARBITER, EVENT_COLUMNS, GAME_COLUMNS, event_row, game_rows, ladder_csv, members_csv, readme_of
from clubs.models import Club
from clubs.services import Person, record_in_journal
from clubs.tenancy.scope import snapshot
from clubs.views.csv_files import Cell, csv_of
from players.selectors import names_of
from ratings.selectors import get_ladder_state
from tournaments.interchange import to_rookery_json, write_trf

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # before it a ZIP knows no time


def export_club(*, club: Club, by: Person) -> bytes:
    """The ZIP, read at one moment; and a line in the journal, by which deleting the club becomes possible."""
    with snapshot(club):
        archive = write_archive(club)
    record_in_journal(club=club, action=EXPORTED, by=by)
    return archive


def write_archive(club: Club) -> bytes:
    """The ZIP, inside a snapshot of the club. Only the compressed files are in memory at once, and the games' table."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, "README.txt", readme_of(club))
        with archive.open(_info(CLUB_FILE), "w", force_zip64=True) as member:
            for part in club_json(club):
                member.write(part.encode())
        with translation.override(club.language):  # erased people are called in its words
            _put(archive, "members.csv", members_csv(club))
            _put(archive, "ladder.csv", ladder_csv(club))
            _put_events(archive, club)
    return file.getvalue()


def club_json(club: Club) -> Iterator[str]:
    """`club.json`, a row a line, in parts."""
    numbers, accounts = number_rows(club), Accounts(club)
    yield f'{{\n"format": "{FORMAT}",\n"version": {VERSION},\n"club": {_line(club_of(club))},\n'
    yield f'"ladder_build": {get_ladder_state(club).version},\n'
    for table in TABLES:
        yield from _list(table.key, rows_of(club, table, numbers, accounts))
        yield ",\n"
    yield from _list("tokens", tokens_of(club, accounts))
    yield ",\n"
    yield from _list("accounts", accounts.rows())
    yield "\n}\n"


def _put_events(archive: zipfile.ZipFile, club: Club) -> None:
    events: list[list[Cell]] = []
    games: list[list[Cell]] = []
    book = names_of(club, ARBITER)
    for evening in list_evenings(club):
        name = f"events/{evening.event.public_id}"
        _put(archive, f"{name}.json", to_rookery_json(evening.record).encode())
        _put(archive, f"{name}.trf", write_trf(evening.record).encode())
        events.append(event_row(evening))
        games.extend(game_rows(evening, book))
    _put(archive, "events.csv", csv_of(EVENT_COLUMNS, events))
    _put(archive, "games.csv", csv_of(GAME_COLUMNS, games))


def _list(key: str, rows: Iterable[Any]) -> Iterator[str]:
    """In parts of many lines: each part is compressed by itself, and a call for each line would take longer than all the rest."""
    yield f'"{key}": ['
    lines, opening = iter(map(_line, rows)), "\n"
    while part := ",\n".join(islice(lines, _AT_ONCE)):
        yield opening + part
        opening = ",\n"
    yield "\n]"


_AT_ONCE = 1_000  # lines
_line: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(_info(name), content)


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EARLIEST)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info
