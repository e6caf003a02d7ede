"""The canaries: an invented person for each state that a name can be in and each of three scripts.

Names are made up letter by letter, so that every part of every name is found nowhere else: its first letters alone tell whose it is.
Each has a twin, another name with the same initials, for the run in which all hidden names are exchanged.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

from django.conf import settings

from tests.canary.needles import letters_of, smallest_part
from tests.canary.states import MERGED, STATES, State

NAMESAKE = "an adult"
SCRIPTS = ("Latin", "Hebrew", "Cyrillic")

_FIRST = {"Latin": "BDFGHKLMNPRSTV", "Hebrew": "בגדהזחטכלמנפקרשת", "Cyrillic": "БВГДЖЗКЛМНПРСТ"}
_RARE = {"Latin": "zxqkjw", "Hebrew": "טצזגפסקעחד", "Cyrillic": "щжхфцэ"}
_COMMON = {"Latin": "aeiou", "Hebrew": "וימה", "Cyrillic": "аеиоу"}
_NIQQUD = ("\u05b8", "\u05b6", "\u05b4", "\u05bc\u05b7")


@dataclass(frozen=True, eq=False)
class Bird:
    """One canary, and what it is called where all hidden names are exchanged."""

    state: State
    script: str
    name: str
    twin: str

    def __str__(self) -> str:
        return f"{self.state.name}, {self.script}"


def birds_of(role: str) -> list[Bird]:
    return [bird for bird in BIRDS if bird.state.role == role]


def person_of(bird: Bird) -> Bird:
    """The canary by whose name the person goes: of those who were merged the one into which they were."""
    return BIRDS[BIRDS.index(bird) - len(SCRIPTS)] if bird.state.role == MERGED else bird


def named_bird(state: str, script: str) -> Bird:
    return next(bird for bird in BIRDS if (bird.state.name, bird.script) == (state, script))


def _make_birds() -> Iterator[Bird]:
    """The beginning of a word stands in no other name. A namesake has the name of another canary, and a twin with the initials of that."""
    written: list[tuple[str, list[str]]] = []
    names: dict[tuple[str, str], tuple[int, str]] = {}
    for place, state in enumerate(STATES):
        for script in SCRIPTS:
            at, own = names[NAMESAKE, script] if state.role == "namesake" else (place, "")
            name = own or _new_name(script, at, f"{state.name} name", written)
            names[state.name, script] = at, name
            yield Bird(state, script, name, _new_name(script, at, f"{state.name} twin", written))


def _new_name(script: str, place: int, which: str, written: list[tuple[str, list[str]]]) -> str:
    """A given name and a surname; the surname is adorned as names of its script are, in turn. `written`: the letters so far."""
    for tried in count():
        words = [_word(script, place, part, f"{which} {tried}") for part in range(3)]
        whole, beginnings = "".join(words), [word[: smallest_part(word)] for word in words]
        is_new = all(whole.count(each) == 1 and each not in _own_words() for each in beginnings)
        if is_new and not any(_share(whole, beginnings, *others) for others in written):
            written.append((whole, beginnings))
            return _ADORNED[script][place % 4](*words)
    raise AssertionError


def _share(whole: str, beginnings: list[str], other: str, its_beginnings: list[str]) -> bool:
    return any(each in other for each in beginnings) or any(each in whole for each in its_beginnings)


@cache
def _own_words() -> str:
    """The letters of all that the program itself says in Hebrew and Russian."""
    return "".join(letters_of(path.read_text()) for path in sorted((settings.BASE_DIR / "locale").rglob("*.po")))


def _word(script: str, place: int, part: int, which: str) -> str:
    """The first letter comes from place and part alone, so that twins have the same initials."""
    chance = random.Random(f"{script} {place} {part} {which}")
    first = _FIRST[script][(5 * place + 3 * part) % len(_FIRST[script])]
    return first + "".join(_pair(script, chance) for _ in range(3))


def _pair(script: str, chance: random.Random) -> str:
    """Two letters that seldom stand side by side."""
    return chance.choice(_RARE[script]) + chance.choice(_RARE[script] if script == "Hebrew" else _COMMON[script])


def _marked(word: str, marks: tuple[str, ...]) -> str:
    return "".join(letter + marks[at % len(marks)] for at, letter in enumerate(word))


_ADORNED = {
    "Latin": (
        lambda given, family, second: f"{given} {family[:2]}\u0308\u0323{family[2:]}",  # marks that no letter has composed with it
        lambda given, family, second: f"{given} {family[0]}’{family[1:]}",
        lambda given, family, second: f"{given} {family}-{second}",
        lambda given, family, second: f"{family}, {given}",
    ),
    "Hebrew": (
        lambda given, family, second: f"{_marked(given, _NIQQUD)} {_marked(family, _NIQQUD)}",
        lambda given, family, second: f"{given[0]}׳{given[1:]} {family}",
        lambda given, family, second: f"{given} {family}־{second}",
        lambda given, family, second: f"{given} {family}ן",
    ),
    "Cyrillic": (
        lambda given, family, second: f"{given} {family[:-1]}ё",
        lambda given, family, second: f"{given} {family[:2]}\u0301{family[2:]}",  # stress
        lambda given, family, second: f"{given} {family}-{second}",
        lambda given, family, second: f"{family}, {given} {second}",
    ),
}


BIRDS = tuple(_make_birds())
