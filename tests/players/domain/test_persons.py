"""Roots of merges that run in a circle, which only the owner of the database can make."""

import logging

import pytest

from players.domain.persons import Persons


def test_the_smallest_id_of_a_circle_is_its_root() -> None:
    persons = Persons({8: 7, 7: 9, 9: 8, 5: 8, 4: 4})
    assert [persons.root_of(each) for each in (7, 8, 9, 5, 4, 3)] == [7, 7, 7, 7, 4, 3]
    assert persons.players_of(5) == frozenset({5, 7, 8, 9})


def test_a_circle_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    persons = Persons({1002: 1001, 1001: 1002})
    with caplog.at_level(logging.ERROR):
        assert {persons.root_of(each) for each in (1001, 1002, 1001)} == {1001}
    assert caplog.text.count("Merges run in a circle: players 1001, 1002") == 1


def test_a_long_chain_is_walked_once() -> None:
    """Counted in look-ups: 60,000 merges, one into the next, took minutes."""

    class Counted(dict[int, int]):
        asked = 0

        def __getitem__(self, key: int) -> int:
            Counted.asked += 1
            return super().__getitem__(key)

    length = 60_000
    persons = Persons(Counted({each: each + 1 for each in range(length)}))
    assert {persons.root_of(each) for each in range(length + 1)} == {length}
    assert persons.players_of(7) == frozenset(range(length + 1))
    assert Counted.asked == length


def test_what_was_found_before_is_no_part_of_what_the_merges_are() -> None:
    asked, fresh = Persons({1: 2}), Persons({1: 2})
    assert asked.root_of(1) == 2
    assert (asked, repr(asked)) == (fresh, "Persons(parents={1: 2})")
