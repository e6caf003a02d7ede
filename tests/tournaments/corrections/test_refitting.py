"""Corrections that speak of another version: people by their names, games by who plays, and nothing where that is not certain."""

from dataclasses import replace
from datetime import date
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import event_record
from tests.tournaments.corrections.records import patched_records
from tournaments.domain.corrections import (
    EventPatch,
    GamePatch,
    apply_patch,
    change_dates,
    change_result,
    remove_game,
    replace_by_byes,
    restore_game,
    together,
)
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.refitting import refit_patch, translate_numbers
from tournaments.domain.results import ResultKind

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
FULL, HALF, ZERO = ResultKind.FULL_POINT_BYE, ResultKind.HALF_POINT_BYE, ResultKind.ZERO_POINT_BYE
EVENING = event_record(["Anna", "Ben", "Chaya", "Dov"], [[(1, 2, WIN), (3, 4, DRAW)]])
LATE = event_record(["Zoe", "Dov", "Chaya", "Ben", "Anna"], [[(1, None, HALF), (3, 2, DRAW), (5, 4, WIN)]])
"""The same games with other numbers and on other boards, after somebody came late."""


def renumbered(record: EventRecord, numbers: dict[int, int]) -> EventRecord:
    """The record with other numbers for the same people."""

    def moved(pairing: PairingRecord) -> PairingRecord:
        return replace(pairing, white=numbers[pairing.white], black=None if pairing.black is None else numbers[pairing.black])

    entries = sorted((replace(entry, number=numbers[entry.number]) for entry in record.entries), key=lambda entry: entry.number)
    rounds = tuple(replace(played, pairings=tuple(map(moved, played.pairings))) for played in record.rounds)
    return replace(record, entries=tuple(entries), rounds=rounds)


def refusal(patch: EventPatch, spoken_of: EventRecord, latest: EventRecord) -> tuple[str, dict[str, Any]]:
    with pytest.raises(CorrectionRefused) as refused:
        refit_patch(patch, spoken_of, latest)
    return refused.value.code, refused.value.params


def test_people_are_found_by_name_and_games_by_who_plays() -> None:
    patch = refit_patch(change_result(EVENING, 1, 1, DRAW), EVENING, LATE)

    assert patch == EventPatch((GamePatch(1, (PairingRecord(3, 5, 4, WIN),), (PairingRecord(3, 5, 4, DRAW),)),))


def test_byes_keep_the_board_of_their_game_and_take_a_free_one() -> None:
    patch = refit_patch(replace_by_byes(EVENING, 1, 2, FULL, ZERO), EVENING, LATE)

    [game] = patch.games
    assert (game.before, game.after) == (
        (PairingRecord(2, 3, 2, DRAW),),
        (PairingRecord(2, 3, None, FULL), PairingRecord(4, 2, None, ZERO)),
    )


def test_a_game_that_comes_back_takes_its_own_board_or_the_one_behind_the_last() -> None:
    without = apply_patch(EVENING, remove_game(EVENING, 1, 1))
    late = apply_patch(LATE, remove_game(LATE, 1, 3))
    patch = restore_game(without, 1, PairingRecord(1, 1, 2, WIN))

    assert refit_patch(patch, without, without) == patch
    assert refit_patch(patch, without, late).games == (GamePatch(1, (), (PairingRecord(3, 5, 4, WIN),)),)


def test_two_games_that_change_places_find_each_others_boards_free() -> None:
    swap = EventPatch(
        (
            GamePatch(1, (PairingRecord(1, 1, 2, WIN),), (PairingRecord(2, 1, 2, DRAW),)),
            GamePatch(1, (PairingRecord(2, 3, 4, DRAW),), (PairingRecord(1, 3, 4, LOSS),)),
        )
    )

    assert refit_patch(swap, EVENING, EVENING) == swap
    assert apply_patch(apply_patch(EVENING, swap), swap.inverse()) == EVENING


def test_what_is_as_wanted_already_is_left_out_and_nothing_left_is_refused() -> None:
    both = together([change_result(EVENING, 1, 1, DRAW), change_dates(EVENING, date(2026, 3, 4), date(2026, 3, 4))])
    half = apply_patch(EVENING, change_result(EVENING, 1, 1, DRAW))
    whole = apply_patch(EVENING, both)

    assert refit_patch(both, EVENING, half) == EventPatch((), both.fields)
    assert refusal(both, EVENING, whole) == ("same_content", {})


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        (change_result(EVENING, 1, 1, LOSS), "1 – 2: 0-1"),
        (replace_by_byes(EVENING, 1, 1, FULL, ZERO), "1: F, 2: Z"),
    ],
)
def test_a_game_that_is_no_longer_what_the_correction_left(now: EventPatch, shown: str) -> None:
    left = apply_patch(EVENING, change_result(EVENING, 1, 1, DRAW))
    undo = change_result(EVENING, 1, 1, DRAW).inverse()

    assert refusal(undo, left, apply_patch(EVENING, now)) == ("changed_since", {"round": 1, "board": 1, "now": shown})


def test_a_game_whose_players_were_paired_otherwise_does_not_come_back() -> None:
    without = apply_patch(EVENING, remove_game(EVENING, 1, 1))
    otherwise = apply_patch(without, restore_game(without, 1, PairingRecord(5, 2, None, HALF)))

    assert refusal(remove_game(EVENING, 1, 1).inverse(), without, otherwise) == (
        "paired_already",
        {"round": 1, "now": "2: H"},
    )


@pytest.mark.parametrize("names", [["Ben", "Ben", "Chaya", "Dov", "Anna"], ["Benny", "Chaya", "Dov", "Anna"], ["Chaya", "Dov", "Anna"]])
def test_a_person_who_is_not_found_with_certainty(names: list[str]) -> None:
    latest = event_record(names, [[(names.index("Chaya") + 1, names.index("Dov") + 1, DRAW)]])

    assert refusal(change_result(EVENING, 1, 1, DRAW), EVENING, latest) == ("who_is_unclear", {"round": 1, "number": 2})
    assert refit_patch(change_result(EVENING, 1, 2, WIN), EVENING, latest).games[0].round == 1


def test_namesakes_are_certain_as_long_as_the_list_is_the_same() -> None:
    twins = event_record(["Ben", "Ben"], [[(1, 2, WIN)]])

    assert translate_numbers(twins, replace(twins, name="Other")) == {1: 1, 2: 2}
    assert translate_numbers(twins, event_record(["Ben", "Ben", "Zoe"], [])) == {}


def test_a_round_that_is_gone() -> None:
    assert refusal(change_result(EVENING, 1, 1, DRAW), EVENING, replace(EVENING, rounds=())) == ("round_unknown", {"round": 1})


@given(patched_records(), st.data())
def test_renumbering_and_correcting_commute(made: tuple[EventRecord, EventPatch], drawn: st.DataObject) -> None:
    record, patch = made
    numbers = [entry.number for entry in record.entries]
    order = dict(zip(numbers, drawn.draw(st.sampled_from(list(permutations(numbers))[:200])), strict=True))
    later = renumbered(record, order)

    corrected = apply_patch(later, refit_patch(patch, record, later))

    assert corrected == renumbered(apply_patch(record, patch), order)
    back = refit_patch(patch.inverse(), apply_patch(record, patch), corrected)
    assert apply_patch(corrected, back) == later
