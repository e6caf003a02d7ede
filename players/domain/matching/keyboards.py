"""The name that somebody meant who typed it with another keyboard layout: English, Hebrew and Russian, in all six directions."""

from collections.abc import Iterator
from functools import lru_cache

from players.domain.matching.letters import script_of

_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
_LAYOUTS = {
    "latin": _KEYS,
    "hebrew": ";/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.",
    "cyrillic": "ёйцукенгшщзхъфывапролджэячсмитьбю.",
}
"""What each key gives, in the order of the keys of an English keyboard (SI 1452 for Hebrew, ЙЦУКЕН for Russian)."""

_PLACES = [(row, column) for row, (first, count) in enumerate(((0, 13), (1, 11), (1, 10))) for column in range(first, first + count)]

_SHIFTED = str.maketrans('~{}:"<>?', "`[];',./")


@lru_cache(maxsize=8)
def _meaning(active: str, meant: str) -> dict[int, str]:
    """What a typed letter would have been; with Shift the Hebrew layout gives Latin capitals."""
    letters = dict(zip(_LAYOUTS[active], _LAYOUTS[meant], strict=True))
    if active != "latin":
        letters = dict(zip(_KEYS, _LAYOUTS[meant], strict=True)) | letters if active == "hebrew" else letters
    return str.maketrans(letters)


def meant_with_other_layout(text: str) -> Iterator[str]:
    """The same keys in each of the other two layouts, in small letters; nothing for a text that no layout gives."""
    active = _active_layout(text)
    if active is not None:
        plain = text.lower() if active == "cyrillic" else text.translate(_SHIFTED).lower()
        for meant in _LAYOUTS:
            if meant != active:
                yield plain.translate(_meaning(active, meant))


def are_neighbouring_keys(one: str, other: str) -> bool:
    """Whether two letters of one layout lie side by side: in a row, or one above the other."""
    layout = next((letters for letters in _LAYOUTS.values() if one in letters and other in letters), None)
    if layout is None:
        return False
    (row, column), (other_row, other_column) = _PLACES[layout.index(one)], _PLACES[layout.index(other)]
    return abs(row - other_row) <= 1 and abs(column - other_column) <= 1


def _active_layout(text: str) -> str | None:
    """The layout whose letters the text has; Latin capitals may stand among Hebrew letters."""
    scripts = {script_of(letter) or "other" for letter in text if letter.isalpha()}
    if "hebrew" in scripts and scripts <= {"hebrew", "latin"}:
        return "hebrew" if all(script_of(letter) == "hebrew" or letter.isupper() for letter in text if letter.isalpha()) else None
    return scripts.pop() if len(scripts) == 1 and scripts <= _LAYOUTS.keys() else None
