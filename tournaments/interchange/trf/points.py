"""The points that a TRF awards: its own point system, and the check of every row's points column.

Points are in tenths here, because a file may award 3 – 1 – 0 or other values. The event itself keeps results, not
points: the club's pages always count 1, ½ and 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.interchange.trf.lines import Line

_WIN, _DRAW, _LOSS = "1W+F", "=DH", "0L"
_TRF26 = {"W": _WIN, "D": _DRAW, "L": _LOSS, "A": "Z-", "P": "U", "X": ""}
_BBP = {"BBW": "1W", "BBD": "=D", "BBL": _LOSS, "BBZ": "Z", "BBF": "-", "BBU": "U"}
_JAVAFO = {"W": "1W", "D": "=D", "L": _LOSS, "ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "U", "FW": "+", "FL": "-"}
_DEFAULT = dict.fromkeys("1W+FU", 10) | dict.fromkeys("=DH", 5) | dict.fromkeys("0L-Z", 0)


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Tenths of a point by (letter, colour); letters for which the colour does not matter stand under both."""

    tenths: Mapping[tuple[str, str], int]

    def award(self, letter: str, colour: str) -> int:
        """What one result letter brings; a blank result brings nothing."""
        return self.tenths.get((letter, colour or "w"), 0)

    @property
    def is_usual(self) -> bool:
        """True for 1, ½, 0 and a full point for every full bye."""
        return self == USUAL


def _for_both_colours(values: Mapping[str, int]) -> dict[tuple[str, str], int]:
    return {(letter, colour): value for letter, value in values.items() for colour in "wb"}


USUAL = PointSystem(_for_both_colours(_DEFAULT))


def read_point_system(records: Mapping[str, list[Line]]) -> tuple[PointSystem, list[Line]]:
    """The file's point system and the lines of which a part could not be read.

    Sources: TRF26 162 (codes in column 6, 15, 24 …), JaVaFo XXS (`WW=1.0 FL=0`; W, D, L for both colours), bbpPairings
    BBW BBD BBL BBZ BBF BBU. Later lines prevail. A pairing-allocated bye follows a changed win in 162.
    """
    values = dict(USUAL.tenths)
    unread = []
    for code in ("162", "XXS", *_BBP):
        for line in records.get(code, []):
            settings = list(_settings(line))
            unread += [line] if None in settings or not settings else []
            for letters, colours, value in filter(None, settings):
                values.update({(letter, colour): value for letter in letters for colour in colours})
    return PointSystem(values), unread


def _settings(line: Line) -> Iterable[tuple[str, str, int] | None]:
    """(letters, colours, tenths) for each value on the line; None for one that cannot be read."""
    if line.code == "162":
        pieces = [(line.text[start : start + 1], line.text[start + 1 : start + 5]) for start in range(5, len(line.text), 9)]
        given = {code.upper(): _tenths(value) for code, value in pieces if code.strip()}
        if given.get("W") is not None:
            given = {"P": given["W"], **given}
        yield from (_setting(_TRF26.get(code), "wb", value) for code, value in given.items())
    elif line.code == "XXS":
        for token in line.value.replace(",", ".").split():
            name, _, value = token.upper().partition("=")
            colour = "w" if name in ("WW", "WD", "WL") else "b" if name in ("BW", "BD", "BL") else "wb"
            yield _setting(_JAVAFO.get(name[1:] if colour != "wb" else name), colour, _tenths(value))
    else:
        yield _setting(_BBP[line.code], "wb", _tenths(line.value))


def _setting(letters: str | None, colours: str, value: int | None) -> tuple[str, str, int] | None:
    return None if letters is None or value is None else (letters, colours, value)


def _tenths(text: str) -> int | None:
    whole, _, tenth = text.strip().replace(",", ".").partition(".")
    digits = (whole or "0") + (tenth.rstrip("0") or "0")
    usable = text.strip() not in ("", ".") and digits.isascii() and digits.isdecimal()
    return int(digits) if usable and len(tenth.rstrip("0")) <= 1 and len(whole) <= 4 else None
