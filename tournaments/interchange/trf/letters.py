"""What the two result letters of one board mean together (C.02.03 Annex A).

`1 = 0` played; `W D L` less than one move each, unrated; `+ -` forfeit; `H F U Z` byes; blank has no result yet.
"""

from tournaments.domain.results import ResultKind

BYE_KINDS = {
    "U": ResultKind.PAIRING_ALLOCATED_BYE,
    "F": ResultKind.FULL_POINT_BYE,
    "H": ResultKind.HALF_POINT_BYE,
    "Z": ResultKind.ZERO_POINT_BYE,
}
COMPLEMENT = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+", "": ""}
_PAIRS = {
    ("1", "0"): ResultKind.WHITE_WIN,
    ("=", "="): ResultKind.DRAW,
    ("0", "1"): ResultKind.BLACK_WIN,
    ("0", "0"): ResultKind.BOTH_LOSE,
    ("L", "L"): ResultKind.BOTH_LOSE,
    ("W", "L"): ResultKind.WHITE_WIN_UNRATED,
    ("D", "D"): ResultKind.DRAW_UNRATED,
    ("L", "W"): ResultKind.BLACK_WIN_UNRATED,
    ("+", "-"): ResultKind.WHITE_FORFEIT_WIN,
    ("-", "+"): ResultKind.BLACK_FORFEIT_WIN,
    ("-", "-"): ResultKind.DOUBLE_FORFEIT,
    ("", ""): ResultKind.PENDING,
}
_LETTERS = {kind: letters for letters, kind in reversed(_PAIRS.items())} | {kind: (letter, "") for letter, kind in BYE_KINDS.items()}
_UNOPPOSED = {"+": "F", "1": "F", "W": "F", "=": "H", "D": "H", "-": "Z", "0": "Z", "L": "Z", "": "Z"}
_FORFEIT = frozenset("+-")
_UNRATED = frozenset("WDL")


def agree(first: str, second: str) -> bool:
    """Whether two letters can stand on one board."""
    return (first, second) in _PAIRS


def result_of(white: str, black: str) -> ResultKind:
    """The result of a board from two letters that agree; a KeyError for others."""
    return _PAIRS[white, black]


def letters_of(kind: ResultKind) -> tuple[str, str]:
    """The letters of White and Black for a result that a TRF can state; a bye has one letter."""
    return _LETTERS[kind]


def bye_of(letter: str) -> ResultKind:
    """The bye of a row that has nobody to play: the same points, no game. `+ 1 W` full, `= D` half, the rest zero."""
    return BYE_KINDS[_UNOPPOSED.get(letter, letter)]


def settle(first: str, second: str, first_adds_up: bool, second_adds_up: bool) -> tuple[str, str]:
    """Letters for a board whose rows contradict each other; `first` is the row with the lower number.

    In this order: a blank yields to the other row; `-` and a loss are a double forfeit; a forfeit prevails over a
    game, and an unrated game over a rated one (so what one row denies is never rated); then the row whose points add
    up, if only one does; else the row with the lower number.
    """
    if {first, second} in ({"-", "0"}, {"-", "L"}):
        return "-", "-"
    keeps_first = _prevails(first, second)
    if keeps_first is None:
        keeps_first = first_adds_up or not second_adds_up
    return (first, COMPLEMENT[first]) if keeps_first else (COMPLEMENT[second], second)


def _prevails(first: str, second: str) -> bool | None:
    """Which of two letters prevails by its kind alone; None if neither does."""
    if not first or not second:
        return bool(first)
    for kind in (_FORFEIT, _UNRATED):
        if (first in kind) != (second in kind):
            return first in kind
    return None
