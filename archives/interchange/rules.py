"""What may stand in each field of the file, made from the models: the published JSON Schema, and the checks of the import.

A row is checked by functions that are made from the schema once: a library would take minutes for what they take seconds for. A test
holds the two against each other.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models

from archives.interchange.tables import CLUB_FIELDS, FREE_FORM, MENTIONS, TABLES, Field, Table, names_account, target_of
from archives.interchange.words import FORMAT, VERSION
from clubs.converters import ID
from clubs.models import Club
from players.models import KeptFacts, Player, PlayerNote
from players.services import HIGHEST_START, LOWEST_START
from ratings.interchange.opening_cells import MOST_GAMES
from tournaments.interchange.limits import MAX_NUMBER, MAX_PAIRINGS, MAX_ROUNDS
from tournaments.models import Entry, Event, EventVersion, Game, Round

Rule = dict[str, Any]

LARGEST = 2**53 - 1
MOST_NUMBER = 10_000_000
"""The largest number of a row."""
_OFTEN = 1_000_000
"""Versions of an event, editions of a note: more than anybody makes, and there is room for more."""

_ID = f"^(?!-){ID}$"
_DATE = "^(?:19|2[01])[0-9]{2}-[0-9]{2}-[0-9]{2}$"
_TIME = "^(?:19|2[01])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}(?:Z|[+-][0-9]{2}:[0-9]{2})$"
_NUMBER: Rule = {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER}
_ACCOUNT: Rule = {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER, "description": "number of an account"}
_LIMITS: Mapping[type[Field], tuple[int, int]] = {
    models.PositiveSmallIntegerField: (0, 32_767),
    models.PositiveIntegerField: (0, 2**31 - 1),
    models.PositiveBigIntegerField: (0, LARGEST),
    models.SmallIntegerField: (-32_768, 32_767),
    models.BigIntegerField: (0, LARGEST),
    models.IntegerField: (-(2**31), 2**31 - 1),
}

_FIGURES: Mapping[tuple[type[models.Model], str], tuple[int, int]] = {
    **{(model, "start_rating"): (LOWEST_START, HIGHEST_START) for model in (Player, KeptFacts)},
    **{(model, "start_games"): (0, MOST_GAMES) for model in (Player, KeptFacts)},
    (PlayerNote, "edition"): (1, _OFTEN),
    (Event, "order_in_date"): (-_OFTEN, _OFTEN),
    (EventVersion, "number"): (1, _OFTEN),
    (EventVersion, "planned_rounds"): (0, MAX_ROUNDS),
    **{(Entry, name): (0, MAX_NUMBER) for name in ("number", "rank", "rating")},
    (Round, "number"): (1, MAX_ROUNDS),
    (Game, "round"): (1, MAX_ROUNDS),
    (Game, "board"): (0, MAX_PAIRINGS),
}
"""What the program itself takes, where a column of the database would hold more: what is reckoned from it must fit too."""


def rule_of(table: Table | None, field: Field) -> Rule:
    """The schema of a field's value; `table` is None for one of the club itself."""
    rule = _plain_rule(table, field)
    return {**rule, "type": [rule["type"], "null"]} | ({"enum": [*rule["enum"], None]} if "enum" in rule else {}) if field.null else rule


def is_required(field: Field) -> bool:
    """True if nothing can stand in for it. What later versions of Rookery add has a default, so that a file of today is read by them."""
    if field.name == "public_id":
        return field.model is not Club
    return (
        not field.null
        and not field.has_default()
        and not _has_plain_db_default(field)
        and not (field.blank and field.empty_strings_allowed)
    )


def default_of(field: Field) -> Any:
    """What stands in for a field that a file leaves out."""
    if field.null:
        return None
    return field.db_default if _has_plain_db_default(field) else field.get_default()


def _has_plain_db_default(field: Field) -> bool:
    """True for a value; what only the database can tell, as the present moment, must stand in the file."""
    return field.has_db_default() and not hasattr(field.db_default, "resolve_expression")


def row_rule(table: Table) -> Rule:
    """The schema of a table's row."""
    return _object({field.name: rule_of(table, field) for field in table.fields}, [f.name for f in table.fields if is_required(f)])


@cache
def club_schema() -> Rule:
    """The whole schema; not to be changed."""
    club = _object({field.name: rule_of(None, field) for field in CLUB_FIELDS}, [f.name for f in CLUB_FIELDS if is_required(f)])
    told: Rule = {"type": "array", "items": {"type": "object"}, "maxItems": 10_000}
    tables = {table.key: {"type": "array", "items": {"$ref": f"#/$defs/{table.key}"}} for table in TABLES}
    head: Rule = {"format": {"const": FORMAT}, "version": {"const": VERSION}, "club": club}
    count: Rule = {"type": "integer", "minimum": 0, "maximum": LARGEST}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A club of Rookery with everything that it has",
        **_object({**head, "ladder_build": count, **tables, "tokens": told, "accounts": told}, ["format", "version", "club"]),
        "$defs": {table.key: row_rule(table) for table in TABLES},
    }


def _object(properties: Mapping[str, Rule], required: list[str]) -> Rule:
    return {"type": "object", "properties": dict(properties), "required": required, "additionalProperties": False}


def _plain_rule(table: Table | None, field: Field) -> Rule:
    if table is not None and (special := _reference(table, field)) is not None:
        return special
    if isinstance(field, ArrayField):
        return {"type": "array", "items": _plain_rule(None, field.base_field), "maxItems": 100_000}
    if field.name == "public_id":
        return {"type": "string", "pattern": _ID}
    if isinstance(field, models.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, models.DateTimeField):
        return {"type": "string", "pattern": _TIME, "format": "date-time"}
    if isinstance(field, models.DateField):
        return {"type": "string", "pattern": _DATE, "format": "date"}
    if isinstance(field, models.JSONField):
        return {"type": "object" if table and table.model in FREE_FORM else "array"}
    if isinstance(field, models.CharField | models.TextField):
        return _text(field)
    least, most = _FIGURES.get((field.model, field.name)) or next(limits for kind, limits in _LIMITS.items() if isinstance(field, kind))
    return {"type": "integer", "minimum": least, "maximum": most}


def _reference(table: Table, field: Field) -> Rule | None:
    """The rule of a field that names a row or an account."""
    if field.name == "id":
        return _NUMBER
    if names_account(field):
        return _ACCOUNT
    if (target := target_of(field)) is not None:
        return {**_NUMBER, "description": f"id of one of {target.key}"}
    if (mentioned := MENTIONS.get((table.model, field.name))) is not None:
        return {"type": "array", "items": _NUMBER, "maxItems": 100_000, "description": f"ids of {mentioned}; some may be gone"}
    return None


def _text(field: Field) -> Rule:
    if field.choices:
        return {"type": "string", "enum": [choice for choice, _ in field.flatchoices]}
    least = {"minLength": 1} if field.name == "name" else {}
    return {"type": "string", **least, "maxLength": field.max_length}
