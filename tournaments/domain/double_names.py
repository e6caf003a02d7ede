"""Names that stand in one event twice: two people of one name, or one person entered twice. A person must look."""

import re
from collections import defaultdict
from dataclasses import dataclass

from players.domain.names import is_title, sort_key
from tournaments.domain.record import EventRecord

_RATING = re.compile(r"[0-9]{3,4}")


@dataclass(frozen=True, slots=True)
class DoubleName:
    """The entries of one event that share a name, or nearly: number and name of each, by number."""

    entries: tuple[tuple[int, str], ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number for number, _ in self.entries)

    @property
    def spellings(self) -> tuple[str, ...]:
        """How the name is written, each way once."""
        return tuple(dict.fromkeys(name for _, name in self.entries))


def double_names(record: EventRecord) -> list[DoubleName]:
    """Names that are the same but for case, accents, vowel points, punctuation, titles, a rating behind them and the order of the words.

    In the order of the first number. Guest 1 and Guest 2 are two; so are names that differ by a letter: that is for the matching.
    """
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for entry in record.entries:
        found[_key(entry.name)].append((entry.number, entry.name))
    doubles = [DoubleName(tuple(sorted(entries))) for entries in found.values() if len(entries) > 1]
    return sorted(doubles, key=lambda double: double.numbers)


def _key(name: str) -> str:
    """The words of a name in the order of the alphabet; a name without letters is itself."""
    words = name.replace(",", " ").split()
    bare = [word for word in words if not is_title(word) and not _RATING.fullmatch(word.strip("()"))]
    kept = bare if len(bare) >= 2 else words
    return " ".join(sorted(sort_key(" ".join(kept)).split())) or name
