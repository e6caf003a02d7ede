"""The stored ladder: reading as much of it as a replay needs, and writing the rows that differ and no others.

Only a replay writes it, and replays of a club follow one another under its lock, so that it may be read by several statements.

Row-level security refuses COPY, and a statement a row would cost a round trip each, so rows travel as one array a column.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

from django.db.backends.utils import CursorWrapper

from clubs.models import Club
from ratings.domain.timeline import EventChanges, EventId, PlayerId, Position
from ratings.services.figures import StandingRow
from ratings.services.rows import ask_rows, write_rows

_ARRAYS = {
    "players": "bigint[]",
    "before": "int[]",
    "games_before": "int[]",
    "change": "int[]",
    "record": "bigint[]",
    "uncounted": "bigint[]",
}
_PLACES = {"event_id": "bigint", "starts_on": "date", "ends_on": "date", "order_in_date": "int"}
_STANDING = {
    "player_id": "bigint",
    "rating": "int",
    "games": "int",
    "wins": "int",
    "draws": "int",
    "losses": "int",
    "provisional": "bool",
    "peak": "int",
    "last_change": "int",
    "last_event": "bigint",
    "last_played": "date",
}
_BATCH = 1000  # rows of changes in one statement


def upsert(table: str, key: str, columns: Mapping[str, str], sent: Mapping[str, str]) -> str:
    """INSERT or UPDATE from one array a column; `sent` names the type in which a column travels if it is not its own."""
    names = ", ".join(columns)
    arrays = ", ".join(f"%({name})s::{sent.get(name, kind)}[]" for name, kind in columns.items())
    values = ", ".join(f"r.{name}::{kind}" if name in sent else f"r.{name}" for name, kind in columns.items())
    updates = ", ".join(f"{name} = excluded.{name}" for name in columns if name != key)
    return (
        f"INSERT INTO {table} (club_id, {names}) SELECT %(club)s, {values} FROM unnest({arrays}) AS r ({names})"
        f" ON CONFLICT (club_id, {key}) DO UPDATE SET {updates}"
    )


# The people of all rows travel in one array a column, and a row takes its slice of each.
_SLICES = dict.fromkeys(_ARRAYS, "[r.first:r.last]") | {"uncounted": "[r.first_uncounted:r.last_uncounted]"}
_BOUNDS = dict.fromkeys(("first", "last", "first_uncounted", "last_uncounted"), "int")
_SENT = {**_PLACES, **_BOUNDS}
_PUT_CHANGES = f"""
INSERT INTO ratings_ratingchange (club_id, {", ".join([*_PLACES, *_ARRAYS])})
SELECT %(club)s, {", ".join(f"r.{name}" for name in _PLACES)},
       {", ".join(f"(%({name})s::{kind}){_SLICES[name]}" for name, kind in _ARRAYS.items())}
  FROM unnest({", ".join(f"%({name})s::{kind}[]" for name, kind in _SENT.items())}) AS r ({", ".join(_SENT)})
    ON CONFLICT (club_id, event_id) DO UPDATE
   SET {", ".join(f"{name} = excluded.{name}" for name in [*_PLACES, *_ARRAYS] if name != "event_id")}
"""
_PUT_STANDINGS = upsert("players_standing", "player_id", _STANDING, {})
_READ_CHANGES = f"SELECT {', '.join([*_PLACES, *_ARRAYS])} FROM ratings_ratingchange WHERE club_id = %(club)s"
_READ_FROM = f"""
{_READ_CHANGES} AND starts_on >= %(day)s AND (starts_on, order_in_date, event_id) >= (%(day)s, %(order)s, %(event)s)
 UNION ALL
{_READ_CHANGES} AND event_id = ANY (%(in_flight)s::bigint[])
"""
_READ_STANDINGS = f"SELECT {', '.join(f'array_agg({name})' for name in _STANDING)} FROM players_standing WHERE club_id = %(club)s"


def read_changes(
    cursor: CursorWrapper, club: Club, since: Position | None = None, in_flight: Collection[EventId] = ()
) -> dict[EventId, EventChanges]:
    """The stored changes of the events that start at `since` (None: from the first) or later, and of those in flight there."""
    return ask_changes(cursor, club, since, in_flight)({})


def ask_changes(
    cursor: CursorWrapper, club: Club, since: Position | None = None, in_flight: Collection[EventId] = ()
) -> Callable[[Mapping[EventId, EventChanges]], dict[EventId, EventChanges]]:
    """As `read_changes`; what is returned waits for them (`ratings.services.rows.asking_ahead`).

    It takes changes at hand: equal ones are these very objects, so that what is stored lives on only as far as it differs.
    """
    if since is None:
        answer = ask_rows(cursor, _READ_CHANGES, {"club": club.pk})
    else:
        day, order, event = since
        place = {"day": day, "order": order, "event": event, "in_flight": list(in_flight)}
        answer = ask_rows(cursor, _READ_FROM, {"club": club.pk, **place})

    def changes(at_hand: Mapping[EventId, EventChanges]) -> dict[EventId, EventChanges]:
        found = {}
        for event, starts_on, ends_on, order, *columns in answer:
            stored = EventChanges(event, (starts_on, order, event), (ends_on, order, event), *map(tuple, columns))
            known = at_hand.get(event)
            found[event] = known if known is not None and known == stored else stored
        return found

    return changes


def store_changes(
    cursor: CursorWrapper,
    club: Club,
    before: Mapping[EventId, EventChanges],
    wanted: Mapping[EventId, EventChanges],
    report: Callable[[int], None] = lambda stored: None,
) -> int:
    """Make the stored changes, of which `before` are all that may differ, equal to `wanted`; returns how many rows were written or deleted.

    `report` is told how many of them are written.
    """
    gone = [event for event in before if event not in wanted]
    differing = [changes for event, changes in wanted.items() if changes != before.get(event)]
    if gone:
        delete = "DELETE FROM ratings_ratingchange WHERE club_id = %(club)s AND event_id = ANY (%(gone)s::bigint[])"
        write_rows(cursor, delete, {"club": club.pk, "gone": gone})
    for start in range(0, len(differing), _BATCH):
        write_rows(cursor, _PUT_CHANGES, {"club": club.pk, **_parameters_of(differing[start : start + _BATCH])})
        report(min(start + _BATCH, len(differing)))
    return len(gone) + len(differing)


def store_standings(
    cursor: CursorWrapper, club: Club, before: Mapping[PlayerId, StandingRow], wanted: Mapping[PlayerId, StandingRow]
) -> int:
    """Make the stored standings, which are `before`, equal to `wanted`; returns how many rows were written or deleted."""
    gone = [player for player in before if player not in wanted]
    differing = [row for player, row in wanted.items() if row != before.get(player)]
    if gone:
        delete = "DELETE FROM players_standing WHERE club_id = %(club)s AND player_id = ANY (%(gone)s::bigint[])"
        write_rows(cursor, delete, {"club": club.pk, "gone": gone})
    if differing:
        put_rows(cursor, club, _PUT_STANDINGS, list(_STANDING), differing)
    return len(gone) + len(differing)


def read_standings(cursor: CursorWrapper, club: Club) -> dict[PlayerId, StandingRow]:
    """Every standing of the club."""
    return ask_standings(cursor, club)()


def ask_standings(cursor: CursorWrapper, club: Club) -> Callable[[], dict[PlayerId, StandingRow]]:
    """As `read_standings`; what is returned waits for them."""
    answer = ask_rows(cursor, _READ_STANDINGS, {"club": club.pk})

    def standings() -> dict[PlayerId, StandingRow]:
        (columns,) = answer
        return {} if columns[0] is None else {row[0]: StandingRow._make(row) for row in zip(*columns, strict=True)}

    return standings


def put_rows(cursor: CursorWrapper, club: Club, statement: str, names: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Execute an `upsert` of at least one row; the elements of a row are in the order of `names`."""
    columns: Iterable[list[Any]] = map(list, zip(*rows, strict=True))
    write_rows(cursor, statement, {"club": club.pk, **dict(zip(names, columns, strict=True))})


def number_array(values: Iterable[int]) -> str:
    """An array of numbers as PostgreSQL writes it; the driver would look at each of them."""
    return "{" + ",".join(map(str, values)) + "}"


def array_text(values: Iterable[object]) -> str:
    """An array as PostgreSQL writes it; None is NULL. For numbers and dates alone: nothing is quoted."""
    return "{" + ",".join(["NULL" if value is None else str(value) for value in values]) + "}"


def _parameters_of(batch: Sequence[EventChanges]) -> dict[str, object]:
    places = zip(*((c.event_id, c.starts[0], c.ends[0], c.starts[1]) for c in batch), strict=True)
    arrays = zip(*(c[3:] for c in batch), strict=True)
    last, last_uncounted = (list(accumulate(map(len, column))) for column in zip(*((c.players, c.uncounted) for c in batch), strict=True))
    return {
        **dict(zip(_PLACES, map(list, places), strict=True)),
        **dict(zip(_ARRAYS, (number_array(chain.from_iterable(columns)) for columns in arrays), strict=True)),
        "first": [1 + end for end in (0, *last[:-1])],
        "last": last,
        "first_uncounted": [1 + end for end in (0, *last_uncounted[:-1])],
        "last_uncounted": last_uncounted,
    }
