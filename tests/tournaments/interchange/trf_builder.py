"""Small TRF texts for tests, every field in its columns; all names are invented."""

import re
from collections.abc import Sequence

from tournaments.domain.record import EventRecord, Reading
from tournaments.interchange.trf import read_trf

HEADERS = ("012 Evening Swiss", "042 2026/03/18", "052 2026/03/18")
NAMES = ("Adler, Noa", "Brook, Tal", "Cohen, Uri", "Dvir, Maya", "Erez, Gil", "Falk, Rina")


def row(number: int, *cells: str, name: str | None = None, points: str = "", rank: str = "", **fields: str) -> str:
    """A 001 record. A cell is written as `2w1`, `-H`, `2 1` (no colour) or, beginning with a blank, as it stands."""
    head = f"001 {number:>4} {fields.get('sex', ''):1}{fields.get('title', ''):>3} {name or NAMES[number - 1]:<33} "
    static = f"{fields.get('rating', ''):>4} {fields.get('federation', ''):3} {fields.get('fide_id', ''):>11} "
    return head + static + f"{fields.get('birth', ''):10} {points:>4} {rank:>4}" + "".join(map(cell, cells))


def cell(short: str) -> str:
    """Ten columns of one round."""
    if short.startswith(" ") or not short:
        return short.ljust(10)
    if short.startswith("-"):
        return f"  0000 - {short[1:]:1}"
    found = re.fullmatch(r"(\d+)([wb -])(.?)", short)
    assert found is not None, short
    return f"  {found[1]:>4} {found[2]} {found[3]:1}"


def text(*rows: str, headers: Sequence[str] = HEADERS) -> str:
    """A whole file."""
    return "\n".join((*headers, *rows)) + "\n"


def read(*rows: str, headers: Sequence[str] = HEADERS) -> Reading:
    """The reading of these rows."""
    return read_trf(text(*rows, headers=headers))


def boards(event: EventRecord, number: int = 1) -> list[tuple[int, int | None, str]]:
    """(white, black, result) of each pairing of a round, in the order of the boards."""
    played = event.rounds[number - 1]
    assert [pairing.board for pairing in played.pairings] == list(range(1, len(played.pairings) + 1))
    return [(pairing.white, pairing.black, pairing.result.value) for pairing in played.pairings]


def told(reading: Reading) -> list[tuple[str, int | None, int | None]]:
    """(code, line, column) of each warning."""
    return [(remark.code, remark.line, remark.column) for remark in reading.warnings]
