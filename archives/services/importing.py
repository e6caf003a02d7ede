"""Making a club from a file: new keys for everything, in the order of the old ones, and every mention of a row mapped to them.

Nobody is taken over who did something: `by` is empty everywhere, and whoever brings the club is its only owner. The ladder is not in the
file; it is replayed.
"""

import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from archives.domain.details import Fields, walk, without_numbers
from archives.domain.errors import ArchiveRefused, Fault
from archives.interchange.constraints import Object
from archives.interchange.reading import ClubFile, Limits, read_club_file
from archives.interchange.tables import BY_KEY, FREE_FORM, MENTIONS, TABLES, Field, Table, names_account, target_of
from archives.services.allowance import note_club, spend_file
from clubs.domain.addresses import slug_for
from clubs.domain.text import as_stored
from clubs.models import Club, Membership, Role, Visibility
from clubs.services import record_in_journal
from clubs.services.holding import account_held
from clubs.tenancy.scope import club_scope
from players.services.duplicates import ask_for_duplicates
from ratings.models import LadderBuild

IMPORTED = "club.imported"
"""The action under which it stands in the journal."""

_BATCH = 5_000  # rows in one statement
Keys = Mapping[str, Mapping[int, int]]
"""By table the new key of each number of the file."""


IMPORT_LOCK = 7_502
"""Key of the advisory lock for bringing a club on the site."""


def import_in_turn(*, content: bytes, by: AbstractBaseUser, limits: Limits) -> Club:
    """As `import_club`, one at a time in the whole installation: each keeps a process of the web server busy for many seconds.

    Raises:
        ArchiveRefused: busy, another one is under way; too_many_clubs or too_many_files of this account today; otherwise as `import_club`.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [IMPORT_LOCK])
        if not cursor.fetchone()[0]:
            raise ArchiveRefused([Fault("busy")])
        spend_file(by)
        club = import_club(content=content, by=by, limits=limits)
        note_club(by)
        return club


def import_club(*, content: bytes, by: AbstractBaseUser, limits: Limits) -> Club:
    """A new club like the one in the file, owned by `by`. All of it or nothing.

    Its pages are for arbiters only until the owner chooses otherwise. The links of families end: their addresses are signed by the
    installation that made them. The ladder is stale until it is replayed.

    Raises:
        AccountGone
        ArchiveRefused
    """
    file = read_club_file(content, limits)
    try:
        with transaction.atomic():
            club = _found(file)
            with club_scope(club) as cursor:
                _put_rows(cursor, club, file)
            if file.ladder_build:
                LadderBuild.objects.create(club=club, version=file.ladder_build, algorithm=0)
            record_in_journal(club=club, action=IMPORTED, by=by, detail={"from": file.club.get("public_id", "")})
            ask_for_duplicates(club=club, by=by)
            with account_held(by):  # at the end: nobody who signs in waits for a large file
                Membership.objects.create(club=club, user_id=by.pk, role=Role.OWNER)
    except DatabaseError as error:
        rule = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None) or type(error).__name__
        raise ArchiveRefused([Fault("database", (), {"rule": rule})]) from error
    return club


def _found(file: ClubFile) -> Club:
    told = {name: value for name, value in file.club.items() if name not in {"public_id", "name", "visibility", "founded_at"}}
    name = as_stored(file.club["name"])
    club = Club.objects.create(name=name, slug=slug_for(name, secrets.token_hex(16)), visibility=Visibility.ARBITERS_ONLY, **told)
    Club.objects.filter(pk=club.pk).update(founded_at=datetime.fromisoformat(file.club["founded_at"]))
    club.refresh_from_db()
    return club


def _put_rows(cursor: CursorWrapper, club: Club, file: ClubFile) -> None:
    for link in file.rows["family_links"]:
        link["revoked_at"] = link["revoked_at"] or timezone.now().isoformat()
    _leave_out_unknown(file)
    keys = _new_keys(cursor, file)
    for table in TABLES:
        rows = file.rows[table.key]
        statement = _statement(table)
        for start in range(0, len(rows), _BATCH):
            told = _columns_of(club, table, rows[start : start + _BATCH], keys)
            cursor.execute(statement, [json.dumps(told, ensure_ascii=False)])


def _leave_out_unknown(file: ClubFile) -> None:
    """Of who was erased, ids that nobody in the file has: the ledger goes by ids, and another one may get them."""
    known, erasures = {player["public_id"] for player in file.rows["players"]}, file.rows["erasures"]
    for erasure in erasures:
        erasure["players"] = [public_id for public_id in erasure["players"] if public_id in known]
    erasures[:] = [erasure for erasure in erasures if erasure["players"]]


def _statement(table: Table) -> str:
    names = ", ".join(f'"{column}"' for column in ("club_id", *(field.column for field in table.fields)))
    name = table.model._meta.db_table
    return f'INSERT INTO "{name}" ({names}) SELECT {names} FROM json_populate_recordset(NULL::"{name}", %s::json)'


def _new_keys(cursor: CursorWrapper, file: ClubFile) -> Keys:
    """New keys in the order of the numbers, also for what is mentioned and has no row: they lead to nothing, as before."""
    numbers: dict[str, set[int]] = defaultdict(set)
    for key, number in _mentioned(file):
        numbers[key].add(number)
    for table in TABLES:
        if table.has_number:
            numbers[table.key].update(row["id"] for row in file.rows[table.key])
    return {key: dict(zip(sorted(known), _draw(cursor, BY_KEY[key], len(known)), strict=True)) for key, known in numbers.items()}


def _draw(cursor: CursorWrapper, table: Table, count: int) -> list[int]:
    """So many keys that no row has or will have, rising."""
    cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table.model._meta.db_table, count])
    return sorted(row[0] for row in cursor.fetchall())


def _mentioned(file: ClubFile) -> Iterator[tuple[str, int]]:
    found: list[tuple[str, int]] = []

    def note(table: str, number: int) -> int:
        found.append((table, number))
        return number

    for table in TABLES:
        form = FREE_FORM.get(table.model)
        columns = [(name, target) for (model, name), target in MENTIONS.items() if model is table.model]
        for row in file.rows[table.key] if form or columns else ():
            if form is not None and (shape := form.shapes.get(row[form.by])) is not None:
                walk(shape, row[form.column], note)
            found += [(target, number) for name, target in columns for number in row[name]]
    yield from found


def _columns_of(club: Club, table: Table, rows: Iterable[Object], keys: Keys) -> list[Object]:
    """Rows by the names of their columns, with the new keys."""
    known = [(field.name, str(field.column), _reader(table, field, keys)) for field in table.fields]
    form = FREE_FORM.get(table.model)
    made = []
    for row in rows:
        columns: Object = {column: None if (value := row[name]) is None else read(value) for name, column, read in known}
        columns["club_id"] = club.pk
        if form is not None:
            columns[form.column] = _detail(form.shapes.get(row[form.by]), row[form.column], keys)
        made.append(columns)
    return made


def _reader(table: Table, field: Field, keys: Keys) -> Callable[[Any], Any]:
    """What a value of the file becomes here."""
    if names_account(field):
        return lambda value: None
    if field.name == "id":
        return keys[table.key].__getitem__ if table.key in keys else _as_it_is
    if (target := target_of(field)) is not None:
        return keys.get(target.key, {}).__getitem__
    if (mentioned := MENTIONS.get((table.model, field.name))) is not None:
        known = keys.get(mentioned, {})
        return lambda numbers: [known[number] for number in numbers]
    return _as_it_is


def _detail(shape: Fields | None, detail: Any, keys: Keys) -> Any:
    return without_numbers(detail) if shape is None else walk(shape, detail, lambda key, number: keys[key][number])


def _as_it_is(value: Any) -> Any:
    return value
