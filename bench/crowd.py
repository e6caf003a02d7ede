"""Invented members in three scripts, and their names as somebody types them: for the speed of the matching."""

import random
from collections.abc import Sequence

MEMBERS = 10_000
NAMES = 200

_SYLLABLES = {
    "latin": "al ash ba ben berg bo cor da dov el far fel fi ga gol gra ha hof in jo ka kir kle la lev lo man mar me mi mont na nel no or"
    " pa pin ra rich ro sa sel stein ta ter tov va vin wal we zel zi",
    "hebrew": "אב אל אר בא בן ברג גול גל דב דו דר הו הר וי זל חי חן טוב טל יר כה כץ לב לוי מן מר נג נו סף סק עד עמ פל פר"
    " צב קו קר רו רז רן שטי שמ תמ תל",
    "cyrillic": "ал ар ба бел бо ва вин го гра да дор ев жа зи ив ил ка кир ков ла лев ма мен мо на ник ов ол па пет ра рин ро са сев"
    " ско та тим ур фе хо цар ша ян",
}
_SCRIPTS = ("hebrew",) * 5 + ("cyrillic",) * 3 + ("latin",) * 4
_SURNAMES = 1_000
_GIVEN_NAMES = 200


def people(chance: random.Random, count: int = MEMBERS) -> list[str]:
    """So many different names. Given names and surnames repeat as in a club; about every twelfth has a middle name."""
    given = {script: _words(chance, script, _GIVEN_NAMES, (2,)) for script in _SYLLABLES}
    surnames = {script: _words(chance, script, _SURNAMES, (2, 3, 3, 4)) for script in _SYLLABLES}
    found: dict[str, None] = {}
    while len(found) < count:
        script = chance.choice(_SCRIPTS)
        middle = [chance.choice(given[script])] if chance.random() < 1 / 12 else []
        found[" ".join([chance.choice(given[script]), *middle, chance.choice(surnames[script])])] = None
    return list(found)


def _words(chance: random.Random, script: str, count: int, lengths: Sequence[int]) -> list[str]:
    syllables = _SYLLABLES[script].split()
    return ["".join(chance.choices(syllables, k=chance.choice(lengths))).title() for _ in range(count)]


def typed(chance: random.Random, names: Sequence[str], count: int = NAMES) -> list[str]:
    """So many of the names as on an evening: as they are, with an initial, in another order, with a slip, and some of strangers."""
    kinds = (_as_it_is, _initial, _other_order, _slip, _slip, _stranger)
    return [chance.choice(kinds)(chance, name) for name in chance.sample(list(names), count)]


def _as_it_is(chance: random.Random, name: str) -> str:
    return name


def _initial(chance: random.Random, name: str) -> str:
    return f"{name[0]}. {name.split()[-1]}"


def _other_order(chance: random.Random, name: str) -> str:
    first, *rest = name.split()
    return f"{' '.join(rest)} {first}"


def _slip(chance: random.Random, name: str) -> str:
    at = chance.randrange(1, len(name) - 1)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def _stranger(chance: random.Random, name: str) -> str:
    return people(chance, 1)[0]


def near_identical(chance: random.Random, count: int) -> list[str]:
    """One name with one or two letters changed, again and again: the worst club for a matcher."""
    return [_changed(chance, "Yossi Cohen") for _ in range(count)]


def _changed(chance: random.Random, name: str) -> str:
    letters = list(name)
    for at in chance.choices([at for at, letter in enumerate(letters) if letter != " "], k=chance.choice((1, 2))):
        letters[at] = chance.choice(("", letters[at] * 2, *"abdeghiklmnorstuvwyz"))
    return "".join(letters)
