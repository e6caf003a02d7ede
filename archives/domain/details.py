"""What the free-form columns of a club hold: which of their numbers name rows, and of which table.

The details of corrections and of the journal, and some arrays, name rows by their keys. In a file every row has a number instead, and on
another installation another key: `walk` puts one for the other. A table is named as in the file (`archives.interchange.tables`).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Translate = Callable[[str, int], int]
"""From (table, key or number of a row) to what stands for it elsewhere."""

_TOUCHED = re.compile(r"(link|merge) ([0-9]{1,18})")
_TOUCHES = {"link": "links", "merge": "merges"}


class Misfit(ValueError):
    """A value is not of its shape; `path` leads to the place."""

    def __init__(self, path: tuple[str | int, ...]) -> None:
        super().__init__("/".join(map(str, path)))
        self.path = path


@dataclass(frozen=True, slots=True)
class Plain:
    """A value that names no row: of one of these types, or of any if there are none."""

    types: tuple[type, ...] = ()


@dataclass(frozen=True, slots=True)
class Ref:
    """The key of a row. The row itself may be gone: then its number stands in the file, and no row has it."""

    table: str


@dataclass(frozen=True, slots=True)
class Maybe:
    """The shape, or nothing."""

    shape: "Shape"


@dataclass(frozen=True, slots=True)
class Many:
    """A list of any length."""

    shape: "Shape"


@dataclass(frozen=True, slots=True)
class Row:
    """A list of so many items."""

    shapes: tuple["Shape", ...]


@dataclass(frozen=True, slots=True)
class ByKey:
    """An object whose names are keys of rows."""

    table: str
    shape: "Shape"


@dataclass(frozen=True, slots=True)
class Touches:
    """What a correction touched, in its words; "link 12" and "merge 3" name rows."""


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with these names."""

    required: Mapping[str, "Shape"] = field(default_factory=dict)
    optional: Mapping[str, "Shape"] = field(default_factory=dict)


Shape = Plain | Ref | Maybe | Many | Row | ByKey | Touches | Fields


def walk(shape: Shape, value: Any, translate: Translate, path: tuple[str | int, ...] = ()) -> Any:
    """The value with other keys for its rows. Raises Misfit."""
    match shape:
        case Plain(types):
            return _of_type(value, types, path)
        case Ref(table):
            return translate(table, _of_type(value, (int,), path))
        case Maybe(inner):
            return None if value is None else walk(inner, value, translate, path)
        case Many(inner):
            return [walk(inner, item, translate, (*path, at)) for at, item in enumerate(_of_type(value, (list, tuple), path))]
        case Row(shapes):
            if not isinstance(value, (list, tuple)) or len(value) != len(shapes):
                raise Misfit(path)
            return [walk(inner, item, translate, (*path, at)) for at, (inner, item) in enumerate(zip(shapes, value, strict=True))]
        case ByKey(table, inner):
            held = _of_type(value, (dict,), path)
            return {str(translate(table, _key(key, path))): walk(inner, item, translate, (*path, key)) for key, item in held.items()}
        case Touches():
            return [_touched(item, translate, (*path, at)) for at, item in enumerate(_of_type(value, (list,), path))]
        case Fields():
            return _fields(shape, value, translate, path)


def without_numbers(value: Any) -> Any:
    """The value without any number: what they name is not known."""
    if isinstance(value, dict):
        return {key: without_numbers(item) for key, item in value.items() if not _is_number(item)}
    if isinstance(value, list):
        return [without_numbers(item) for item in value if not _is_number(item)]
    return None if _is_number(value) else value


def _fields(shape: Fields, value: Any, translate: Translate, path: tuple[str | int, ...]) -> dict[str, Any]:
    held = _of_type(value, (dict,), path)
    if missing := next((name for name in shape.required if name not in held), None):
        raise Misfit((*path, missing))
    known = {**shape.required, **shape.optional}
    if unknown := next((name for name in held if name not in known), None):
        raise Misfit((*path, unknown))
    return {name: walk(known[name], item, translate, (*path, name)) for name, item in held.items()}


def _touched(value: Any, translate: Translate, path: tuple[str | int, ...]) -> str:
    text: str = _of_type(value, (str,), path)
    found = _TOUCHED.fullmatch(text)
    return f"{found[1]} {translate(_TOUCHES[found[1]], int(found[2]))}" if found else text


def _key(text: str, path: tuple[str | int, ...]) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Misfit((*path, text))
    return int(text)


def _of_type(value: Any, types: tuple[type, ...], path: tuple[str | int, ...]) -> Any:
    if types and (not isinstance(value, types) or (isinstance(value, bool) and bool not in types)):
        raise Misfit(path)
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


NUMBER, TEXT, FLAG, ANYTHING = Plain((int,)), Plain((str,)), Plain((bool,)), Plain()
PLAYER, LINK, MERGE, ENTRY = Ref("players"), Ref("links"), Ref("merges"), Ref("entries")
_MAYBE_NUMBER = Maybe(NUMBER)
_START = Row((_MAYBE_NUMBER, _MAYBE_NUMBER))
_LINK_PAIRS, _MERGE_PAIRS = Many(Row((LINK, LINK))), Many(Row((MERGE, MERGE)))
_EFFECTS = Fields(
    {
        "members": Many(Row((PLAYER, _MAYBE_NUMBER, _MAYBE_NUMBER))),
        "leader": Row((Maybe(PLAYER), Maybe(PLAYER))),
        "failed": Maybe(TEXT),
    }
)


def _correction(optional: Mapping[str, Shape] | None = None, **required: Shape) -> Fields:
    return Fields({"effects": _EFFECTS, **required}, {"touches": Touches(), **(optional or {})})


_OF_EVENT = _correction(version=NUMBER, patch=ANYTHING)
_SPLIT: Mapping[str, Shape] = {"from": PLAYER, "to": PLAYER, "links": _LINK_PAIRS}
CORRECTIONS: Mapping[str, Fields] = {
    "results": _OF_EVENT,
    "dates": _OF_EVENT,
    "rated": _OF_EVENT,
    "removed": _correction(),
    "restored": _correction(),
    "order": _correction(order=Row((NUMBER, NUMBER))),
    "publication": _correction({"door": TEXT}, version=Row((NUMBER, NUMBER))),
    "start_rating": _correction({"held": _START, "holds": _START}, before=_START, after=_START),
    "rules": _correction({"held": ANYTHING, "holds": ANYTHING}, since=Maybe(TEXT), before=ANYTHING, after=ANYTHING),
    "opening": _correction(
        as_of=Row((Maybe(TEXT), Maybe(TEXT))), before=ByKey("players", _START), after=ByKey("players", _START), created=Many(PLAYER)
    ),
    "merge": _correction(
        {"links": _LINK_PAIRS, "merges": _MERGE_PAIRS, "asked": TEXT}, merge=MERGE, absorbed=PLAYER, into=PLAYER, holds=FLAG
    ),
    "split": _correction({"also": _LINK_PAIRS}, created=FLAG, holds=FLAG, **_SPLIT),
}
"""The detail of a correction, by its kind."""


def _note(**names: Shape) -> Fields:
    return Fields(optional=names)


_CHANGED = _note(changed=Many(TEXT), before=ANYTHING, after=ANYTHING)
"""Of a row that names no other one: what each field was and is."""
_PAIR_OF_PEOPLE: Mapping[str, Shape] = {"one": PLAYER, "other": PLAYER}
_NAME_IS_NOT: Mapping[str, Shape] = {"entry": ENTRY, "player": PLAYER, "of_names": Many(Ref("name_differences"))}
JOURNAL: Mapping[str, Fields] = {
    "club.changed": _CHANGED,
    "consent.given": _note(consent=Ref("consents"), covers=Many(TEXT)),
    "event.changed": _CHANGED,
    "event.corrected": _note(version=NUMBER, on=NUMBER, patch=ANYTHING),
    "event.correction_undone": _note(version=NUMBER, back_to=_MAYBE_NUMBER),
    "event.publication_undone": _note(version=NUMBER, back_to=_MAYBE_NUMBER),
    "event.published": _note(version=NUMBER, source=TEXT, outcome=TEXT, corrections=TEXT, shown=NUMBER),
    "event.published_again": _note(version=NUMBER),
    "event.removed": _CHANGED,
    "event.restored": _CHANGED,
    "family.answered": _note(request=Ref("family_requests")),
    "family.asked": _note(request=Ref("family_requests")),
    "family.link_issued": _note(link=Ref("family_links")),
    "family.link_revoked": _note(link=Ref("family_links")),
    "ladder.opening_set": _note(as_of=TEXT, people=NUMBER, new=NUMBER),
    "ladder.opening_put_back": _note(as_of=Maybe(TEXT)),
    "ladder.rules_dropped": _note(since=Maybe(TEXT)),
    "ladder.rules_set": _note(
        since=Maybe(TEXT), start=NUMBER, k_new=NUMBER, k_established=NUMBER, new_games=NUMBER, provisional_games=NUMBER
    ),
    "names.decided": _note(links=Many(Row((ENTRY, PLAYER)))),
    "names.declared_different": _note(difference=Ref("name_differences"), **_NAME_IS_NOT),
    "names.difference_withdrawn": _note(**_NAME_IS_NOT),
    "names.undone": _note(entry=ENTRY, player=PLAYER),
    "people.import_undone": Fields(optional={"import": Ref("lists"), "removed": NUMBER, "stayed": NUMBER, "put_back": NUMBER}),
    "people.imported": Fields(optional={"import": Ref("lists"), "new": NUMBER, "changed": NUMBER}),
    "person.erased": _note(events=NUMBER, names=NUMBER),
    "player.age_group_set": _CHANGED,
    "player.changed": _CHANGED,
    "player.note_written": _note(length=NUMBER),
    "player.rename_undone": _note(rename=Ref("renames")),
    "player.renamed": _note(rename=Ref("renames"), kind=TEXT),
    "player.start_rating_set": _CHANGED,
    "players.declared_different": _note(difference=Ref("differences"), **_PAIR_OF_PEOPLE),
    "players.difference_withdrawn": _note(of_players=Many(Ref("differences")), of_names=Many(Ref("name_differences")), **_PAIR_OF_PEOPLE),
    "players.merged": _note(merge=MERGE, absorbed=PLAYER, into=PLAYER, again=FLAG),
    "players.split": _note(created=FLAG, **_SPLIT),
    "players.unmerged": _note(merge=MERGE, links=_LINK_PAIRS, merges=_MERGE_PAIRS),
    "players.unsplit": _note(also=_LINK_PAIRS, **_SPLIT),
}
"""The detail of a line of the journal, by its action. Of an action that is not here no number goes into a file."""
