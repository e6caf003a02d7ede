"""Short forms: which given names are one name, from tables of common names in the folder `short_forms` and the package `nicknames`.

A word of another script than the tables' is found by its sound: Misha as Миша, Йоси as יוסי.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from nicknames import name_triplets

from players.domain.matching.folding import fold
from players.domain.matching.letters import script_of
from players.domain.matching.sounds import sound_distance, sound_keys

_FOLDER = Path(__file__).with_name("short_forms")
_PACKAGE = "package:"
"""Begins the names of the package, which lists many short forms as names of their own: that does not make them one."""

_SAME_SOUND = 0.12
"""How far a word of another script may sound from a name of the tables to be that name."""


@dataclass(frozen=True, slots=True)
class _Table:
    """`names` tells of each folded word the names it belongs to, and whether it is that name in full."""

    names: dict[str, dict[str, bool]] = field(default_factory=lambda: defaultdict(dict))
    by_sound: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, word: str, name: str, *, full: bool) -> None:
        groups = self.names[word]
        groups[name] = groups.get(name, False) or full
        for key in sound_keys(word):
            self.by_sound[script_of(word), key].add(word)

    def sounding_like(self, word: str, *, is_known: bool) -> Iterator[str]:
        """The word itself, and the words of the table that sound most like it; if it is known, only those in another script.

        What is Hebrew is not looked for in Latin letters: the tables have it in Hebrew.
        """
        most = _SAME_SOUND
        if word in self.names:
            yield word
            most = _SAME_SOUND / 3  # Michal is not Михаил
        scripts = _OTHERS.get(script_of(word), ())[: 1 if is_known or word in self.names else 2]
        near = {known for script in scripts for key in sound_keys(word) for known in self.by_sound.get((script, key), ())}
        distances = {known: distance for known in sorted(near) if (distance := sound_distance(word, known)) is not None}
        least = min(distances.values(), default=1.0)
        if least <= most:
            yield from (known for known, distance in distances.items() if distance == least)


_OTHERS = {"latin": ("cyrillic", "latin"), "cyrillic": ("latin",), "hebrew": ("cyrillic",)}
"""In which scripts of the tables a word is looked for by its sound."""


@lru_cache(maxsize=1)
def _tables() -> tuple[_Table, _Table]:
    """One of all names as their language writes them, and one of those that other scripts write by their sound."""
    written, sounded = _Table(), _Table()
    for language in ("en", "ru", "he"):
        for line in (_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                _add_line(line, language, written, sounded)
    for row in name_triplets():
        if row.name2.startswith(row.name1):  # Daniel, Daniela
            continue
        name = f"{_PACKAGE}{fold(row.name1)}"
        written.add(fold(row.name1), name, full=True)
        written.add(fold(row.name2), name, full=False)
    return written, sounded


def _add_line(line: str, language: str, written: _Table, sounded: _Table) -> None:
    full, _, short = line.partition(":")
    names = [item.strip() for item in full.replace("=", ",").split(",")]
    name = f"{language}:{fold(names[0].split('/')[0])}"
    for item, is_full in [*((one, True) for one in names), *((one.strip(), False) for one in short.split(",") if one.strip())]:
        for at, spelling in enumerate(item.split("/")):
            word = fold(spelling)
            if at == 0:
                written.add(word, name, full=is_full)
            if language != "en" and (at == 1 or language == "ru"):
                sounded.add(word, name, full=is_full)


@lru_cache(maxsize=32768)
def names_of_word(word: str) -> Mapping[str, bool]:
    """The names that a folded word may stand for, each with whether it is the name in full."""
    written, sounded = _tables()
    found = dict(written.names.get(word, {}))
    if len(word) > (3 if found and script_of(word) == "hebrew" else 1):  # דן is written like Ден and like Дина
        for known in sounded.sounding_like(word, is_known=bool(found)):
            for name, full in sounded.names[known].items():
                found[name] = found.get(name, False) or full
    return found


def is_given_name(word: str) -> bool:
    """True for a common given name, spelled as the tables spell it: then it is hardly a slip for another one."""
    written, sounded = _tables()
    return word in written.names or word in sounded.names


@lru_cache(maxsize=65536)
def short_form_distance(one: str, other: str) -> float | None:
    """0 for a name and its short form, more for two short forms of one name or two names in full; None if they are not one name."""
    first, second = names_of_word(one), names_of_word(other)
    common = first.keys() & second.keys()
    if not common:
        return None
    if any(first[name] and second[name] for name in common):
        return 0.0
    if not any(first[name] or second[name] for name in common):
        return 0.4
    return 0.0 if any(not (_is_full_beside(name, first) and _is_full_beside(name, second)) for name in common) else 0.6


def _is_full_beside(name: str, names: Mapping[str, bool]) -> bool:
    """Whether the word is a name in full in the same table, this name or another."""
    table, _, _ = name.partition(":")
    return table != _PACKAGE.rstrip(":") and any(full and other.startswith(f"{table}:") for other, full in names.items())


@lru_cache(maxsize=65536)
def are_one_name_in_full(one: str, other: str) -> bool:
    """True if both are a name in full, the same one: Aharon and Aaron, Alexander and Oleksandr."""
    first, second = names_of_word(one), names_of_word(other)
    return any(first[name] and second[name] for name in first.keys() & second.keys())


def is_sure(one: str, other: str) -> bool:
    """Whether own tables say that the two are one name; the package takes Marian and Marion for one too."""
    common = names_of_word(one).keys() & names_of_word(other).keys()
    return any(not name.startswith(_PACKAGE) for name in common)


@lru_cache(maxsize=65536)
def are_two_names(one: str, other: str) -> bool:
    """True if both are common given names, and not the same one."""
    return is_given_name(one) and is_given_name(other) and names_of_word(one).keys().isdisjoint(names_of_word(other).keys())


def words_of_names(word: str) -> frozenset[str]:
    """Keys under which an index finds the words that may be the same name."""
    return frozenset(names_of_word(word))
