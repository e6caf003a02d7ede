"""Point systems of a file and the check of the points column. Rows begin in line 4 after three headers."""

import pytest

from tests.tournaments.interchange.trf_builder import HEADERS, read, row, told
from tournaments.interchange.trf.lines import Line
from tournaments.interchange.trf.points import USUAL, read_point_system

LETTERS = "1W+FU=DH0L-Z"


def awards(*lines: str) -> dict[str, tuple[int, int]]:
    """Tenths with White and with Black by letter, where they differ from the usual."""
    records: dict[str, list[Line]] = {}
    for number, text in enumerate(lines, start=1):
        records.setdefault(text[:3], []).append(Line(number, text))
    system, unread = read_point_system(records)
    assert unread == []
    both = {letter: (system.award(letter, "w"), system.award(letter, "b")) for letter in LETTERS}
    return {letter: pair for letter, pair in both.items() if pair != (USUAL.award(letter, "w"),) * 2}


def test_the_usual_points() -> None:
    assert {letter: USUAL.award(letter, "") for letter in LETTERS} == dict(zip(LETTERS, [10] * 5 + [5] * 3 + [0] * 4, strict=True))
    assert awards() == {}


@pytest.mark.parametrize(
    ("lines", "groups"),
    [
        (["162  W 3.0    D 1.0    L 0.5"], {"1W+FU": (30, 30), "=DH": (10, 10), "0L": (5, 5)}),
        (["162  W 3.0    P 1.0"], {"1W+F": (30, 30)}),
        (["162  A 0.5"], {"-Z": (5, 5)}),
        (["XXS WW=2.0 BW=3 PAB=1.5"], {"1W": (20, 30), "U": (15, 15)}),
        (["XXS W=3 D=1.0"], {"1W": (30, 30), "=D": (10, 10)}),
        (["XXS WD=0.4 BD=0,6 HPB=1 ZPB=0.5"], {"=D": (4, 6), "H": (10, 10), "Z": (5, 5)}),
        (["XXS FPB=2 FW=3 FL=0.5"], {"F": (20, 20), "+": (30, 30), "-": (5, 5)}),
        (["BBW  3.0", "BBD  1.0", "BBL  0.5"], {"1W": (30, 30), "=D": (10, 10), "0L": (5, 5)}),
        (["BBU  2.0", "BBF  0.2", "BBZ 0.1"], {"U": (20, 20), "-": (2, 2), "Z": (1, 1)}),
    ],
)
def test_point_systems(lines: list[str], groups: dict[str, tuple[int, int]]) -> None:
    assert awards(*lines) == {letter: pair for letters, pair in groups.items() for letter in letters}


def test_rows_are_checked_by_the_points_of_their_file() -> None:
    headers = (*HEADERS[:2], "XXS W=3.0 D=1.0")
    reading = read(row(1, "2w1", points="3.0"), row(2, "1b0", points="0.5"), headers=headers)
    assert told(reading) == [("own_point_system", None, None), ("points_differ", 5, 81)]
    assert reading.record.entries[0].points == 6


@pytest.mark.parametrize("record", ["XXS W=x", "XXS QQ=1", "BBW", "162  W x.y", "162"])
def test_unreadable_points_are_told(record: str) -> None:
    reading = read(row(1), headers=(*HEADERS[:2], record))
    assert told(reading) == [("points_record_unreadable", 3, 5)]


def test_points_that_do_not_add_up_are_told() -> None:
    reading = read(row(1, "2w1", points="1.0"), row(2, "1b0", points="0.5"))
    assert told(reading) == [("points_differ", 5, 81)]
    assert reading.warnings[0].message == "Number 2: the points column says 0.5, the results as read give 0.0."


def test_points_that_an_arbiter_changed_are_not_checked() -> None:
    headers = (*HEADERS[:2], "299 -           -0.5  000    2")
    reading = read(row(1, "2w1", points="1.0"), row(2, "1b0", points="0.5"), headers=headers)
    assert told(reading) == [("points_changed", 3, 14)]


def test_no_points_no_check() -> None:
    assert told(read(row(1, "2w1"), row(2, "1b0"))) == []
