"""Reading what a request carries, and holding it against the parameters that stripe-python declares for it.

A parameter that Stripe does not know, misses, or finds of another type is refused as Stripe refuses it.
"""

import re
import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

from stripe import RequestOptions, StripeContext
from stripe._stripe_object import UntypedStripeObject
from typing_extensions import is_typeddict

_PART = re.compile(r"\[([^\]]*)\]")
_OF_THE_LIBRARY = frozenset(RequestOptions.__annotations__)


class Refused(Exception):
    """An answer of Stripe's that is an error. `code` and `param` as in its API."""

    def __init__(self, message: str, *, status: int = 400, kind: str = "invalid_request_error", code: str = "", param: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.error = {"message": message, "type": kind, **({"code": code} if code else {}), **({"param": param} if param else {})}


def read_params(encoded: str) -> dict[str, Any]:
    """`a[b][0]=c` and the like as nested dictionaries and lists; every value is still text."""
    found: dict[str, Any] = {}
    for key, value in parse_qsl(encoded, keep_blank_values=True):
        head, *_ = key.partition("[")
        place, parts = found, [head, *_PART.findall(key)]
        for part in parts[:-1]:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise Refused(f"Invalid hash: {key}", param=key)
        place[parts[-1]] = value
    return {key: _with_lists(value) for key, value in found.items()}


def check_params(declared: type, sent: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """The parameters with their values in the declared types.

    Raises:
        Refused: one is unknown, missing or of another type.
    """
    hints = _hints_of(declared)
    for name in sent:
        if name not in hints:
            path = _path(where, name)
            raise Refused(f"Received unknown parameter: {path}", code="parameter_unknown", param=path)
    for name in sorted(declared.__required_keys__ & hints.keys()):  # type: ignore[attr-defined]
        if name not in sent:
            path = _path(where, name)
            raise Refused(f"Missing required param: {path}.", code="parameter_missing", param=path)
    return {name: _check(value, hints[name], _path(where, name)) for name, value in sent.items()}


@cache
def _hints_of(declared: type) -> dict[str, Any]:
    names = {"StripeContext": StripeContext, "UntypedStripeObject": UntypedStripeObject, "Mapping": Mapping}
    hints = get_type_hints(declared, localns=names)
    return {name: hint for name, hint in hints.items() if name not in _OF_THE_LIBRARY}


def _check(value: Any, hint: Any, path: str) -> Any:
    choices = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    literals = [each for choice in choices if get_origin(choice) is Literal for each in get_args(choice)]
    if isinstance(value, str) and value in literals:
        return value
    closed = any(literals)  # "one of these, or whatever a later version adds": this version has these
    refused = _wrong(value, hint, path, literals)
    for choice in choices:
        if get_origin(choice) is Literal or (choice is str and closed):
            continue
        try:
            return _check_one(value, choice, path)
        except Refused as error:
            refused = error
    raise refused


def _check_one(value: Any, hint: Any, path: str) -> Any:
    origin = get_origin(hint)
    if is_typeddict(hint) and isinstance(value, dict):
        return check_params(hint, value, path)
    if origin in (list, types.GenericAlias) and isinstance(value, list):
        return [_check(each, get_args(hint)[0], f"{path}[{number}]") for number, each in enumerate(value)]
    if origin in (dict, UntypedStripeObject) and isinstance(value, dict):
        return {name: _check(each, get_args(hint)[-1], _path(path, name)) for name, each in value.items()}
    if isinstance(value, str):
        return _scalar(value, hint, path)
    raise _wrong(value, hint, path)


def _scalar(value: str, hint: Any, path: str) -> Any:
    if hint is str:
        return value
    if hint is bool and value in ("true", "false"):
        return value == "true"
    if hint is int and re.fullmatch(r"-?\d{1,18}", value):
        return int(value)
    if hint is float and re.fullmatch(r"-?\d{1,18}(\.\d+)?", value):
        return float(value)
    raise _wrong(value, hint, path)


def _wrong(value: Any, hint: Any, path: str, literals: list[Any] | None = None) -> Refused:
    names = {bool: "boolean", int: "integer", float: "number"}
    if any(literals or ()):
        return Refused(f"Invalid {path}: must be one of {', '.join(map(str, filter(None, literals or ())))}", param=path)
    if hint in names:
        return Refused(f"Invalid {names[hint]}: {value}", code=f"parameter_invalid_{names[hint]}", param=path)
    kind = "array" if get_origin(hint) is list else "hash" if isinstance(value, str) else "string"
    return Refused(f"Invalid {kind}", param=path)


def _with_lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {key: _with_lists(each) for key, each in value.items()}
    if inner and all(key.isdigit() or not key for key in inner):
        return list(inner.values())
    return inner


def _path(where: str, name: str) -> str:
    return f"{where}[{name}]" if where else name
