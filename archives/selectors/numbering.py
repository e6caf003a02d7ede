"""The numbers by which rows name one another in a file: from 1 in each table, in the order of the primary keys.

So a file tells nothing of the installation that it is from, and what depends on the order of keys stays as it was. What is mentioned and is
not there any more has its number too, between those of the rows that are. Inside a snapshot of the club.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from archives.domain.details import Misfit, Translate, walk, without_numbers
from archives.interchange.tables import FREE_FORM, MENTIONS, TABLES
from clubs.models import Club, JournalEntry

NOT_TAKEN_ALONG = frozenset({"token"})
"""Names in the detail of a correction that say something of this installation alone."""

Numbers = Mapping[str, Mapping[int, int]]
"""By table the number of each primary key."""


def number_rows(club: Club) -> Numbers:
    """A statement for each table with keys, one for each free-form column and each array of keys."""
    keys: dict[str, set[int]] = defaultdict(set)
    for table in TABLES:
        if table.has_number:
            keys[table.key].update(table.model._base_manager.filter(club=club).values_list("pk", flat=True))
    for name, key in _mentioned(club):
        keys[name].add(key)
    return {name: {key: number for number, key in enumerate(sorted(known), 1)} for name, known in keys.items()}


def detail_of(model: type[Any], word: str, detail: Any, translate: Translate) -> Any:
    """A free-form value with other keys; of one whose shape nobody has told the numbers are left out."""
    told = {name: value for name, value in detail.items() if name not in NOT_TAKEN_ALONG} if isinstance(detail, dict) else detail
    shape = FREE_FORM[model].shapes.get(word)
    try:
        return without_numbers(told) if shape is None else walk(shape, told, translate)
    except Misfit:
        if model is JournalEntry:
            return without_numbers(told)
        raise


def _mentioned(club: Club) -> Iterator[tuple[str, int]]:
    """Every (table, key) that a free-form column or an array names."""
    found: list[tuple[str, int]] = []

    def note(table: str, key: int) -> int:
        found.append((table, key))
        return key

    for model, form in FREE_FORM.items():
        for word, detail in model._base_manager.filter(club=club).values_list(form.by, form.column).iterator():
            detail_of(model, word, detail, note)
    for (model, column), table in MENTIONS.items():
        for keys in model._base_manager.filter(club=club).values_list(column, flat=True).iterator():
            found += [(table, key) for key in keys]
    yield from found
