"""Patches of events: what they change, that they can be turned round, what they refuse."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.factories import event_record
from tests.tournaments.corrections.records import patched_records, records
from tournaments.domain.corrections import (
    EventPatch,
    GamePatch,
    apply_patch,
    change_dates,
    change_result,
    remove_game,
    replace_by_byes,
    restore_game,
    set_finished,
    set_rated,
    together,
)
from tournaments.domain.errors import CorrectionRefused
from tournaments.domain.record import EventRecord, PairingRecord
from tournaments.domain.refitting import refit_patch
from tournaments.domain.results import ResultKind

WIN, DRAW, LOSS = ResultKind.WHITE_WIN, ResultKind.DRAW, ResultKind.BLACK_WIN
FULL, HALF, ZERO = ResultKind.FULL_POINT_BYE, ResultKind.HALF_POINT_BYE, ResultKind.ZERO_POINT_BYE
NAMES = ["Anna Berg", "Ben Cohen", "Chaya Dror", "Dov Ezra", "Eli Fux"]
EVENING = event_record(NAMES, [[(1, 2, WIN), (3, 4, DRAW), (5, None, HALF)], [(2, 3, WIN)]])


def boards(record: EventRecord, number: int = 1) -> list[tuple[int, int, int | None, str]]:
    return [(each.board, each.white, each.black, each.result.value) for each in record.rounds[number - 1].pairings]


def refusal(error: pytest.ExceptionInfo[CorrectionRefused]) -> tuple[str, dict[str, Any]]:
    return error.value.code, error.value.params


class TestMakers:
    @pytest.mark.parametrize("kind", [DRAW, LOSS, ResultKind.BOTH_LOSE, ResultKind.WHITE_FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT])
    def test_a_result(self, kind: ResultKind) -> None:
        patch = change_result(EVENING, 1, 1, kind)

        assert patch == EventPatch((GamePatch(1, (PairingRecord(1, 1, 2, WIN),), (PairingRecord(1, 1, 2, kind),)),))
        assert boards(apply_patch(EVENING, patch)) == [(1, 1, 2, kind.value), (2, 3, 4, "½-½"), (3, 5, None, "H")]

    def test_another_kind_of_bye(self) -> None:
        assert boards(apply_patch(EVENING, change_result(EVENING, 1, 3, ZERO)))[2] == (3, 5, None, "Z")

    def test_byes_instead_of_a_game(self) -> None:
        corrected = apply_patch(EVENING, replace_by_byes(EVENING, 1, 1, FULL, ZERO))

        assert boards(corrected) == [(1, 1, None, "F"), (2, 3, 4, "½-½"), (3, 5, None, "H"), (4, 2, None, "Z")]

    def test_nothing_instead_of_a_game_and_the_game_again(self) -> None:
        without = apply_patch(EVENING, remove_game(EVENING, 1, 2))

        assert boards(without) == [(1, 1, 2, "1-0"), (3, 5, None, "H")]
        assert apply_patch(without, restore_game(without, 1, PairingRecord(2, 3, 4, DRAW))) == EVENING

    def test_dates_rated_and_finished(self) -> None:
        changes = [change_dates(EVENING, date(2026, 3, 4), date(2026, 3, 5)), set_rated(EVENING, False), set_finished(EVENING, False)]

        corrected = apply_patch(EVENING, together(changes))

        assert corrected == replace(EVENING, starts_on=date(2026, 3, 4), ends_on=date(2026, 3, 5), rated=False, finished=False)
        assert change_dates(EVENING, date(2026, 3, 3), date(2026, 3, 5)).fields == {"ends_on": (date(2026, 3, 3), date(2026, 3, 5))}

    def test_several_games_of_one_round_at_once(self) -> None:
        patch = together([remove_game(EVENING, 1, 1), change_result(EVENING, 1, 2, WIN), change_result(EVENING, 2, 1, DRAW)])

        corrected = apply_patch(EVENING, patch)

        assert (boards(corrected), boards(corrected, 2)) == ([(2, 3, 4, "1-0"), (3, 5, None, "H")], [(1, 2, 3, "½-½")])


class TestRefused:
    @pytest.mark.parametrize(
        ("make", "code", "params"),
        [
            (lambda: change_result(EVENING, 3, 1, DRAW), "round_unknown", {"round": 3}),
            (lambda: change_result(EVENING, 1, 9, DRAW), "game_unknown", {"round": 1, "board": 9}),
            (lambda: change_result(EVENING, 1, 1, WIN), "same_content", {}),
            (lambda: change_result(EVENING, 1, 1, FULL), "bye_with_opponent", {"round": 1, "board": 1}),
            (lambda: change_result(EVENING, 1, 3, WIN), "game_without_opponent", {"round": 1, "board": 3}),
            (lambda: change_result(EVENING, 1, 1, ResultKind.PENDING), "finished_pending", {"round": 1, "board": 1}),
            (lambda: replace_by_byes(EVENING, 1, 3, FULL, FULL), "bye_already", {"round": 1, "board": 3}),
            (lambda: replace_by_byes(EVENING, 1, 1, WIN, FULL), "game_without_opponent", {"round": 1, "board": 1}),
            (lambda: restore_game(EVENING, 2, PairingRecord(1, 4, 5, WIN)), "board_taken", {"round": 2, "board": 1}),
            (lambda: restore_game(EVENING, 2, PairingRecord(2, 2, 5, WIN)), "plays_twice", {"round": 2, "number": 2, "now": "2 – 3: 1-0"}),
            (lambda: restore_game(EVENING, 2, PairingRecord(2, 4, 4, WIN)), "plays_itself", {"round": 2, "board": 2}),
            (lambda: restore_game(EVENING, 2, PairingRecord(2, 4, 6, WIN)), "player_unknown", {"number": 6}),
            (lambda: restore_game(EVENING, 2, PairingRecord(2, 4, None, WIN)), "game_without_opponent", {"round": 2, "board": 2}),
            (
                lambda: change_dates(EVENING, date(2026, 3, 5), date(2026, 3, 4)),
                "end_before_start",
                {"starts_on": "2026-03-05", "ends_on": "2026-03-04"},
            ),
            (lambda: set_rated(EVENING, True), "same_content", {}),
        ],
    )
    def test_what_would_contradict_itself(self, make: Any, code: str, params: dict[str, Any]) -> None:
        with pytest.raises(CorrectionRefused) as refused:
            make()

        assert refusal(refused) == (code, params)
        assert refused.value.message == refused.value.template % params

    def test_an_event_with_an_open_game_is_not_finished_by_hand(self) -> None:
        running = apply_patch(EVENING, set_finished(EVENING, False))
        running = apply_patch(running, change_result(running, 2, 1, ResultKind.PENDING))

        with pytest.raises(CorrectionRefused) as refused:
            set_finished(running, True)

        assert refusal(refused) == ("finished_pending", {"round": 2, "board": 1})

    def test_a_patch_of_what_is_not_there_says_what_is(self) -> None:
        patch = change_result(EVENING, 1, 1, DRAW)
        changed = apply_patch(EVENING, change_result(EVENING, 1, 1, LOSS))

        with pytest.raises(CorrectionRefused) as refused:
            apply_patch(changed, patch)

        assert refusal(refused) == ("changed_since", {"round": 1, "board": 1, "now": "1 – 2: 0-1"})
        assert refused.value.now == (PairingRecord(1, 1, 2, LOSS),)
        assert refused.value.message == "Round 1, board 1 was changed since: the players with these numbers now have 1 – 2: 0-1."

    def test_a_patch_of_what_is_gone_says_so(self) -> None:
        with pytest.raises(CorrectionRefused, match="its players are in no pairing of this round now") as refused:
            apply_patch(apply_patch(EVENING, remove_game(EVENING, 1, 1)), change_result(EVENING, 1, 1, DRAW))

        assert (refused.value.code, refused.value.now) == ("changed_since", ())

    def test_a_setting_that_was_changed_since(self) -> None:
        patch = change_dates(EVENING, date(2026, 3, 5), date(2026, 3, 5))
        moved = replace(EVENING, starts_on=date(2026, 3, 2))

        with pytest.raises(CorrectionRefused) as refused:
            apply_patch(moved, patch)

        assert refusal(refused) == ("starts_on_changed_since", {"now": "2026-03-02"})


def test_a_game_of_a_pair_that_meets_twice_in_a_round_stays_correctable() -> None:
    match = event_record(NAMES[:2], [[(1, 2, WIN), (2, 1, DRAW)]])

    assert boards(apply_patch(match, change_result(match, 1, 2, LOSS))) == [(1, 1, 2, "1-0"), (2, 2, 1, "0-1")]
    assert boards(apply_patch(match, restore_game(match, 1, PairingRecord(3, 1, 2, DRAW))))[2] == (3, 1, 2, "½-½")


@given(patched_records())
def test_a_patch_and_its_inverse_give_the_same_record(made: tuple[EventRecord, EventPatch]) -> None:
    record, patch = made

    corrected = apply_patch(record, patch)

    assert corrected != record
    assert apply_patch(corrected, patch.inverse()) == record
    assert patch.inverse().inverse() == patch


@given(patched_records())
def test_a_patch_is_the_same_after_being_written_down(made: tuple[EventRecord, EventPatch]) -> None:
    _record, patch = made

    assert EventPatch.from_json(patch.as_json()) == patch


@given(records(), st.data())
def test_patches_of_different_games_commute(record: EventRecord, drawn: st.DataObject) -> None:
    (_, one), (_, other) = drawn.draw(patched_records(st.just(record))), drawn.draw(patched_records(st.just(record)))
    assume(not {(game.round, player) for game in one.games for player in game.players} & _players(other))
    assume(not one.fields.keys() & other.fields.keys())

    def after_both(first: EventPatch, second: EventPatch) -> EventRecord:
        between = apply_patch(record, first)
        return apply_patch(between, refit_patch(second, record, between))

    assert _boardless(after_both(one, other)) == _boardless(after_both(other, one))


def _players(patch: EventPatch) -> set[tuple[int, int]]:
    return {(game.round, player) for game in patch.games for player in game.players}


def _boardless(record: EventRecord) -> EventRecord:
    """Without the boards, which byes take as they are free."""
    rounds = tuple(
        replace(played, pairings=tuple(sorted((replace(each, board=0) for each in played.pairings), key=lambda each: each.white)))
        for played in record.rounds
    )
    return replace(record, rounds=rounds)


def test_nothing_of_a_patch_is_lost_in_plain_values() -> None:
    patch = together([replace_by_byes(EVENING, 1, 1, FULL, ZERO), change_dates(EVENING, date(2026, 3, 4), date(2026, 3, 4))])

    assert patch.as_json() == {
        "games": [
            {
                "round": 1,
                "before": [{"board": 1, "white": 1, "black": 2, "result": "1-0"}],
                "after": [{"board": 1, "white": 1, "black": None, "result": "F"}, {"board": 4, "white": 2, "black": None, "result": "Z"}],
            }
        ],
        "fields": {"starts_on": ["2026-03-03", "2026-03-04"], "ends_on": ["2026-03-03", "2026-03-04"]},
    }
    with pytest.raises(ValueError, match="name"):
        EventPatch.from_json({"games": [], "fields": {"name": ["a", "b"]}})
