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
