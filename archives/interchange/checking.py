"""Checking a file against the schema, quickly: functions made from it once, and called for each value."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import cache
from typing import Any

from django.db.models import JSONField

from archives.domain.errors import Fault, Path, quoted
from archives.interchange.rules import Rule, club_schema
from archives.interchange.tables import TABLES
from archives.interchange.words import FORMAT, VERSION

Wrong = tuple[str, Path, dict[str, str | int]]
"""A fault's code, the path below the value that was checked, and the fault's parameters."""
Check = Callable[[Any], Wrong | None]

_TYPES: Mapping[str, tuple[type, ...]] = {
    "integer": (int,),
    "string": (str,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
_CONTROL = re.compile("\0")
MOST_INSIDE = 200_000
"""Values in what is free JSON of one row: a correction that moves 20,000 people has 80,000."""


def shape_faults(document: Any) -> Iterator[Fault]:
    """What breaks the schema, in its order; of a row the first thing alone."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        yield Fault("other_kind")
        return
    if document.get("version") != VERSION or isinstance(document["version"], bool):
        yield Fault("other_version", ("version",), {"found": quoted(document.get("version"))})
        return
    schema, rows = club_schema(), _row_checks()
    head = {**schema, "properties": {name: {} if name in rows else rule for name, rule in schema["properties"].items()}}
    if wrong := check_of(head)(document):
        yield _fault(wrong, ())
        return
    for table in TABLES:
        yield from _list_faults(document.get(table.key, []), rows[table.key], table.key)


def free_faults(document: dict[str, Any], most: int) -> Iterator[Fault]:
    """Where the free JSON of all rows together becomes too much. The document follows the schema."""
    count = 0
    for table in TABLES:
        columns = [field.name for field in table.fields if isinstance(field, JSONField)]
        for place, row in enumerate(document.get(table.key, ()) if columns else ()):
            for column in columns:
                count += _count(row.get(column), most)
                if count > most:
                    yield Fault("too_many", (table.key, place, column), {"limit": most})
                    return


def _list_faults(rows: Any, check: Check, key: str) -> Iterator[Fault]:
    if not isinstance(rows, list):
        yield Fault("wrong_type", (key,), {"expected": "array"})
        return
    for place, row in enumerate(rows):
        if wrong := check(row):
            yield _fault(wrong, (key, place))


@cache
def _row_checks() -> dict[str, Check]:
    return {table.key: check_of(club_schema()["$defs"][table.key]) for table in TABLES}


def check_of(rule: Rule) -> Check:
    """A function that tells what of the rule a value breaks; None if nothing."""
    if not rule or "const" in rule:
        return lambda value: None  # format and version are asked before anything else
    types = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
    inner = _INNER[types[0]](rule)
    allowed, expected, nullable, is_flag = _TYPES[types[0]], types[0], "null" in types, types[0] == "boolean"

    def check(value: Any) -> Wrong | None:
        if value is None and nullable:
            return None
        if not isinstance(value, allowed) or (value is True or value is False) is not is_flag:
            return "wrong_type", (), {"expected": expected}
        return inner(value)

    return check


def _integer(rule: Rule) -> Check:
    least, most = rule["minimum"], rule["maximum"]

    def check(value: int) -> Wrong | None:
        return None if least <= value <= most else ("out_of_range", (), {"found": quoted(value), "least": least, "most": most})

    return check


def _string(rule: Rule) -> Check:
    if "enum" in rule:
        return _choice([choice for choice in rule["enum"] if choice is not None])
    if "pattern" in rule:
        return _pattern(rule)
    least, most = rule.get("minLength", 0), rule["maxLength"]

    def check(value: str) -> Wrong | None:
        if len(value) < least:
            return "text_empty", (), {}
        if len(value) > most:
            return "text_too_long", (), {"limit": most}
        return _control(value)

    return check


def _choice(choices: list[str]) -> Check:
    allowed = frozenset(choices)

    def check(value: str) -> Wrong | None:
        if value in allowed:
            return None
        return "not_allowed", (), {"found": quoted(value), "allowed": ", ".join(choices)}

    return check


def _pattern(rule: Rule) -> Check:
    matches, kind = re.compile(rule["pattern"], re.ASCII).fullmatch, rule.get("format")
    parse: Callable[[str], object] = {"date": date.fromisoformat, "date-time": datetime.fromisoformat}.get(kind or "", str)
    code = "not_a_date" if kind else "not_an_id"

    def check(value: str) -> Wrong | None:
        try:
            if matches(value) and "\n" not in value:
                parse(value)
                return None
        except ValueError:
            pass
        return code, (), {"found": quoted(value)}

    return check


def _array(rule: Rule) -> Check:
    if "items" not in rule:
        return _free
    item, most = check_of(rule["items"]), rule.get("maxItems")

    def check(value: list[Any]) -> Wrong | None:
        if most is not None and len(value) > most:
            return "too_many", (), {"limit": most}
        for place, each in enumerate(value):
            if wrong := item(each):
                return wrong[0], (place, *wrong[1]), wrong[2]
        return None

    return check


def _object(rule: Rule) -> Check:
    if "properties" not in rule:
        return _free
    checks = {name: check_of(each) for name, each in rule["properties"].items()}
    required = frozenset(rule["required"])

    def check(value: dict[str, Any]) -> Wrong | None:
        if not required <= value.keys():
            return "key_missing", (), {"key": next(key for key in rule["required"] if key not in value)}
        for name, each in value.items():
            known = checks.get(name)
            if known is None:
                return "key_unknown", (name,), {"key": quoted(name)}
            if (wrong := known(each)) is not None:
                return wrong[0], (name, *wrong[1]), wrong[2]
        return None

    return check


def _free(value: Any) -> Wrong | None:
    """JSON of any shape, up to a size. How deep it may be is asked when it is read (`tournaments.interchange.json_source`)."""
    if _count(value, MOST_INSIDE) > MOST_INSIDE:
        return "too_many", (), {"limit": MOST_INSIDE}
    return _anything(value)


def _count(value: Any, most: int) -> int:
    """How many values are inside; counted no further than `most`."""
    count, waiting = 0, [value]
    while waiting and count <= most:
        held = waiting.pop()
        inner = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
        count += len(inner)
        waiting += [each for each in inner if isinstance(each, (dict, list))]
    return count


def _anything(value: Any) -> Wrong | None:
    """Whatever JSON has, but for zero bytes, which no database takes."""
    if isinstance(value, str):
        return _control(value)
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in items:
        if wrong := (isinstance(name, str) and _control(name)) or _anything(each):
            return wrong[0], (name, *wrong[1]), wrong[2]
    return None


def _control(value: str) -> Wrong | None:
    found = None if value.isprintable() else _CONTROL.search(value)
    return None if found is None else ("unfit_character", (), {"character": f"U+{ord(found[0]):04X}", "position": found.start() + 1})


def _boolean(_rule: Rule) -> Check:
    return lambda value: None


def _fault(wrong: Wrong, path: Path) -> Fault:
    return Fault(wrong[0], (*path, *wrong[1]), wrong[2])


_INNER: Mapping[str, Callable[[Rule], Check]] = {
    "integer": _integer,
    "string": _string,
    "boolean": _boolean,
    "array": _array,
    "object": _object,
}
