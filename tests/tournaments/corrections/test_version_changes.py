"""What one version of an event says otherwise than another: who is who, results, rounds, and what counts as a correction."""

from dataclasses import replace
from datetime import date

import pytest

from tests.factories import Board, event_record
from tournaments.domain.corrections import EventPatch, GamePatch
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.results import ResultKind
from tournaments.domain.version_changes import VersionChanges, compare_versions

WIN, DRAW, LOSS, PENDING = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN, ResultKind.PENDING
NAMES = ("Anna", "Ben", "Cleo", "Dora")
ROUNDS: list[list[Board]] = [[(1, 2, WIN), (3, 4, DRAW)], [(1, 3, LOSS)]]
EVENT = event_record(NAMES, ROUNDS)


def with_rounds(*rounds: list[Board]) -> EventRecord:
    return event_record(NAMES, rounds)


def test_a_result_on_another_board_is_found_by_its_players() -> None:
    after = with_rounds([(3, 4, DRAW), (1, 2, DRAW)], ROUNDS[1])
    before, now = (PairingRecord(1, 1, 2, WIN),), (PairingRecord(2, 1, 2, DRAW),)
    assert compare_versions(EVENT, after, {}) == VersionChanges(EventPatch((GamePatch(1, before, now),)))


def test_people_are_found_by_names_where_the_numbers_are_new() -> None:
    after = event_record(("Zoe", *NAMES), [[(2, 3, WIN), (4, 5, WIN)], [(2, 4, LOSS)]])
    game = GamePatch(1, (PairingRecord(2, 4, 5, DRAW),), (PairingRecord(2, 4, 5, WIN),))
    assert compare_versions(EVENT, after, {}) == VersionChanges(EventPatch((game,)), come=(1,))


def test_whoever_is_gone_has_a_number_with_a_minus() -> None:
    after = event_record(NAMES[:3], [[(1, 2, WIN)], [(1, 3, LOSS)]])
    game = GamePatch(1, (PairingRecord(2, 3, -4, DRAW),), ())
    assert compare_versions(EVENT, after, {}) == VersionChanges(EventPatch((game,)), gone=(-4,))


def test_another_name_of_one_number_is_another_spelling_and_the_known_come_first() -> None:
    respelt = event_record(("Anna", "Benn", "Cleo", "Dora"), ROUNDS)
    assert compare_versions(EVENT, respelt, {}) == VersionChanges(EventPatch(), renamed=((2, 2),))
    swapped = event_record(("Benn", "Anna", "Cleo", "Dora"), [[(2, 1, WIN), (3, 4, DRAW)], [(2, 3, LOSS)]])
    assert compare_versions(EVENT, swapped, {2: 1}) == VersionChanges(EventPatch(), renamed=((2, 1),))


def test_rounds_days_headings_and_lists() -> None:
    third: list[Board] = [(1, 4, WIN), (2, 3, WIN)]
    after = replace(with_rounds(*ROUNDS, third), name="Autumn", time_control="15+10", finished=False)
    first = replace(after.rounds[0], played_on=date(2026, 3, 4))
    entries = (replace(after.entries[0], rating=1500), *after.entries[1:])
    after = replace(after, rounds=(first, *after.rounds[1:]), entries=entries)
    assert compare_versions(EVENT, after, {}) == VersionChanges(
        EventPatch((), {"finished": (True, False)}),
        rounds=((3, 0, 2),),
        dated=((1, None, date(2026, 3, 4)),),
        relisted=1,
        headings=("name", "time_control"),
    )


@pytest.mark.parametrize(
    ("before", "after", "corrects"),
    [
        (EVENT, with_rounds([(1, 2, DRAW), (3, 4, DRAW)], ROUNDS[1]), True),
        (EVENT, with_rounds(ROUNDS[0]), True),
        (EVENT, replace(EVENT, rated=False), True),
        (EVENT, replace(EVENT, starts_on=date(2026, 1, 1)), True),
        (EVENT, EVENT, False),
        (EVENT, with_rounds(*ROUNDS, [(2, 4, WIN)]), False),
        (with_rounds([(1, 2, PENDING), (3, 4, DRAW)], ROUNDS[1]), EVENT, False),
        (EVENT, with_rounds(ROUNDS[0], [*ROUNDS[1], (2, 4, WIN)]), False),
        (EVENT, replace(EVENT, name="Other"), True),
        (EVENT, replace(EVENT, finished=False, time_control="15+10"), False),
    ],
)
def test_how_an_event_goes_on_is_no_correction(before: EventRecord, after: EventRecord, corrects: bool) -> None:
    assert compare_versions(before, after, {}).corrects == corrects
