"""The constraints of the models, asked of the rows of a file before any database is: what they break is told with its place."""

from collections.abc import Callable, Iterator, Mapping
from operator import ge, gt, le, lt
from typing import Any

from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from archives.domain.errors import Fault
from archives.interchange.tables import BY_KEY, Table, target_of
from clubs.tenancy.owned import SameClub

Object = dict[str, Any]
Rows = Mapping[str, list[Object]]
Index = Mapping[str, Mapping[int, Object]]
"""By table the row of each number."""

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {"lt": lt, "lte": le, "gt": gt, "gte": ge}


def constraint_faults(table: Table, rows: list[Object], index: Index) -> Iterator[Fault]:
    """What breaks a constraint of the table's model; what names a row is known to name one that is there."""
    for constraint in table.model._meta.constraints:
        match constraint:
            case UniqueConstraint():
                yield from _twice(table, rows, constraint)
            case CheckConstraint():
                yield from _broken(table, rows, constraint)
            case SameClub(also=(own, other)):
                yield from _other_parents(table, rows, constraint.field, _name(own), _name(other), index)


def circle_faults(table: Table, rows: list[Object]) -> Iterator[Fault]:
    """Rows that lead back to themselves by a field that names a row of the same table."""
    for field in table.fields:
        if target_of(field) is table:
            parents = {row["id"]: row[field.name] for row in rows if row[field.name] is not None}
            places = {row["id"]: place for place, row in enumerate(rows)}
            for number in in_circles(parents):
                yield Fault("circle", (table.key, places[number], field.name), {"field": field.name})


def in_circles(parents: Mapping[int, int]) -> list[int]:
    """Where a way along parents goes round: one of each round, in the order of the keys."""
    done: set[int] = set()
    found = []
    for start in parents:
        way: set[int] = set()
        at: int | None = start
        while at is not None and at not in done and at not in way:
            way.add(at)
            at = parents.get(at)
        if at is not None and at in way:
            found.append(at)
        done |= way
    return found


def holds(condition: Q, row: Object) -> bool:
    """A condition of a constraint, of one row. Errors: KeyError for a look-up that no constraint has so far."""
    children: list[Any] = condition.children
    answers = [holds(child, row) if isinstance(child, Q) else _compares(child[0], child[1], row) for child in children]
    answer = all(answers) if condition.connector == Q.AND else any(answers)
    return answer is not condition.negated


def _compares(look_up: str, wanted: Any, row: Object) -> bool:
    name, _, kind = look_up.partition("__")
    value = row[name]
    other = row[wanted.name] if isinstance(wanted, F) else wanted  # type: ignore[attr-defined]
    if kind == "isnull":
        return (value is None) is other
    if kind in ("", "exact"):
        return bool(value == other)
    compare = _COMPARE[kind]
    return value is None or other is None or compare(value, other)


def _twice(table: Table, rows: list[Object], constraint: UniqueConstraint) -> Iterator[Fault]:
    names = [name for name in constraint.fields if name != "club"]
    seen: dict[tuple[Any, ...], int] = {}
    for place, row in enumerate(rows):
        if constraint.condition is not None and not holds(constraint.condition, row):
            continue
        key = tuple([row[name] for name in names])
        if None in key and constraint.nulls_distinct is not False:
            continue
        if (other := seen.setdefault(key, place)) != place:
            params: dict[str, str | int] = {"table": table.key, "other": other, "fields": ", ".join(names) or "there is one at the most"}
            yield Fault("same_twice", (table.key, place), params)


def _broken(table: Table, rows: list[Object], constraint: CheckConstraint) -> Iterator[Fault]:
    condition = constraint.condition
    assert isinstance(condition, Q)
    for place, row in enumerate(rows):
        if not holds(condition, row):
            yield Fault("rule_broken", (table.key, place), {"rule": constraint.name})


def _other_parents(table: Table, rows: list[Object], field: str, own: str, other: str, index: Index) -> Iterator[Fault]:
    target = target_of(next(each for each in BY_KEY[table.key].fields if each.name == field))
    assert target is not None
    known = index[target.key]
    for place, row in enumerate(rows):
        if row[field] is not None and known[row[field]][other] != row[own]:
            yield Fault("other_parent", (table.key, place, field), {"field": field})


def _name(column: str) -> str:
    """The field of a column: `event_id` is `event`."""
    return column if column == "id" else column.removesuffix("_id")
