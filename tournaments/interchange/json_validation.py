"""What a Rookery JSON file breaks of the published schema, each with its JSON pointer, line and column."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tournaments.domain.record import Remark
from tournaments.interchange.json_source import Json, Path, locate, pointer_of
from tournaments.interchange.json_words import FORMAT, VERSION, load_schema
from tournaments.interchange.limits import MAX_ERRORS
from tournaments.interchange.remarks import make_remark, quote

Fault = tuple[str, Path, dict[str, str | int]]
"""A remark's code, the path of the value at fault and the remark's own parameters."""

_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object", list: "array"}


def schema_remarks(value: Json, text: str) -> list[Remark]:
    """Up to `MAX_ERRORS` remarks in the order of the text; none if `value` follows the schema."""
    if not isinstance(value, dict) or value.get("format") != FORMAT or "version" not in value:
        return [make_remark("json_other_kind", 1, 1)]
    if value["version"] != VERSION or isinstance(value["version"], bool):
        faults: list[Fault] = [("json_other_version", ("version",), {"found": quote(str(value["version"])[:99])})]
    else:
        errors = islice(_validator().iter_errors(value), MAX_ERRORS)
        faults = [fault for error in errors for fault in islice(_faults(error), MAX_ERRORS)]
    return faults_located(faults, text)


def faults_located(faults: Iterable[Fault], text: str) -> list[Remark]:
    """Remarks for up to `MAX_ERRORS` different faults, with their places, in the order of the text."""
    kept = list(faults)
    places = locate(text, {path for _, path, _ in kept})
    found: dict[str, Remark] = {}
    for code, path, params in kept:
        place = places[path]
        remark = make_remark(code, place.line, place.column, pointer=pointer_shown(path), **params)
        found.setdefault(remark.code + remark.message, remark)
    return sorted(found.values(), key=lambda remark: (remark.line or 0, remark.column or 0))[:MAX_ERRORS]


def pointer_shown(path: Path) -> str:
    """The pointer for a message; the whole document reads as “/”."""
    return quote(pointer_of(path), 100) or "/"


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(load_schema())


def _faults(error: ValidationError) -> Iterator[Fault]:
    path: Path = tuple(error.absolute_path)
    instance: Any = error.instance
    if error.validator == "additionalProperties":
        known = list(_rules(error)["properties"])
        yield from (_unknown_key(path, key, known) for key in instance if key not in known)
    elif error.validator == "required":
        missing = [key for key in _rules(error)["required"] if key not in instance]
        yield from (("json_key_missing", path, {"key": key}) for key in missing)
    else:
        code, params = _explanation(error)
        yield code, path, params


def _rules(error: ValidationError) -> dict[str, Any]:
    """The part of the schema that was broken."""
    return cast(dict[str, Any], error.schema)


def _unknown_key(path: Path, key: str, known: list[str]) -> Fault:
    nearest = get_close_matches(key[:60].lower(), known, n=1)
    if nearest:
        return "json_key_misspelt", (*path, key), {"key": quote(key), "nearest": nearest[0]}
    return "json_key_unknown", (*path, key), {"key": quote(key), "allowed": ", ".join(known)}


def _explanation(error: ValidationError) -> tuple[str, dict[str, str | int]]:
    """The code and the parameters for one broken rule of the schema."""
    instance: Any = error.instance
    limit: Any = error.validator_value
    found = quote(str(instance)[:200])
    match error.validator:
        case "type":
            return "json_wrong_type", {"expected": str(limit), "found": _TYPES.get(type(instance), "null")}
        case "enum":
            return "json_not_allowed", {"found": found, "allowed": ", ".join(limit)}
        case "minimum" | "maximum":
            rules = _rules(error)
            return "json_out_of_range", {"found": found, "least": rules["minimum"], "most": rules["maximum"]}
        case "minLength":
            return "json_text_empty", {}
        case "maxLength":
            return "json_text_too_long", {"limit": limit}
        case "maxItems":
            return "json_too_many", {"count": len(instance), "limit": limit}
        case "multipleOf":
            return "json_not_half", {"found": found}
        case "pattern":
            return "json_date_invalid", {"found": found}
    return "json_invalid", {"rule": str(error.validator)}
