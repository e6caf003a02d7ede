"""What a schema cannot say of a file: that rows name rows that are there, that nothing goes round, and what else the program relies on.

A phase is asked only where nothing was wrong in those before it, so that each may take for granted what they have looked at.
"""

import base64
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import available_timezones

from archives.domain.details import Misfit, walk
from archives.domain.errors import Fault, quoted
from archives.interchange.constraints import Index, Object, Rows, circle_faults, constraint_faults
from archives.interchange.correction_sense import correction_fault
from archives.interchange.people_sense import circle_of_merges, people_faults
from archives.interchange.rules import default_of
from archives.interchange.tables import BY_KEY, FREE_FORM, TABLES, Table, target_of
from clubs.domain.text import as_stored, find_unfit_character
from clubs.models import Audience, NamePolicy
from tournaments.domain.results import BYES
from tournaments.interchange.names import clean_text

_NAMES = frozenset({"name", "before", "after"})
"""Fields of texts that others read as the name of somebody or something."""

_FROM_FILES = frozenset({"versions", "entries"})


def complete(document: Object) -> Rows:
    """The rows of a file that follows the schema, each with all of its fields; what a file leaves out has its default."""
    for table in TABLES:
        rows = document.setdefault(table.key, [])
        for field in table.fields:
            name, missing = field.name, [row for row in rows if field.name not in row]
            for row in missing:
                row[name] = default_of(field)
    return {table.key: document[table.key] for table in TABLES}


def sense_faults(document: Object, rows: Rows) -> Iterator[Fault]:
    """What makes no sense in a file that follows the schema; `rows` are those of `complete`."""
    index: Index = {table.key: {row["id"]: row for row in rows[table.key]} for table in TABLES if table.has_number}
    phases: tuple[Callable[[], Iterator[Fault]], ...] = (
        lambda: _club_faults(document["club"]),
        lambda: _number_faults(rows),
        lambda: _each(rows, lambda table, held: _reference_faults(table, held, index)),
        lambda: _each(rows, lambda table, held: constraint_faults(table, held, index)),
        lambda: _each(rows, circle_faults),
        lambda: _each(rows, _text_faults),
        lambda: _each(rows, _detail_faults),
        lambda: _chess_faults(rows, index),
        lambda: circle_of_merges(rows["merges"]),
        lambda: people_faults(rows, index),
    )
    for phase in phases:
        found = False
        for fault in phase():
            found = True
            yield fault
        if found:
            return


def _each(rows: Rows, look: Callable[[Table, list[Object]], Iterator[Fault]]) -> Iterator[Fault]:
    for key, held in rows.items():
        yield from look(BY_KEY[key], held)


def _club_faults(club: Object) -> Iterator[Fault]:
    if unfit := find_unfit_character(club["name"]):
        yield Fault("unfit_character", ("club", "name"), {"character": unfit.code_point, "position": unfit.position})
    elif not as_stored(club["name"]):
        yield Fault("text_empty", ("club", "name"))
    if club.get("time_zone", "UTC") not in available_timezones():
        yield Fault("time_zone_unknown", ("club", "time_zone"), {"found": quoted(club["time_zone"])})
    if club.get("name_policy") == NamePolicy.EVERYONE_IN_FULL and club.get("audience") != Audience.ADULTS:
        yield Fault("policy_wrong", ("club", "name_policy"))


def _number_faults(rows: Rows) -> Iterator[Fault]:
    for table in TABLES:
        seen: set[int] = set()
        for place, row in enumerate(rows[table.key] if table.has_number else ()):
            if row["id"] in seen:
                yield Fault("number_twice", (table.key, place, "id"), {"number": row["id"]})
            seen.add(row["id"])


def _reference_faults(table: Table, rows: list[Object], index: Index) -> Iterator[Fault]:
    for field in table.fields:
        target, name = target_of(field), field.name
        known = index[target.key] if target else {}
        for place, row in enumerate(rows if target else ()):
            if row[name] is not None and row[name] not in known:
                yield Fault("reference_missing", (table.key, place, name), {"number": row[name], "table": target.key if target else ""})


def _text_faults(table: Table, rows: list[Object]) -> Iterator[Fault]:
    """Names that could not be typed, and ids that were not made by chance."""
    names = [field.name for field in table.fields if field.name in _NAMES and isinstance(field.max_length, int)]
    has_id = any(field.name == "public_id" for field in table.fields)
    find = _unfit_in_source if table.key in _FROM_FILES else _unfit_typed
    for place, row in enumerate(rows):
        for name in names:
            if (not row[name].isascii() or not row[name].isprintable()) and (unfit := find(row[name])):
                params: dict[str, str | int] = {"character": unfit[0], "position": unfit[1]}
                yield Fault("unfit_character", (table.key, place, name), params)
        if has_id and not is_made_by_chance(row["public_id"]):
            yield Fault("not_an_id", (table.key, place, "public_id"), {"found": quoted(row["public_id"])})


def _unfit_typed(text: str) -> tuple[str, int] | None:
    """The first character that nobody may type in a name, and where it stands, from 1."""
    unfit = find_unfit_character(text)
    return None if unfit is None else (unfit.code_point, unfit.position)


def _unfit_in_source(text: str) -> tuple[str, int] | None:
    """The same of a name that came with a file of an event, from which less is taken out: an emoji is left."""
    if not clean_text(text).removed:
        return None
    return next((f"U+{ord(each):04X}", place) for place, each in enumerate(text, 1) if clean_text(each).removed)


def is_made_by_chance(public_id: str) -> bool:
    """True for an id that spells whole bytes, as all do that Rookery makes: words of the same length seldom do."""
    size = len(public_id) * 6 // 8
    return (
        base64.urlsafe_b64encode(base64.urlsafe_b64decode(public_id + "=" * (-len(public_id) % 4))[:size]).rstrip(b"=")
        == public_id.encode()
    )


def _detail_faults(table: Table, rows: list[Object]) -> Iterator[Fault]:
    form = FREE_FORM.get(table.model)
    for place, row in enumerate(rows if form else ()):
        assert form is not None
        word, shape = row[form.by], form.shapes.get(row[form.by])
        if table.key == "journal" and (told := _not_an_object(row[form.column])):
            yield Fault("unfit_shape", (table.key, place, form.column, told), {"word": quoted(word)})
            continue
        try:
            if shape is not None:
                walk(shape, row[form.column], _numbered)
        except Misfit as misfit:
            yield Fault("unfit_shape", (table.key, place, form.column, *misfit.path), {"word": quoted(word)})
        else:
            if table.key == "corrections" and (wrong := correction_fault(row)) is not None:
                yield Fault("unfit_shape", (table.key, place, *wrong), {"word": quoted(word)})


def _not_an_object(detail: Object) -> str:
    """Which of the two that the journal's page reads field by field is none of the kind."""
    return next((name for name in ("before", "after") if not isinstance(detail.get(name, {}), dict)), "")


def _numbered(table: str, number: int) -> int:
    """Raises Misfit for what cannot be the number of a row."""
    if not 1 <= number < 2**53:
        raise Misfit(())
    return number


def _chess_faults(rows: Rows, index: Index) -> Iterator[Fault]:
    for place, version in enumerate(rows["versions"]):
        if version["starts_on"] > version["ends_on"]:
            yield Fault("dates_reversed", ("versions", place, "ends_on"))
    entries = index["entries"]
    for place, game in enumerate(rows["games"]):
        if wrong := _game_fault(game, entries):
            yield Fault(wrong[0], ("games", place, wrong[1]), wrong[2])
    for place, revision in enumerate(rows["revisions"]):
        if not len(revision["players"]) == len(revision["before"]) == len(revision["after"]):
            yield Fault("unfit_shape", ("revisions", place, "players"), {"word": "before, after"})


def _game_fault(game: Object, entries: Any) -> tuple[str, str, dict[str, str | int]] | None:
    for field in ("white", "black"):
        if game[field] is not None and entries[game[field]]["version"] != game["version"]:
            return "entry_elsewhere", field, {"field": field}
    if game["black"] == game["white"]:
        return "plays_himself", "black", {}
    if (game["black"] is None) is not (game["result"] in BYES):
        return "opponent_wrong", "result", {"found": game["result"], "players": 1 if game["black"] is None else 2}
    return None
