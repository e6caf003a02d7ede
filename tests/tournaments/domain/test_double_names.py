"""Which names of one event are pointed out as one."""

import pytest

from tests.factories import event_record
from tournaments.domain.double_names import DoubleName, double_names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nadia Brook", "Nadia Brook"),
        ("Nadia Brook", "NADIA BROOK"),
        ("Nadia Brook", "Brook Nadia"),
        ("Nadia Brook", "Brook, Nadia"),
        ("Nadia Brook", "Dr. Nadia Brook"),
        ("Nadia Brook", "Nadia Brook 1850"),
        ("Ann-Lee Stone", "Ann Lee Stone"),
        ("José Vale", "Jose Vale"),
        ("Пётр Лугов", "Лугов Петр"),
        ("דָּן בר-גל", "בר גל דן"),
        ("אורן שטרן", "שטרנ אורן"),
        ("1234", "1234"),
    ],
)
def test_the_same_name_in_two_ways(one: str, other: str) -> None:
    found = double_names(event_record(["Oren Vale", one, other], []))
    assert found == [DoubleName(((2, one), (3, other)))]
    assert (found[0].numbers, found[0].spellings) == ((2, 3), tuple(dict.fromkeys([one, other])))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nadia Brook", "Nadia Brooks"),
        ("Nadia Brook", "N. Brook"),
        ("Nadia Jane Brook", "Nadia Brook"),
        ("Guest 1", "Guest 2"),
        ("1234", "1235"),
    ],
)
def test_names_that_are_two(one: str, other: str) -> None:
    assert double_names(event_record([one, other], [])) == []


def test_several_in_the_order_of_their_first_number() -> None:
    names = ["Oren Vale", "Nadia Brook", "Vale Oren", "Piet Stone", "brook nadia", "OREN VALE"]
    assert double_names(event_record(names, [])) == [
        DoubleName(((1, "Oren Vale"), (3, "Vale Oren"), (6, "OREN VALE"))),
        DoubleName(((2, "Nadia Brook"), (5, "brook nadia"))),
    ]
