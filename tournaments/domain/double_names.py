"""Names that stand in one event twice: two people of one name, or one person entered twice. A person must look."""

from tournaments.domain.record import EventRecord


def double_names(record: EventRecord) -> list[tuple[str, tuple[int, ...]]]:
    """Each name that several entries share, but for case, with their numbers; in the order of the first number."""
    numbers: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for entry in record.entries:
        key = entry.name.casefold()
        names.setdefault(key, entry.name)
        numbers.setdefault(key, []).append(entry.number)
    return [(names[key], tuple(shared)) for key, shared in numbers.items() if len(shared) > 1]
